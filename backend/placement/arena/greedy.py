"""Plans that place one part after the other, and move none again.

Sources: `in_order` and `best_fit` are those of MLIR's static memory planner; `largest_first` is "greedy by size" of Pisarchyk and Lee,
"Efficient Memory Management for Deep Neural Net Inference", 2020.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Callable, Sequence

from ownlog.backend.placement.arena.parts import Offsets, Part, aligned

Order = Callable[[Part], tuple[int, ...]]

ORDERS: tuple[Order, ...] = (
    lambda part: (-part.size, part.first),
    lambda part: (-part.size * (part.last - part.first + 1), part.first),
    lambda part: (part.first - part.last, -part.size),
    lambda part: (part.first, -part.size),
    lambda part: (-part.last, -part.size),
)
"""By size, by size and time, by time, by beginning, by end."""


def in_order(parts: Sequence[Part]) -> Offsets:
    """One behind the other."""
    offsets, offset = [], 0
    for part in parts:
        offset = aligned(offset, part.alignment)
        offsets.append(offset)
        offset += part.size
    return offsets


def best_fit(parts: Sequence[Part]) -> Offsets:
    """In the order in which they are given, which is that of their beginnings: each in the smallest gap that takes it; the rest of the
    arena is a gap, too."""
    offsets: list[int] = []
    taken: list[tuple[int, int]] = []
    size = 0
    for part in parts:
        taken = [(offset, k) for offset, k in taken if parts[k].last >= part.first]
        gaps = []
        begin = 0
        for offset, k in taken:
            gaps.append((begin, offset))
            begin = offset + parts[k].size
        gaps.append((begin, size))
        found = [(stop - start, at) for start, stop in gaps if (at := aligned(start, part.alignment)) + part.size <= stop]
        offset = min(found)[1] if found else aligned(begin, part.alignment)
        size = max(size, offset + part.size)
        insort(taken, (offset, len(offsets)))
        offsets.append(offset)
    return offsets


def largest_first(parts: Sequence[Part], order: Order = ORDERS[0]) -> Offsets:
    """Each as far down as what has a place by then allows, the largest first, or in another order."""
    offsets = [0] * len(parts)
    # By where they begin: those that are not taken at the time are passed over.
    begins: list[int] = []
    placed: list[Part] = []
    for k in sorted(range(len(parts)), key=lambda k: order(parts[k])):
        part = parts[k]
        offset = 0
        for begin, other in zip(begins, placed, strict=True):
            if other.first > part.last or other.last < part.first:
                continue
            if offset + part.size <= begin:
                break
            offset = max(offset, aligned(begin + other.size, part.alignment))
        offsets[k] = offset
        at = bisect(begins, offset)
        begins.insert(at, offset)
        placed.insert(at, part)
    return offsets
