"""Plans that place one part after the other, and never move one.

Sources: `in_order` and `best_fit` are those of MLIR's static memory planner; `largest_first` is "greedy by size" of
Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020; `by_complaints` is "Squeaky Wheel
Optimization" of Joslin and Clements, 1999.
"""

from __future__ import annotations

from bisect import bisect, bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ownlog.backend.placement.arena.parts import Offsets, Part, aligned, end

Order = Callable[[Part], tuple[int, ...]]

ORDERS: tuple[Order, ...] = (
    lambda part: (-part.size, part.first),
    lambda part: (-part.size * (part.last - part.first + 1), part.first),
    lambda part: (part.first - part.last, -part.size),
    lambda part: (part.first, -part.size),
    lambda part: (-part.last, -part.size),
)
"""By size, by size and time, by time, by beginning, by end."""


_STRETCH, _MOST = 32, 8
"""How many beginnings of parts are in a stretch of time; over how many stretches a part is looked up by stretch."""


def in_order(parts: Sequence[Part]) -> Offsets:
    """One behind the other."""
    offsets, offset = [], 0
    for part in parts:
        offset = aligned(offset, part.alignment)
        offsets.append(offset)
        offset += part.size
    return offsets


def best_fit(parts: Sequence[Part]) -> Offsets:
    """Parts in the given order, each in the smallest gap that fits; the rest of the arena is a gap, too."""
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
        found = [
            (stop - start, at) for start, stop in gaps if (at := aligned(start, part.alignment)) + part.size <= stop
        ]
        offset = min(found)[1] if found else aligned(begin, part.alignment)
        size = max(size, offset + part.size)
        insort(taken, (offset, len(offsets)))
        offsets.append(offset)
    return offsets


def largest_first(parts: Sequence[Part], order: Order = ORDERS[0]) -> Offsets:
    """Each as far down as what has a place by then allows, the largest first, or in another order."""
    return one_by_one(parts, sorted(range(len(parts)), key=lambda k: order(parts[k])))


def one_by_one(parts: Sequence[Part], numbers: Iterable[int]) -> Offsets:
    """Each as far down as what has a place by then allows, in the order of these numbers."""
    offsets = [0] * len(parts)
    placed = _Placed(parts)
    for k in numbers:
        part = parts[k]
        offset = 0
        # From below: those that are not taken at the time are passed over.
        for begin, other in placed.near(part):
            if not part.meets(other):
                continue
            if offset + part.size <= begin:
                break
            offset = max(offset, aligned(begin + other.size, part.alignment))
        offsets[k] = offset
        placed.add(offset, k)
    return offsets


def by_complaints(parts: Sequence[Part], best: Offsets, bound: int, work: int) -> Offsets:
    """The best result of placing the uppermost parts sooner, again and again.

    In: known offsets, a lower bound of the arena, and how many parts may be placed in all.
    """
    found = offsets = best
    complaints = [0] * len(parts)
    for _ in range(work // max(len(parts), 1)):
        size = end(parts, offsets)
        if size == bound:
            break
        for k, (offset, part) in enumerate(zip(offsets, parts, strict=True)):
            if offset + part.size > bound:
                complaints[k] += 1 + (offset + part.size == size)
        offsets = one_by_one(parts, sorted(range(len(parts)), key=lambda k: (-complaints[k], *ORDERS[0](parts[k]))))
        found = min(found, offsets, key=partial(end, parts))
    return found


class _Placed:
    """Placed parts, all and by time, so that a short part is compared with few."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.firsts = sorted({part.first for part in parts})
        self.all: list[tuple[int, int]] = []
        self.stretches: list[list[tuple[int, int]]] = [[] for _ in range(len(self.firsts) // _STRETCH + 1)]

    def near(self, part: Part) -> Iterator[tuple[int, Part]]:
        """Where those begin that may be taken while `part` is, in this order, and they themselves."""
        stretches = self._stretches(part)
        if len(stretches) > _MOST:
            found = self.all
        elif len(stretches) == 1:
            found = self.stretches[stretches[0]]
        else:
            found = sorted({place for number in stretches for place in self.stretches[number]})
        return ((begin, self.parts[k]) for begin, k in found)

    def add(self, offset: int, k: int) -> None:
        """Part number `k` begins at `offset`."""
        insort(self.all, (offset, k))
        for number in self._stretches(self.parts[k]):
            insort(self.stretches[number], (offset, k))

    def _stretches(self, part: Part) -> range:
        first, last = bisect_left(self.firsts, part.first), bisect(self.firsts, part.last) - 1
        return range(first // _STRETCH, last // _STRETCH + 1)
