"""Which values are needed from where on, as `rules/checking/needs.dl` and `lasting.dl` say it."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Protocol

from ownlog.backend.checking.edges import grouped
from ownlog.backend.checking.positions import intervals_of, is_in, positions_of
from ownlog.backend.checking.rows import Rows
from ownlog.rules import relations as rel

_BEYOND, _NOWHERE = sys.maxsize, -2
"""Behind the last position of a block, and in front of its first one, which is -1."""


class Structure(Protocol):
    """The structure of a module, by names of rows."""

    rows: Rows
    place: dict[str, rel.Op]
    region_of: dict[str, str]
    parent: dict[str, str]
    following: dict[str, list[str]]
    definer: dict[str, str]


class Needs:
    """The needs of a module; `number` is that of each block in the intervals of `lasting.dl`."""

    def __init__(self, graph: Structure, number: Mapping[str, int]) -> None:
        rows = graph.rows
        self._place, self._region_of, self._parent, self._following = (
            graph.place,
            graph.region_of,
            graph.parent,
            graph.following,
        )
        self._number = number
        self.home = {value: (block, region) for value, block, region in rows.plain(rel.WatchedHome)}
        """The block and the region that define each value that is watched."""
        self.needed = positions_of(rows.plain(rel.Needed))
        """The positions of the ops of a block that need a value, or have one in them that does, by value and block."""
        definer = graph.definer
        self._defined_at = {v: self._place[definer[v]].position if v in definer else -1 for v in self.home}
        for e in rows(rel.LibraryEntry):
            # The call gives the answer; what loads it stands behind.
            self._defined_at[e.answer] = self._place[e.op].position
        for s in rows(rel.SaysOwned):
            self._defined_at[s.value] = self._place[s.op].position
        self._inside = grouped((value, (block, position)) for value, block, position in rows.plain(rel.NeededInside))
        self._for: dict[str, list[str]] = grouped(rows.plain(rel.NeededFor))
        self._lasting = intervals_of(rows.plain(rel.Lasting))
        self._until: defaultdict[str, dict[str, int]] = defaultdict(dict)
        """What `_find_until` has found already, by value and block."""
        self._arounds: dict[tuple[str, str], tuple[str, int] | None] = {}
        """What `_around` has found already."""
        self._together: dict[str, tuple[Sequence[str], Set[tuple[str, int]]]] = {}
        """What `_needed_with` has found already."""

    def let_last(self, name: str, value: str) -> None:
        """Lets what `name` tells of a value last as long as the value."""
        self.home[name], self._defined_at[name], self._for[name] = self.home[value], self._defined_at[value], [value]

    def alive(self, value: str, block: str, position: int) -> bool:
        """Is `value` needed in front of op number `position` of `block` (-1: at its start, before its arguments)?"""
        return bool(self.lasting((value,), block, position))

    def lasting(self, values: Iterable[str], block: str, position: int) -> list[str]:
        """Those of `values` that are alive there."""
        homes, defined_at, known, here = self.home, self._defined_at, self._until, self._region_of.get(block)
        found = []
        for value in values:
            home, region = homes[value]
            at = following = position
            inside = block
            if region != here:
                around = self._around(block, region)
                if around is None:
                    continue
                inside, at = around
                # What the op around has as an operand it had when control entered its regions.
                following = at if around in self._needed_with(value)[1] else at + 1
            if inside == home and at <= defined_at[value]:
                continue
            until = known[value].get(inside)
            if following <= (self._find_until(value, inside) if until is None else until):
                found.append(value)
        return found

    def _around(self, block: str, region: str) -> tuple[str, int] | None:
        """The block of `region`, and the position in it, of the op around `block`; None outside of the region."""
        asked = (block, region)
        if asked in self._arounds:
            return self._arounds[asked]
        found: tuple[str, int] | None = None
        while (parent := self._parent.get(block)) is not None:
            block, position = self._place[parent].block, self._place[parent].position
            if self._region_of.get(block) == region:
                found = block, position
                break
        self._arounds[asked] = found
        return found

    def _find_until(self, value: str, block: str) -> int:
        """The position of the last op of `block` that needs `value`; `_BEYOND` if a later block does."""
        values, _ = self._needed_with(value)
        if any(self._lasts(each, block) for each in values):
            until = _BEYOND
        else:
            until = max(
                [positions[-1] for each in values if (positions := self.needed.get(each, {}).get(block))],
                default=_NOWHERE,
            )
        self._until[value][block] = until
        return until

    def _lasts(self, value: str, block: str) -> bool:
        """Can control come from the end of `block`, in the region of `value`, to a block that needs it unchanged?"""
        intervals = self._lasting.get(value)
        if intervals is None:
            return False
        return any(is_in(intervals, self._number[other]) for other in self._following.get(block, ()))

    def _needed_with(self, value: str) -> tuple[Sequence[str], Set[tuple[str, int]]]:
        """The values that keep `value` needed, itself first, in order of their needs; and the ops with regions where
        they are.
        """
        found = self._together.get(value)
        if found is None:
            seen, work = {value}, [value]
            while work:
                more = [other for other in self._for.get(work.pop(), ()) if other not in seen]
                seen.update(more)
                work += more
            values = sorted(seen, key=lambda each: (each == value, self._last(each), each), reverse=True)
            found = self._together[value] = values, {place for each in values for place in self._inside.get(each, ())}
        return found

    def _last(self, value: str) -> int:
        """The position of the last op in the block of `value` that needs it; -1 where there is none."""
        positions = self.needed.get(value, {}).get(self.home[value][0], ())
        return positions[-1] if positions else -1
