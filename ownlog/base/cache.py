"""A directory of derived files, keyed by content. Losing any of it costs time and nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path


def default_cache_dir() -> Path:
    """`$XDG_CACHE_HOME/ownlog`, or `~/.cache/ownlog` where that variable is unset."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "ownlog"




# The length of the checksum that stands before the content of an entry.
_CHECK = 16


class Cache:
    """Files in one directory. Reading what is not there gives None; a directory that cannot be written is not an error."""

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory if directory is not None else default_cache_dir()

    def path(self, name: str) -> Path:
        """Where the entry `name` is, or would be."""
        return self.directory / name

    def read(self, name: str) -> bytes | None:
        """The content of an entry; None where there is none or it is damaged."""
        try:
            stored = self.path(name).read_bytes()
        except OSError:
            return None
        content = stored[_CHECK:]
        return content if stored[:_CHECK] == _checksum(content) else None

    def write(self, name: str, content: bytes) -> None:
        """Stores an entry atomically: a reader sees all of it or nothing."""
        self.install(name, _checksum(content) + content)

    def install(self, name: str, content: bytes, mode: int = 0o600) -> None:
        """Stores a file as it is, atomically; for `write` without a checksum."""
        with contextlib.suppress(OSError):
            self.directory.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.directory)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                os.chmod(temporary, mode)
                os.replace(temporary, self.path(name))
            except OSError:
                os.unlink(temporary)


class Nowhere(Cache):
    """For what nobody will ask for again: keeps nothing."""

    def read(self, name: str) -> bytes | None:
        return None

    def install(self, name: str, content: bytes, mode: int = 0o600) -> None:
        pass


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECK).digest()


def digest(*parts: bytes) -> str:
    """A short name for the content of `parts`; different partitions of the same bytes get different names."""
    hasher = hashlib.blake2b(digest_size=20)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return hasher.hexdigest()
