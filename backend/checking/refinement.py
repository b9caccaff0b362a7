"""Refinement: which conditions have to be tracked to decide whether an allocation comes to a fault.

Counterexample-guided abstraction (Clarke et al., CAV 2000): the conditions that decide the path to a fault, and their
operands, are tracked from then on; a fault that stays is real. Allocations with common paths to faults are followed
together first.
"""

from __future__ import annotations

from typing import NamedTuple

from ownlog.backend.checking.cores import Mark, first_of_each, reason, way_to
from ownlog.backend.checking.edges import grouped
from ownlog.backend.checking.explore import Search
from ownlog.backend.checking.graph import Graph
from ownlog.backend.checking.initial_state import known_at, never_reached
from ownlog.backend.checking.states import Distrusted, Fault, Found, State
from ownlog.backend.checking.truth import Truth
from ownlog.backend.checking.verdict import TOO_MANY

_ENOUGH = 64
"""After how many faults a search ends that is to be done again with more conditions."""
_MANY = 10_000
"""How many states one allocation may have before its conditions are looked at one by one."""
_TOGETHER = 2_000
_AGAIN = 8
"""The states of allocations followed together: so many each, or so many times those without conditions.

At most as many as each could have alone. n allocations along a chain of n branches have about n * n states, and one by
one each takes several searches for its share.
"""
_AT_ALL = 30
_EACH = 100
"""The states of all allocations in all searches with conditions: so many times those of one, and so many for each.

What is undecided by then is given up.
"""
_FEW = 1_000
"""How many states are looked at to tell whether a way is impossible."""
_WAYS = 4
"""Of how many faults a reason is looked for before the search goes on."""


class Report(NamedTuple):
    """A fault that stays whatever is tracked, or the search limit (`TOO_MANY`), and the search."""

    start: State
    fault: Fault
    found: Found


class Refinement:
    """Follows the allocations of a module; `limit` is the number of states for one allocation."""

    def __init__(self, graph: Graph, limit: int) -> None:
        self.graph = graph
        self.limit = limit
        self.states = 0
        """How many states were looked at."""
        self._most = limit
        """How many of them there may be before what is left is given up."""
        self.distrusted: Distrusted = {}
        self.tracked: dict[State, frozenset[str]] = {}
        """The conditions that were remembered in the last search from a start."""
        self._depth = 0
        """How many steps away conditions were tracked where that was enough the last time."""
        self._plain = 0
        """How many states there are without conditions."""
        self._apart: set[State] = set()
        """The starts that had too many states together with others."""
        self._frugal: set[State] = set()
        """The starts from which there are so many states that each condition has to have its reason."""
        self._thorough = False
        """Whether conditions are remembered that tell when an address dangles; else it may do so more often."""

    def reports(self, starts: list[State]) -> list[Report]:
        """The faults that can be reached from `starts`."""
        found = self._run(Search(self.graph, frozenset(), self.limit * 10), starts, _MANY + 2 * len(starts))
        self._plain = len(found.parents)
        self._most = self.states + _AT_ALL * self.limit + _EACH * len(starts)
        plain = Truth(self.graph, frozenset())
        suspects = [start for start in _suspects(found, starts) if not never_reached(plain, start.block)]
        reports = self._agreed(found, suspects)
        if self.distrusted and reports:
            self._thorough = True
            reports = self._agreed(found, suspects)
        return reports

    def search_from(
        self, start: State, limit: int | None = None, tracked: frozenset[str] | None = None, *, everywhere: bool = False
    ) -> tuple[Search, State]:
        """A search for one allocation, and its start; with the known sufficient conditions, or those `tracked`."""
        conditions = self.tracked.get(start, frozenset()) if tracked is None else tracked
        least = self.limit if limit is None else min(limit, self.limit)
        search = Search(self.graph, conditions, least, self.distrusted, self._made_for(start), everywhere=everywhere)
        return search, self._begin(search, start)

    def _begin(self, search: Search, start: State) -> State:
        return start._replace(known=known_at(search.truth, start.block, start.position, beyond=not search.everywhere))

    def _made_for(self, start: State) -> str:
        [value] = start.handles
        return self.graph.made_for.get(value, "")

    def _run(self, search: Search, starts: list[State], enough: int | None = None) -> Found:
        found = search.run(starts, enough)
        self.states += len(found.parents)
        return found

    def _is_spent(self) -> bool:
        return self.states >= self._most

    def _agreed(self, found: Found, suspects: list[State]) -> list[Report]:
        """What is found from each start, once none finds more addresses that dangle."""
        self.distrusted = {}
        while True:
            distrusted = sum(map(len, self.distrusted.values()))
            clean = {
                start for group, names in self._groups(found, suspects) for start in self._clean_together(group, names)
            }
            reports = [report for start in suspects if start not in clean for report in self._look_closer(start)]
            if sum(map(len, self.distrusted.values())) == distrusted:
                return reports

    # Several allocations at once.

    def _groups(self, found: Found, suspects: list[State]) -> list[tuple[list[State], set[str]]]:
        """The suspects with common paths, in memory of one kind, which are followed together."""
        if not (found.exhausted and suspects):
            return []
        number = {state: at for at, state in enumerate(found.parents)}
        leaders = list(number.values())

        def leader(at: int) -> int:
            while (above := leaders[at]) != at:
                leaders[at] = leaders[above]
                at = above
            return at

        for state, before in found.came:
            leaders[leader(number[before])] = leader(number[state])
        faults = grouped((leader(number[fault.state]), fault) for fault in self._asking(found))
        groups = grouped(((leader(number[start]), self._made_for(start)), start) for start in suspects)
        return [(group, self._deciding(found, faults[met])) for (met, _), group in groups.items()]

    def _clean_together(self, group: list[State], names: set[str]) -> list[State]:
        """Those of a group without a reachable fault, tracking the conditions that the faults of all ask for.

        `names` were asked for already. Their operands are tracked as far as sufficed for the group before, since groups
        of a program are mostly alike.
        """
        gone = self._depth
        tracked, depth = self._more(frozenset(), names, gone)
        suspects, clean, enough = (
            [start for start in group if start not in self._apart],
            list[State](),
            _ENOUGH * len(group),
        )
        limit = min(min(self.limit, _MANY) * len(group), max(_TOGETHER * len(group), _AGAIN * self._plain))
        while suspects and not self._is_spent():
            limit = min(limit, self._most - self.states)
            search = Search(self.graph, tracked, limit, self.distrusted, self._made_for(group[0]))
            starts = {start: self._begin(search, start) for start in suspects}
            found = self._run(search, [*starts.values()], enough)
            reached = set(_suspects(found, [*starts.values()]))
            for start in suspects:
                if starts[start] not in reached:
                    self.tracked[start] = tracked
                    clean.append(start)
                    self._depth = gone
            gone = depth
            more, depth = self._more(tracked, self._deciding(found), depth)
            if not (found.exhausted or found.enough):
                self._apart.update(suspects)
                break
            if more == tracked:
                break
            suspects = [start for start in suspects if starts[start] in reached]
            tracked, enough = more, enough * 4
        return clean

    # One allocation.

    def _look_closer(self, start: State) -> list[Report]:
        """Follow one allocation with the conditions that its faults ask for, until there are no faults, or no
        conditions.

        Operands of conditions are tracked a few steps at a time, as they are rarely needed to their origin.
        """
        if start in self._frugal:
            return self._look_frugally(start)
        tracked = self.tracked.get(start, frozenset())
        depth, enough = 0, _ENOUGH
        while True:
            if self._is_spent():
                return [_given_up(start)]
            self.tracked[start] = tracked
            search, begin = self.search_from(start, _MANY)
            found = self._run(search, [begin], enough)
            if not found.exhausted and not found.enough:
                self._frugal.add(start)
                del self.tracked[start]
                return self._look_frugally(start)
            more, depth = self._more(tracked, self._deciding(found), depth)
            enough *= 4
            if more != tracked:
                tracked = more
            elif found.exhausted:
                self._distrust(found)
                return [Report(start, fault, found) for fault in first_of_each(found.faults)]

    def _look_frugally(self, start: State) -> list[Report]:
        """The same with as few conditions as rule each fault out."""
        tracked = self.tracked.get(start, frozenset())
        certain: dict[tuple[str, str], Report] = {}
        while True:
            if self._is_spent():
                return [*certain.values(), _given_up(start)]
            self.tracked[start] = tracked
            search, begin = self.search_from(start, everywhere=True)
            search.found.told.update(certain)
            found = self._run(search, [begin], _ENOUGH)
            if not found.exhausted and not found.enough:
                return [*certain.values(), _given_up(start)]
            if not found.faults:
                self._distrust(found)
                return list(certain.values())
            before = len(certain), tracked
            for fault in first_of_each(found.faults)[:_WAYS]:
                names, _ = self._more(tracked, self._deciding(found, [fault]), None)
                again = _Again(self, start, fault, way_to(found, fault))
                if (report := again.report(names)) is not None:
                    certain[fault.kind, fault.op] = report
                elif again.is_ruled_out(names):
                    tracked |= again.reason(tracked, names)
                else:
                    tracked = names
            if (len(certain), tracked) == before:
                tracked = self._more(tracked, self._deciding(found, found.faults), None)[0]
            if (len(certain), tracked) == before:
                for fault in found.faults:
                    certain[fault.kind, fault.op] = Report(start, fault, found)

    def _distrust(self, found: Found) -> None:
        for case in found.dangling:
            self.distrusted.setdefault((case.comparison, case.address), set()).add(case.known)

    def _deciding(self, found: Found, faults: list[Fault] | None = None) -> set[str]:
        """The conditions that decide the ways to the faults."""
        if faults is None:
            faults = self._asking(found)
        if not faults:
            return set()
        return {
            note.value for note in found.notes_to(faults) if note.what in ("decided", "asserted", "round")
        } | found.wanted

    def _asking(self, found: Found) -> list[Fault]:
        """What asks for conditions."""
        return found.faults + found.after_end if self._thorough else found.faults

    def _more(self, tracked: frozenset[str], names: set[str], depth: int | None) -> tuple[frozenset[str], int]:
        """`tracked`, and `names` with their operands at most `depth` steps away (None: all), or more if that is nothing
        new.

        Also the depth for the next time.
        """
        found = {name for name in names if name in self.graph.home}
        last, steps = names, 0
        while last and (depth is None or steps < depth or found <= tracked):
            last = {source for name in last for source in self.graph.hangs_on.get(name, ())} - names
            names = names | last
            found |= {name for name in last if name in self.graph.home}
            steps += 1
        return tracked | found, max(1, 2 * steps)


class _Again:
    """Searches that keep to the way on which a fault was found, with other conditions."""

    def __init__(self, refinement: Refinement, start: State, fault: Fault, kept_to: frozenset[Mark]) -> None:
        self.refinement = refinement
        self.start = start
        self.key = (fault.kind, fault.op)
        self.kept_to = kept_to

    def _found(self, tracked: frozenset[str]) -> tuple[Found, Fault | None]:
        search, begin = self.refinement.search_from(self.start, _FEW, tracked, everywhere=True)
        search.kept_to = self.kept_to
        found = search.run([begin])
        self.refinement.states += len(found.parents)
        return found, next((fault for fault in found.faults if (fault.kind, fault.op) == self.key), None)

    def is_ruled_out(self, tracked: frozenset[str]) -> bool:
        """Whether the way is impossible with the conditions `tracked`."""
        found, fault = self._found(tracked)
        return found.exhausted and fault is None

    def reason(self, tracked: frozenset[str], names: frozenset[str]) -> set[str]:
        """As few of `names` as rule the way out, together with `tracked`."""
        return set(reason(sorted(names - tracked), lambda some: self.is_ruled_out(tracked.union(some))))

    def report(self, tracked: frozenset[str]) -> Report | None:
        """The fault, if the way is possible with the conditions `tracked`."""
        found, fault = self._found(tracked)
        return None if fault is None else Report(self.start, fault, found)


def _given_up(start: State) -> Report:
    """That there are too many states to tell."""
    return Report(start, Fault(TOO_MANY, start.block, start), Found())


def _suspects(found: Found, starts: list[State]) -> list[State]:
    """The starts from which a fault can be reached."""
    if not found.exhausted:
        return starts
    reached = {fault.state for fault in found.faults} | {fault.state for fault in found.after_end}
    before = grouped(found.came) if reached else {}
    work = list(reached)
    while work:
        for state in before.get(work.pop(), ()):
            if state not in reached:
                reached.add(state)
                work.append(state)
    return [start for start in starts if start in reached]
