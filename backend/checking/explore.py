"""All that can happen to one allocation: the states that can be reached, found by a search that visits each once.

The allocation that is followed is an arbitrary one of those that its op makes. A state says where control is, whether
the allocation is live, freed or somebody else's, which handles hold it, and what is known of the conditions that are
tracked. Calls of functions with a body are entered; what a function does to an allocation that it is given is found
once for each way of giving it (functional approach of Sharir and Pnueli), so recursion ends. Values that are needed no
more are forgotten, by the relations of `rules/checking/needs.dl`: that keeps the states few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from ownlog.backend.certificates.invariant import Activation, Case, Invariant, Outcome, Point
from ownlog.backend.checking.calls import Calls, decided
from ownlog.backend.checking.cores import Mark, mark
from ownlog.backend.checking.edges import Way
from ownlog.backend.checking.graph import Graph
from ownlog.backend.checking.positions import NONE
from ownlog.backend.checking.shortcuts import Marks, Shortcuts
from ownlog.backend.checking.states import FREED, LIVE, LOST, SKIPPED, Distrusted, Exit, Found, Note, State, key
from ownlog.backend.checking.transfer import Transfer
from ownlog.backend.checking.truth import Truth
from ownlog.backend.checking.verdict import LEAK, OUT_OF_SIGHT


class Search(Calls):
    """A search from some states on.

    `tracked` are remembered conditions; `limit` is the number of states; `distrusted` are comparisons with an address
    of a possibly freed allocation, `made_for` is the op that frees it ("" unknown, None: allocations of all kinds at
    once). `everywhere`: states at all uses of handles, and in the regions of these, as a proof needs; else only at
    possible changes.
    """

    def __init__(
        self,
        graph: Graph,
        tracked: Set[str],
        limit: int,
        distrusted: Distrusted | None = None,
        made_for: str | None = None,
        *,
        everywhere: bool = False,
    ) -> None:
        super().__init__(graph, tracked, Truth(graph, tracked, distrusted), everywhere=everywhere)
        self.limit = limit
        self.kept_to: Set[Mark] | None = None
        """Where the search keeps to; None: it goes everywhere."""
        picked = graph.handles if everywhere else graph.matters
        self._transfer = Transfer(self.truth, distrusted or {}, self.found, made_for, picked)
        self._work: list[State] = []
        self._defined = self._places_of_tracked()
        self._telling = {
            graph.returns[op] for op, values in graph.returned.items() if any(value in tracked for _, value in values)
        }
        """The functions that return tracked conditions: they are followed to their end."""
        self._changing: Marks | None = None
        self._barring: Marks | None = None
        self._cells = frozenset(name for name in tracked if name in graph.cells)

    def run(self, starts: list[State], enough: int | None = None) -> Found:
        """Visits all that can follow from `starts`; with `enough`, until so many faults are found."""
        for start in starts:
            self._reach(start, None, ())
        while self._work:
            self.found.enough = enough is not None and len(self.found.faults) >= enough
            if self.found.enough or len(self.found.parents) > self.limit:
                self.found.exhausted = False
                break
            self._step(self._work.pop())
        return self.found

    def invariant(self, origin: str) -> Invariant:
        """What the search has found, as something that can be proved without it."""
        cases: dict[Point, set[Case]] = {}
        for state in self.found.parents:
            point = Point(Activation(*state.context), state.block, state.position)
            cases.setdefault(point, set()).add(Case(state.status, state.handles, state.known))
        outcomes = {
            Activation(*context): {Outcome(*way_out) for way_out in exits} for context, exits in self._exits.items()
        }
        return Invariant(frozenset([origin]), cases, outcomes, self._transfer.distrusted)

    def _places_of_tracked(self) -> dict[str, list[int]]:
        """Where tracked results and handles are defined by ops with ways, or calls: the search stops there."""
        found: dict[str, list[int]] = {}
        for value in self.tracked:
            op = self.graph.definer.get(value)
            if op is not None and (op in self.graph.ways or op in self.graph.callee or value in self.graph.handles):
                place = self.graph.place[op]
                found.setdefault(place.block, []).append(place.position)
        return {block: sorted(set(positions)) for block, positions in found.items()}

    # Reaching a state.

    def _reach(self, state: State, parent: State | None, notes: tuple[Note, ...]) -> None:
        if self.kept_to is not None and mark(state) not in self.kept_to:
            return
        if self.found.come(state, parent, notes):
            self._work.append(state)

    # From one state to the next.

    def _step(self, start: State) -> None:
        """Goes on from a state to where control forks, or to the end of its block: only there can paths join."""
        graph = self.graph
        state = start
        notes: tuple[Note, ...] = ()
        while not self._is_over(state):
            at = graph.at[state.block]
            position = self._next_stop(state, len(at) - 1)
            op = at[position]
            cases = self._behind(op, state, start, notes)
            if op in graph.never_passed or op in graph.asserted:
                cases = [case for now, more in cases for case in self._past(op, now, more)]
            if (
                len(cases) != 1
                or self.everywhere
                or position + 1 == len(at)
                or op in graph.ways
                or self._enters(op, cases[0][0])
            ):
                for current, more in cases:
                    self._onwards(op, position, current, state, start, notes + more)
                return
            [(current, more)] = cases
            context, block, _, status, handles, known = current
            state, notes = (
                self._forgetting(State(context, block, position + 1, status, handles, known), state),
                notes + more,
            )

    def _is_over(self, state: State) -> bool:
        """Whether nothing that matters can follow: there is nothing to free, and no handle is used later."""
        if state.status in (LIVE, LOST) or state.context.given is not None:
            return False
        if self.everywhere:
            return not state.handles
        alive, block, position = self.graph.alive, state.block, state.position if state.position > 0 else 0
        return not any(alive(handle, block, position) for handle in state.handles)

    def _behind(
        self, op: str, state: State, start: State, notes: tuple[Note, ...]
    ) -> Sequence[tuple[State, tuple[Note, ...]]]:
        """The states behind `op`. The search came to `state` from `start`, and tells faults from there."""
        effects = self.graph.effects.get(op)
        if effects is None and state.status != FREED:
            return [(state, ())]
        found = self.found
        faults, dangling = len(found.faults), len(found.after_end)
        cases = self._transfer.after(op, state, effects)
        if state is not start:
            for fault in found.faults[faults:] + found.after_end[dangling:]:
                fault.state, fault.notes = start, notes + fault.notes
        return cases

    def _past(self, op: str, state: State, notes: tuple[Note, ...]) -> Iterator[tuple[State, tuple[Note, ...]]]:
        """The states in which control passes a barrier: where what it asserts is true."""
        if op not in self.graph.never_passed:
            for value, facts, assumed in self.truth.decided(self.graph.asserted[op], dict(state.known)):
                if value:
                    said = tuple([Note("asserted", op, name, taken) for name, taken in assumed])
                    yield state._replace(known=key(facts)), notes + said

    def _next_stop(self, state: State, last: int) -> int:
        """The position of the next op of the block that may change something, else the last; uses do not count if not
        freed.
        """
        graph, block = self.graph, state.block
        places = graph.needs_at if self.everywhere or state.status == FREED else graph.stops_at
        start = state.position if state.position > 0 else 0
        position = places.next(state.handles, block, start, last)
        if self._cells:
            position = graph.needs_at.next(self._cells, block, start, position)
        for stops in (self._defined, graph.barred):
            if block in stops:
                position = min(position, next((at for at in stops[block] if at >= start), last))
        return position

    def _enters(self, op: str, state: State) -> bool:
        """Whether `op` is a call that is followed and gives the allocation to its callee."""
        return op in self.graph.callee and bool(self.graph.operands.get(op, NONE).among(state.handles))

    def _onwards(
        self, op: str, position: int, current: State, before: State, parent: State, notes: tuple[Note, ...]
    ) -> None:
        graph = self.graph
        if op in graph.ways:
            self._take_ways(op, current, parent, notes)
        elif op in graph.returns:
            self._return(op, graph.returns[op], current, parent, notes)
        elif self._enters(op, current):
            self._call(op, graph.callee[op], current, parent, notes)
        elif position + 1 < len(graph.at[current.block]):
            context, block, _, status, handles, known = current
            self._reach(
                self._forgetting(State(context, block, position + 1, status, handles, known), before), parent, notes
            )
        elif current.status in (LIVE, LOST):
            # The end of a region of which no rule says where control goes.
            self.found.fault(OUT_OF_SIGHT, op, parent, notes)

    def _forgetting(self, state: State, parent: State) -> State:
        """The state without what is not needed any more.

        Only for an op that adds something: else a block of many selects would have as many states as there are choices.
        """
        if state.handles == parent.handles and state.known == parent.known:
            return state
        context, block, position, status, handles, known = state
        lasting = frozenset(self.graph.lasting(handles, block, position))
        return State(context, block, position, status, lasting, self._still_known(known, block, position))

    def _still_known(
        self, known: tuple[tuple[str, int], ...], block: str, position: int
    ) -> tuple[tuple[str, int], ...]:
        """What of `known` is needed there."""
        lasting = set(self.graph.lasting([name for name, _ in known], block, position))
        return known if len(lasting) == len(known) else tuple([fact for fact in known if fact[0] in lasting])

    # Ways.

    def _take_ways(self, op: str, state: State, parent: State, notes: tuple[Note, ...]) -> None:
        graph = self.graph
        ways = graph.ways[op]
        if op in graph.cases:
            self._take_case(op, ways, state, parent, notes)
            return
        if op in graph.counts:
            self._count(op, ways, state, parent, notes)
            return
        condition = graph.decides.get(op)
        known = dict(state.known)
        if condition is None:
            for way in ways:
                note = Note("way", op, "", way.number) if len(ways) > 1 else self._skips(op, way)
                self._take(op, way, state, known, parent, (*notes, note) if note else notes)
            return
        for value, facts, assumed in self.truth.decided(condition, known):
            said = notes + decided(op, assumed)
            for way in ways:
                if way.when is None or way.when[1] == bool(value):
                    self._take(op, way, state, facts, parent, said)

    def _count(self, op: str, ways: list[Way], state: State, parent: State, notes: tuple[Note, ...]) -> None:
        """Into the first iteration of a loop that counts them, or from the end of one to the next or out."""
        value, first, step, bound = self.graph.counts[op]
        known = dict(state.known)
        if all(way.after is None for way in ways):
            number: int | None = first
        else:
            number = known[value] + step if value in known else None
        for way in ways:
            if number is not None and (number < bound) != (way.block is not None):
                continue
            facts = (
                {**known, value: number}
                if number is not None and way.block is not None and value in self.tracked
                else known
            )
            said = self._skips(op, way) if number is not None else Note("round", op, value, way.number)
            self._take(op, way, state, facts, parent, (*notes, said) if said else notes, value)

    def _skips(self, op: str, way: Way) -> Note | None:
        """That a loop runs no iteration, if it is sure to take this way."""
        return Note(SKIPPED, op) if way.block is None and op in self.graph.loops else None

    def _take_case(self, op: str, ways: list[Way], state: State, parent: State, notes: tuple[Note, ...]) -> None:
        flag, cases = self.graph.cases[op]
        for value, known, assumed in self.truth.numbers(flag, dict(state.known)):
            said = notes + decided(op, assumed)
            if value is None:
                self._take_any_case(op, ways, state, known, parent, said)
                continue
            for way in ways:
                if (way.number == 0 and value not in cases) or (way.number > 0 and cases[way.number - 1] == value):
                    self._take(op, way, state, known, parent, said)

    def _take_any_case(
        self, op: str, ways: list[Way], state: State, known: dict[str, int], parent: State, notes: tuple[Note, ...]
    ) -> None:
        """The ways by cases of a number that is not known."""
        flag, cases = self.graph.cases[op]
        for way in ways:
            facts = known
            if way.number > 0:
                if not self.truth.can_be(flag, cases[way.number - 1], known):
                    continue
                if flag in self.tracked:
                    facts = {**known, flag: cases[way.number - 1]}
            elif self.truth.must_be(flag, cases, known):
                continue
            else:
                facts = self.truth.neither(flag, cases, known)
            said = (*notes, Note("decided", op, flag, way.number))
            self._take(op, way, state, facts, parent, said)

    def _take(
        self,
        op: str,
        way: Way,
        state: State,
        known: dict[str, int],
        parent: State,
        notes: tuple[Note, ...],
        counted: str = "",
    ) -> None:
        graph = self.graph
        if way.block is not None:
            block, position = way.block, -1
        else:
            assert way.after is not None
            place = graph.place[way.after]
            block, position = place.block, place.position + 1
        alive = graph.alive
        handles = way.carried.get(state.handles)
        if handles is None:
            lasting = set(graph.lasting(state.handles, block, position))
            if way.assigned:
                targets_of = way.targets
                for handle in state.handles:
                    if handle in targets_of:
                        lasting.update(targets_of[handle])
            handles = way.carried[state.handles] = frozenset(lasting)
        if not self.tracked:
            self._arrive(op, State(state.context, block, position, state.status, handles, ()), parent, notes)
            return
        targets = [target for target in way.sources if target in self.tracked]
        sources = [way.sources[target] for target in targets]
        for before, assumed in self.truth.told_apart(sources, known, lambda name: alive(name, block, position)):
            facts = {name: before[name] for name in graph.lasting(before, block, position)}
            if counted in before:
                facts[counted] = before[counted]
            for target in targets:
                # All are assigned at once: what is read is what was there before.
                value = self.truth.value(way.sources[target], before)
                if value is not None:
                    facts[target] = value
                else:
                    facts.pop(target, None)
            said = notes + decided(op, assumed)
            self._arrive(op, State(state.context, block, position, state.status, handles, key(facts)), parent, said)

    def _ahead(self, state: State) -> State:
        """The state in the next block, on entering a block, in which something may change: none in between."""
        shortcuts = self.graph.shortcuts(state.block)
        if shortcuts is None or self.everywhere:
            return state
        asked = self.graph.needing_blocks if state.status == FREED else self.graph.stopping_blocks
        found = [asked(handle).next(state.block) for handle in state.handles]
        if self.tracked:
            found.append(self._changes(shortcuts).next(state.block))
        if self.graph.barred:
            found.append(self._bars(shortcuts).next(state.block))
        block = shortcuts.next_of(found)
        if block in ("", state.block):
            return state
        context, _, position, status, handles, known = state
        lasting = frozenset(self.graph.lasting(handles, block, -1))
        return State(context, block, position, status, lasting, self._still_known(known, block, -1))

    def _changes(self, shortcuts: Shortcuts) -> Marks:
        """The blocks in which what is known of tracked conditions may change, other than by deciding on them."""
        if self._changing is None:
            self._changing = Marks(
                shortcuts, {block for name in self.tracked for block in self.graph.changing_blocks(name)}
            )
        return self._changing

    def _bars(self, shortcuts: Shortcuts) -> Marks:
        """The blocks in which control passes something only under a condition, or not at all."""
        if self._barring is None:
            self._barring = Marks(shortcuts, set(self.graph.barred))
        return self._barring

    def _arrive(self, op: str, state: State, parent: State, notes: tuple[Note, ...]) -> None:
        """Goes on in a new place, unless nothing more can happen to the allocation in this function."""
        if state.position < 0 and state.handles:
            state = self._ahead(state)
        telling = state.context.given is not None and state.context.function in self._telling
        # Where nothing but addresses is left, nobody can free it any more; but they may still be compared.
        owned = state.context.given is None and state.status in (LIVE, LOST)
        if telling or (state.handles and not owned) or not self.graph.buffers.isdisjoint(state.handles):
            self._reach(state, parent, notes)
            return
        if state.context.given is not None:
            self._leave(Exit(state.status, frozenset(), ()), state, parent, notes)
        elif state.status in (LIVE, LOST) and state.block not in self.graph.dead_ends:
            if state.context.function in self.graph.barred_functions:
                # It leaks where control comes out of the function, and does so only if it passes what bars it.
                self._reach(state, parent, notes)
                return
            self.found.fault(LEAK if state.status == LIVE else OUT_OF_SIGHT, op, parent, notes)
