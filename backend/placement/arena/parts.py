"""Parts of an arena: how large they are, when they are taken, and how much has to be there at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Part:
    """`size` bytes, at a multiple of `alignment`, taken from number `first` to number `last` in the order of the ops, both included."""

    size: int
    alignment: int
    first: int
    last: int

    def meets(self, other: Part) -> bool:
        """Are both taken at a time?"""
        return self.first <= other.last and other.first <= self.last


Offsets = Sequence[int]
"""Where each part begins, in bytes."""


def end(parts: Sequence[Part], offsets: Offsets) -> int:
    """The bytes of an arena that has these parts there."""
    return max((offset + part.size for part, offset in zip(parts, offsets, strict=True)), default=0)


def largest_sum(parts: Sequence[Part]) -> int:
    """The largest sum of bytes that are taken at a time: no arena is smaller."""
    changes = sorted([(part.first, part.size) for part in parts] + [(part.last + 1, -part.size) for part in parts])
    largest = taken = 0
    # What ends where another part begins is negative, so it comes first.
    for _, change in changes:
        taken += change
        largest = max(largest, taken)
    return largest


def fit(parts: Sequence[Part], offsets: Offsets) -> bool:
    """Do no parts that are taken at a time lie over each other, and is each one aligned?"""
    order = sorted(range(len(parts)), key=lambda k: parts[k].first)
    taken: list[int] = []
    for k in order:
        taken = [j for j in taken if parts[j].last >= parts[k].first]
        taken.append(k)
        places = sorted((offsets[j], offsets[j] + parts[j].size) for j in taken)
        if any(stop > start for (_, stop), (start, _) in pairwise(places)):
            return False
    return all(offset >= 0 and offset % part.alignment == 0 for part, offset in zip(parts, offsets, strict=True))


def aligned(offset: int, alignment: int) -> int:
    """The next multiple of `alignment`."""
    return -(-offset // alignment) * alignment
