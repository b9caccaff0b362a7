"""Parts of an arena: how large they are, when they are taken, and how much has to be there at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise


@dataclass(frozen=True)
class Part:
    """`size` bytes, aligned, in use from op number `first` to op number `last`, both included."""

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
    return max((taken for _, taken in _sums(parts, sorted({part.first for part in parts}))), default=0)


def least_end(parts: Sequence[Part]) -> int:
    """A lower bound of an arena: the largest sum of bytes in use at a time, with alignments.

    With one common alignment, each part but the uppermost takes a multiple of it.
    """
    found = largest_sum(parts)
    for alignment in {part.alignment for part in parts}:
        coarse = [part for part in parts if part.alignment % alignment == 0]
        whole = [Part(aligned(part.size, alignment), 1, part.first, part.last) for part in coarse]
        events = sorted({part.first for part in coarse})
        sums = dict(_sums(whole, events))
        ends: list[tuple[int, int]] = []
        order = iter(sorted(zip(coarse, whole, strict=True), key=lambda pair: pair[0].first))
        waiting = next(order, None)
        for event in events:
            while waiting is not None and waiting[0].first == event:
                heappush(ends, (waiting[0].size - waiting[1].size, waiting[0].last))
                waiting = next(order, None)
            while ends[0][1] < event:
                heappop(ends)
            found = max(found, sums[event] + ends[0][0])
    return found


def _sums(parts: Sequence[Part], events: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The bytes that are taken at each of the numbers `events`, which ascend."""
    firsts, lasts = sorted((part.first, part.size) for part in parts), sorted((part.last, part.size) for part in parts)
    begun = ended = taken = 0
    for event in events:
        while begun < len(firsts) and firsts[begun][0] <= event:
            taken += firsts[begun][1]
            begun += 1
        while ended < len(lasts) and lasts[ended][0] < event:
            taken -= lasts[ended][1]
            ended += 1
        yield event, taken


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
