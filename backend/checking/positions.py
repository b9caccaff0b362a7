"""Tables by block: positions of ops where something is asked about a value, numbers, intervals of blocks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, TypeAlias

from ownlog.backend.checking.edges import grouped

Intervals: TypeAlias = Sequence[tuple[int, int]]
"""First and last numbers, in their order; no two have a number in common."""


def intervals_of(found: Iterable[tuple[Any, ...]]) -> Mapping[str, Intervals]:
    """The intervals by value, from rows of value, block, first and last number."""
    return {value: _apart(intervals) for value, intervals in grouped((row[0], row[2:]) for row in found).items()}


def is_in(intervals: Intervals, number: int) -> bool:
    """Whether one of the intervals has the number."""
    at = bisect_right(intervals, number, key=lambda interval: interval[0])
    return at > 0 and number <= intervals[at - 1][1]


def _apart(intervals: list[tuple[int, int]]) -> Intervals:
    """The same numbers without any said twice."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1]:
            if last > found[-1][1]:
                found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


Positions: TypeAlias = Mapping[str, Mapping[str, list[int]]]
"""The positions of ops by a value and a block, in their order."""


_FEW = 8
"""So many values are looked up one by one."""


def positions_of(found: Iterable[tuple[Any, ...]]) -> Positions:
    """The positions in rows of value, block and position."""
    positions: dict[str, dict[str, list[int]]] = {}
    for value, block, position in found:
        blocks = positions.get(value)
        if blocks is None:
            positions[value] = {block: [position]}
        elif block in blocks:
            blocks[block].append(position)
        else:
            blocks[block] = [position]
    for blocks in positions.values():
        for each in blocks.values():
            if len(each) > 1:
                each.sort()
    return positions


class Stops:
    """The positions of ops at which something is asked about values, by value and by block."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._by_block: dict[str, tuple[list[int], list[set[str]]]] = {}
        """The positions in a block at which something is asked about any value, and about which."""

    def next(self, values: Set[str], block: str, start: int, last: int) -> int:
        """The first position in `block` from `start` on that asks about one of `values`, else `last`."""
        if len(values) > _FEW:
            # Of many, one is mostly asked about soon: to look at as many positions as there are values takes no longer.
            places, asked = self._by_block.get(block) or self._places_in(block)
            first, end = bisect_left(places, start), bisect_left(places, last)
            for at in range(first, min(end, first + len(values))):
                if not asked[at].isdisjoint(values):
                    return places[at]
            if end <= first + len(values):
                return last
        position = last
        for value in values:
            found = next_position(self._positions, value, block, start)
            if found is not None and found < position:
                position = found
        return position

    def _places_in(self, block: str) -> tuple[list[int], list[set[str]]]:
        if not self._by_block:
            asked: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
            for value, blocks in self._positions.items():
                for inner, positions in blocks.items():
                    for position in positions:
                        asked[inner][position].add(value)
            self._by_block = {
                inner: (sorted(found), [found[at] for at in sorted(found)]) for inner, found in asked.items()
            }
        return self._by_block.get(block, ([], []))


def next_position(positions: Positions, value: str, block: str, position: int) -> int | None:
    """The first position for `value` in `block` that is not before `position`."""
    blocks = positions.get(value)
    each = blocks.get(block) if blocks is not None else None
    if each is None:
        return None
    at = bisect_left(each, position)
    return each[at] if at < len(each) else None


class Numbered(list[tuple[int, str]]):
    """The numbers and values of what an op or a block has. It does not change any more when it is first asked."""

    @cached_property
    def values(self) -> dict[int, str]:
        return dict(self)

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, value in self:
            found.setdefault(value, []).append(number)
        return found

    def among(self, values: Set[str]) -> frozenset[int]:
        """The numbers of those that are among `values`: takes as long as the fewer ones."""
        if len(values) > len(self):
            return frozenset([number for number, value in self if value in values])
        numbers = self._numbers
        return frozenset([number for value in values for number in numbers.get(value, ())])


NONE = Numbered()


def numbered(found: Iterable[tuple[Any, ...]]) -> dict[str, Numbered]:
    """What is numbered, by what has it: rows of that, the number and the value."""
    by_owner: dict[str, Numbered] = defaultdict(Numbered)
    for owner, number, value in found:
        by_owner[owner].append((number, value))
    return by_owner
