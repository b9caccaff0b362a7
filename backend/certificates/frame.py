"""The cuts of one activation of a function: the ops about an invariant, and the handles needed there.

A frame has *cuts*: the starts of blocks, and the places behind ops with regions that have to be entered. From each cut,
control goes on in a straight line over the ops about the invariant's handles and conditions, up to branches; a cut
follows from the cuts before it. All else, whole regions too, cannot touch the allocation, and is left out (a frame
rule).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ownlog.backend.certificates.invariant import Activation, Case, Invariant, Point
from ownlog.backend.certificates.program import Program, Way


class Cut(NamedTuple):
    """In front of op number `position` of `block`; -1 is its start."""

    block: str
    position: int


class Web:
    """What an invariant is about: handles, conditions and cells, and the ops around all that is done with them."""

    def __init__(self, program: Program, invariant: Invariant) -> None:
        self.handles = set(invariant.origins)
        names: set[str] = set()
        for cases in invariant.cases.values():
            for case in cases:
                self.handles |= case.holders
                names.update(name for name, _ in case.known)
        self.inputs = inputs_of(program, names)
        """The conditions, integers and cells that something is known of, and that are computed from no others."""
        making = [activation.function for activation in invariant.outcomes if activation.given is None]
        makers = [call for function in making for call in program.calls.get(function, ())]
        ops = {op for handle in self.handles for op in program.about.get(handle, ())} | set(makers)
        ops |= {op for name in self.inputs for op in program.about.get(name, ())}
        ops |= program.never_passed | {
            op for op, value in program.asserted.items() if inputs_of(program, [value]) & self.inputs
        }
        ops |= {
            way.op
            for value in invariant.origins & program.home.keys()
            for way in program.into.get(program.home[value], ())
        }
        self.ops = ops
        self.around: dict[str, set[str]] = defaultdict(set)
        """The ops with regions, and which of the handles from outside are used in them."""
        self.decisive: set[str] = set()
        """The ops with regions to enter for conditions, even if no handle used in them holds the allocation."""
        self.inside: dict[str, set[str]] = defaultdict(set)
        """The ops with regions, and the conditions and cells of `inputs` that are defined in them."""
        self.beginning: set[str] = set()
        """The ops with regions in which the allocation may begin."""
        self._surround(program, invariant, makers)

    def _surround(self, program: Program, invariant: Invariant, makers: Iterable[str]) -> None:
        for op in self.ops:
            if op in program.place:
                for outer in program.around(program.place[op][0]):
                    self.around[outer]
                if op in program.never_passed or op in program.asserted:
                    self.decisive.update(program.around(program.place[op][0]))
        for handle in self.handles:
            home = program.block_of(handle)
            for op in program.used_by.get(handle, ()):
                for outer in program.around(program.place[op][0]):
                    if outer in program.entry or outer == program.parent.get(home):
                        break
                    self.around[outer].add(handle)
        for op in self.ops:
            if op in program.ways and op != program.last[program.place[op][0]]:
                self.around[op] |= {
                    source for way in program.ways[op] for source in way.assigned.values()
                } & self.handles
        for name in self.inputs:
            for outer in program.around(program.block_of(name)):
                self.inside[outer].add(name)
            if name in program.definer:
                self.decisive.add(program.definer[name])
            for op in program.about.get(name, ()):
                if any(row.cell == name for row in (*program.sets.get(op, ()), *program.spoils.get(op, ()))):
                    self.decisive.update(program.around(program.place[op][0]))
        for block in [
            *(program.block_of(value) for value in invariant.origins),
            *(program.place[op][0] for op in makers),
        ]:
            self.beginning.update(program.around(block))
        for value in invariant.origins & program.home.keys():
            self.beginning.add(program.parent[program.home[value]])


def inputs_of(program: Program, names: Iterable[str]) -> set[str]:
    """What values are computed from in the end."""
    found: set[str] = set()
    seen: set[str] = set()
    work = list(names)
    while work:
        name = work.pop()
        if name in seen:
            continue
        seen.add(name)
        how, *parts = program.made_of.get(name, ("",))
        if how == "constant":
            continue
        if how == "":
            found.add(name)
        work += parts
    return found


class Frame:
    """One activation of a function, as far as the invariant is about it."""

    def __init__(self, program: Program, invariant: Invariant, web: Web, activation: Activation) -> None:
        self.program = program
        self.web = web
        self.activation = activation
        self._ops: dict[str, list[int]] = defaultdict(list)
        for op in {*web.ops, *web.around} - program.entry.keys():
            block, position = program.place[op]
            if program.function_of(block) == activation.function:
                self._ops[block].append(position)
        for positions in self._ops.values():
            positions.sort()
        self._op_at = {program.place[op]: op for op in {*web.ops, *web.around} if op in program.place}
        self._paths: dict[str, list[tuple[str, bool]]] = {}
        self._cuts: dict[str, list[Cut]] = {}
        self.cases: dict[Cut, set[Case]] = {}
        for point, cases in invariant.cases.items():
            cut = Cut(point.block, point.position)
            if point.activation == activation and cut in self.cuts_of(cut.block):
                self.cases[cut] = cases
        self.support: dict[Cut, set[str]] = defaultdict(set)
        """The handles that are still needed, of those that may hold the allocation."""
        self._find_support()

    def entered(self, op: str) -> bool:
        """Whether the regions of an op are looked into."""
        return op in self.web.around and op in self.program.ways and op != self.program.last[self.program.place[op][0]]

    def ops_from(self, cut: Cut) -> Iterator[str]:
        """The ops behind a cut that matter, in their block, and the last one of the block."""
        positions = self._ops.get(cut.block, [])
        for position in positions[bisect_left(positions, cut.position) :]:
            yield self._op_at[cut.block, position]
        last = self.program.last[cut.block]
        if (cut.block, self.program.place[last][1]) not in self._op_at:
            yield last

    def cuts_of(self, block: str) -> list[Cut]:
        """The start of a block, and the places behind the ops in it that are entered."""
        if block not in self._cuts:
            entered = [position for position in self._ops.get(block, ()) if self.entered(self._op_at[block, position])]
            self._cuts[block] = [Cut(block, -1), *(Cut(block, position + 1) for position in entered)]
        return self._cuts[block]

    def cuts(self) -> list[Cut]:
        """The cuts to show something from; others precede nothing relevant, with nothing known there."""
        blocks = {*self._ops, *(cut.block for cut in self.support), self.program.entry[self.activation.function]}
        found = {cut for block in blocks if self._reached(block) for cut in self.cuts_of(block)}
        found |= {cut for cut in self.cases if self._reached(cut.block)}
        work = [cut for cut in found if self.paths(cut)]
        while work:
            for way in self._into(work.pop()):
                new = [cut for cut in self.cuts_of(self.program.place[way.op][0]) if cut not in found]
                found.update(new)
                work += [cut for cut in new if self.paths(cut)]
        return sorted(found)

    def _reached(self, block: str) -> bool:
        """Whether all ops around a block are entered."""
        return all(outer in self.program.entry or self.entered(outer) for outer in self.program.around(block))

    def _into(self, cut: Cut) -> list[Way]:
        """The ways that lead to a cut."""
        if cut.position == -1:
            return self.program.into.get(cut.block, [])
        return self.program.behind.get(self._before(cut), [])

    def _before(self, cut: Cut) -> str:
        return self._op_at[cut.block, cut.position - 1]

    def _find_support(self) -> None:
        """Classic liveness, handle by handle, backwards from where each is used."""
        program = self.program
        for handle in sorted(self.web.handles):
            used: dict[str, list[int]] = defaultdict(list)
            for op in program.used_by.get(handle, ()):
                if program.function_of(program.place[op][0]) == self.activation.function:
                    used[program.place[op][0]].append(program.place[op][1])
            for op, handles in self.web.around.items():
                if handle in handles and program.function_of(program.place[op][0]) == self.activation.function:
                    used[program.place[op][0]].append(program.place[op][1])
            work = [
                cut
                for block, positions in used.items()
                for position in positions
                for cut in self._leading_to(handle, block, position)
            ]
            while work:
                cut = work.pop()
                if handle in self.support[cut]:
                    continue
                self.support[cut].add(handle)
                if cut.position == -1:
                    if program.home.get(handle) == cut.block:
                        continue
                elif program.definer.get(handle) == self._before(cut):
                    continue
                for way in self._into(cut):
                    block, position = program.place[way.op]
                    work += self._leading_to(handle, block, position)

    def _leading_to(self, handle: str, block: str, position: int) -> list[Cut]:
        """The cuts of a block from which control reaches an op in a straight line, without the handle's definition."""
        definer = self.program.definer.get(handle)
        defined = self.program.place[definer] if definer is not None else ("", 0)
        after = defined[1] if defined[0] == block and defined[1] < position else -2
        return [cut for cut in self.cuts_of(block) if after < cut.position <= position]

    def paths(self, cut: Cut) -> list[tuple[str, bool]]:
        """Conditions that hold at a cut as one edge or region leads there, and those that depend on the invariant."""
        if not self.web.inputs:
            return []
        if cut.block not in self._paths:
            self._paths[cut.block] = self._paths_to(cut.block)
        return self._paths[cut.block]

    def _paths_to(self, block: str) -> list[tuple[str, bool]]:
        program = self.program
        found: dict[str, bool] = {}
        seen: set[str] = set()
        while block not in seen:
            seen.add(block)
            into = [way for way in program.into.get(block, []) if program.place[way.op][0] != block]
            if len(into) == 1:
                [way] = into
                if way.when is not None and inputs_of(program, [way.when[0]]) & self.web.inputs:
                    found.setdefault(*way.when)
                block = program.place[way.op][0]
            else:
                parent = program.parent[block]
                if parent in program.entry:
                    break
                block = program.place[parent][0]
        return sorted(found.items())

    def point(self, cut: Cut) -> Point:
        """The cut as a point of the invariant."""
        return Point(self.activation, cut.block, cut.position)
