"""The size limit of a cache: the least recently used entries go first.

Processes use, fill and shrink one directory at once, without a lock: an entry appears and disappears as a whole, and is
made again when it is missing.
"""

from __future__ import annotations

import contextlib
import os
import re
from typing import NamedTuple

from ownlog.base.errors import EngineError

VARIABLE = "OWNLOG_CACHE_MIB"
"""The environment variable that says how many MiB all entries may have together."""

DEFAULT_MIB = 512
_MIB = 1024 * 1024

# Entries are named by digests, and what a process that was killed leaves half written by this prefix; all else in the
# directory is somebody else's and stays.
TEMPORARY = ".ownlog-half-written-"
_OURS = r"(?:[a-z]+-)?[0-9a-f]{40}(?:\.[a-z]+)?|" + re.escape(TEMPORARY) + ".*"

# Looking at all entries takes a moment, so a process does it for the first that it writes, and then after each eighth
# of the size, because others write too; and when there are too many, an eighth goes at once.
_SHARE = 8


def size_allowed() -> int:
    """The bytes that a cache may have: `OWNLOG_CACHE_MIB`, else 512 MiB. Raises EngineError for other text."""
    said = os.environ.get(VARIABLE) or str(DEFAULT_MIB)
    if not (said.isascii() and said.isdigit()):
        raise EngineError(f'{VARIABLE} is "{said}"; it is to be a whole number, of MiB')
    return int(said) * _MIB


class Bound:
    """Keeps a directory below a number of bytes. It is told of each entry that this process writes."""

    def __init__(self, directory: str, size: int) -> None:
        self._directory = directory
        self._size = size
        self._room = 0  # how many bytes may still be written before it looks again

    def written(self, name: str, size: int) -> None:
        """Notes a new entry, and removes the oldest others where there are too many by now."""
        self._room -= size
        if self._room < 0:
            entries = _entries(self._directory)
            total = sum(entry.size for entry in entries)
            if total > self._size:
                others = [entry for entry in entries if os.path.basename(entry.path) != name]
                total -= _remove(others, total - self._size + self._size // _SHARE)
            self._room = min(self._size - total, self._size // _SHARE)


def used(path: str) -> None:
    """Notes that an entry is of use, so that others go first."""
    with contextlib.suppress(OSError):
        os.utime(path)


class _Entry(NamedTuple):
    used: int
    path: str
    size: int


def _entries(directory: str) -> list[_Entry]:
    found = []
    with contextlib.suppress(OSError), os.scandir(directory) as listed:
        for entry in listed:
            if re.fullmatch(_OURS, entry.name):
                with contextlib.suppress(OSError):
                    state = entry.stat(follow_symlinks=False)
                    found.append(_Entry(state.st_mtime_ns, entry.path, state.st_size))
    return found


def _remove(entries: list[_Entry], wanted: int) -> int:
    """Removes the least recently used entries until `wanted` bytes are free; returns the bytes freed."""
    freed = 0
    for entry in sorted(entries, key=lambda entry: (entry.used, entry.path)):
        if freed >= wanted:
            break
        try:
            os.unlink(entry.path)
        except FileNotFoundError:
            pass  # another process removed it just now, so its bytes are free as well
        except OSError:
            continue
        freed += entry.size
    return freed
