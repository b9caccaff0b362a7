"""A compiled program as one run of bytes; parts are loaded when needed, since most runs need few rules."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

_SIZE = 8  # bytes for the length of the table of contents
_OFFSETS: Final = "Q"  # how a place in the body is written
_STRATA = "!strata"
"""The part with the strata."""


class Entry(NamedTuple):
    """What the table of contents says of a stratum (see `planning.shape`), and the number of the part with its plan."""

    heads: tuple[str, ...]
    reads: tuple[str, ...]
    gates: tuple[tuple[str, ...], ...]
    indexes: tuple[str, ...]
    plan: int


def pack(strata: list[tuple[Any, ...]], more: Mapping[str, Any], parts: Mapping[str, Any]) -> bytes:
    """The bytes of an image.

    In: each stratum as an `Entry` with its plan last, more for the table of contents, more parts. All can be
    marshalled.
    """
    from array import array

    ends = array(_OFFSETS)
    body = bytearray()

    def add(part: Any) -> int:
        body.extend(marshal.dumps(part))
        ends.append(len(body))
        return len(ends) - 1

    entries = [(*entry, add(plan)) for *entry, plan in strata]
    named = {name: add(part) for name, part in {**parts, _STRATA: entries}.items()}
    width = (len(entries) + 7) // 8
    contents = {
        "width": width,
        "heads": {head: number for number, entry in enumerate(entries) for head in entry[0]},
        "needs": _needs(entries, width),
        "parts": named,
        "more": dict(more),
        "ends": ends.tobytes(),
    }
    table = marshal.dumps(contents)
    return len(table).to_bytes(_SIZE, "little") + table + bytes(body)


def _needs(entries: Sequence[Sequence[Any]], width: int) -> bytes:
    """For each stratum the set of the strata that it hangs on, itself among them: a bit for each, in `width` bytes."""
    known: dict[str, int] = {}
    found = []
    for number, (heads, reads, *_) in enumerate(entries):
        mask = 1 << number
        for read in reads:
            mask |= known.get(read, 0)
        known.update(dict.fromkeys(heads, mask))
        found.append(mask.to_bytes(width, "little"))
    return b"".join(found)


class Image:
    """A compiled program; `more` is its maker's part of the table of contents. Raises ValueError for other bytes."""

    def __init__(self, data: bytes | memoryview) -> None:
        whole = memoryview(data)
        start = _SIZE + int.from_bytes(whole[:_SIZE], "little")
        try:
            contents = marshal.loads(whole[_SIZE:start])
            self.more: dict[str, Any] = contents["more"]
            self._width: int = contents["width"]
            self._stratum_of: dict[str, int] = contents["heads"]
            self._needs: bytes = contents["needs"]
            self._named: dict[str, int] = contents["parts"]
            self._ends = memoryview(contents["ends"]).cast(_OFFSETS)
        except (EOFError, KeyError, TypeError) as error:
            raise ValueError("no compiled program") from error
        self._body = whole[start:]

    @property
    def strata(self) -> list[Entry]:
        return [Entry(*entry) for entry in self._entries]

    def leading_to(self, wanted: Iterable[str]) -> tuple[set[str], list[Entry]]:
        """Some relations with all that they hang on, and the strata that derive them, in order."""
        needed, mask, width = set(wanted), 0, self._width
        for number in {self._stratum_of[name] for name in needed if name in self._stratum_of}:
            mask |= int.from_bytes(self._needs[number * width : (number + 1) * width], "little")
        selected = []
        while mask:
            lowest = mask & -mask
            entry = Entry(*self._entries[lowest.bit_length() - 1])
            needed.update(entry.heads, entry.reads)
            selected.append(entry)
            mask ^= lowest
        return needed, selected

    @cached_property
    def _entries(self) -> list[tuple[Any, ...]]:
        entries: list[tuple[Any, ...]] = self.part(_STRATA)
        return entries

    def part(self, name: str) -> Any:
        """What the maker of the image added under this name."""
        return self._load(self._named[name])

    def has(self, name: str) -> bool:
        """Whether the maker of the image added something under this name."""
        return name in self._named

    def plan(self, entry: Entry) -> Any:
        return self._load(entry.plan)

    def _load(self, number: int) -> Any:
        return marshal.loads(self._body[self._ends[number - 1] if number else 0 : self._ends[number]])
