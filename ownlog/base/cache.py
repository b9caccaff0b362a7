"""A directory of derived files, keyed by content and limited in size (cache_size.py). Losing it costs only time."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from ownlog.base.cache_size import TEMPORARY, Bound, size_allowed, used


def default_cache_dir() -> str:
    """`$XDG_CACHE_HOME/ownlog`, or `~/.cache/ownlog` where that variable is unset."""
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "ownlog")


# The length of the checksum that stands before the content of an entry.
_CHECK = 16


class Cache:
    """Files in one directory. A missing entry reads as None; a directory that cannot be written is not an error.

    Each name has a `digest` in it: other files do not count as entries. `size` limits the bytes of all entries (by
    default `size_allowed`), except for the entry written last.
    """

    def __init__(self, directory: Path | str | None = None, size: int | None = None) -> None:
        self.directory = os.fspath(directory) if directory is not None else default_cache_dir()
        self._bound = Bound(self.directory, size if size is not None else size_allowed())

    def path(self, name: str) -> str:
        """Where the entry `name` is, or would be."""
        return os.path.join(self.directory, name)

    def read(self, name: str) -> bytes | None:
        """The content of an entry; None where there is none or it is damaged."""
        path = self.path(name)
        try:
            with open(path, "rb") as file:
                stored = file.read()
        except OSError:
            return None
        used(path)
        content = stored[_CHECK:]
        return content if stored[:_CHECK] == _checksum(content) else None

    def copy(self, name: str, target: Path) -> bool:
        """Copies a file that was installed, with its mode; False where there is none."""
        import shutil

        try:
            shutil.copy(self.path(name), target)
        except OSError:
            return False
        used(self.path(name))
        return True

    def write(self, name: str, content: bytes) -> None:
        """Stores an entry atomically: a reader sees all of it or nothing."""
        self.install(name, _checksum(content) + content)

    def install(self, name: str, content: bytes, mode: int = 0o600) -> None:
        """Stores a file as it is, atomically; for `write` without a checksum."""
        import tempfile

        with contextlib.suppress(OSError):
            os.makedirs(self.directory, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.directory, prefix=TEMPORARY)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                os.chmod(temporary, mode)
                os.replace(temporary, self.path(name))
            except OSError:
                os.unlink(temporary)
                return
            self._bound.written(name, len(content))


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
