"""Calls and returns: a function's effect on an allocation is found once for each way to pass it.

If a function makes the allocation, its search goes on behind all its calls. A return records what is known of results
and parameters, so that it resumes only at calls that it can have come from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Set
from functools import partial

from ownlog.backend.checking.graph import Graph
from ownlog.backend.checking.initial_state import conclude, known_at
from ownlog.backend.checking.positions import NONE
from ownlog.backend.checking.states import FREED, LIVE, LOST, Context, Exit, Found, Note, State, key
from ownlog.backend.checking.truth import Truth
from ownlog.backend.checking.verdict import LEAK, OUT_OF_SIGHT, RETURNED_NOT_OWNED, RETURNED_TWICE, USE_AFTER_FREE

Notes = tuple[Note, ...]


class Calls(ABC):
    """The part of a search that enters functions and comes back from them."""

    def __init__(self, graph: Graph, tracked: Set[str], truth: Truth, *, everywhere: bool) -> None:
        self.graph = graph
        self.tracked = tracked
        self.truth = truth
        self.everywhere = everywhere
        self.found = Found()
        self._exits: dict[Context, dict[Exit, tuple[State, Notes]]] = {}
        """How functions return, the state in front of the return, and what was assumed there."""
        self._waiting: dict[Context, list[tuple[State, str]]] = {}
        self._told = {
            (graph.callee[op], number)
            for op in {graph.definer.get(value, "") for value in tracked} & graph.callee.keys()
            for number, value in graph.results[op]
            if value in tracked
        }
        """The functions and the numbers of their results that are remembered behind some call."""

    @abstractmethod
    def _reach(self, state: State, parent: State | None, notes: Notes) -> None:
        """Control comes to a state."""

    @abstractmethod
    def _arrive(self, op: str, state: State, parent: State, notes: Notes) -> None:
        """Goes on in a new place, unless nothing more can happen to the allocation in this function."""

    def _call(self, op: str, function: str, state: State, parent: State, notes: Notes) -> None:
        graph = self.graph
        operands = graph.operands[op].values
        passed = [(number, operands[number]) for number in self._parameters(function) if number in operands]
        place = graph.place[op]
        lasts = partial(graph.alive, block=place.block, position=place.position + 1)
        for known, assumed in self.truth.told_apart([value for _, value in passed], dict(state.known), lasts):
            facts = {number: found for number, value in passed if (found := self.truth.value(value, known)) is not None}
            self._enter(op, function, facts, state._replace(known=key(known)), parent, notes + decided(op, assumed))

    def _enter(self, op: str, function: str, facts: dict[int, int], state: State, parent: State, notes: Notes) -> None:
        """Enter `function` from the call `op`, which passes the allocation, and parameters known by `facts`."""
        graph = self.graph
        arguments = graph.arguments.get(graph.entry[function], NONE).values
        given = graph.operands[op].among(state.handles)
        context = Context(function, state.status, given, tuple(sorted(facts.items())))
        self._waiting.setdefault(context, []).append((state, op))
        start = State(
            context, graph.entry[function], -1, state.status, frozenset(arguments[n] for n in given),
            key({arguments[n]: value for n, value in facts.items()}),
        )  # fmt: skip
        self.found.come(state, parent, notes)
        self._reach(start, state, ())
        self.found.entered.add(start)
        for way_out, last in list(self._exits.get(context, {}).items()):
            self._resume(op, way_out, state, *last)

    def _return(self, op: str, function: str, state: State, parent: State, notes: Notes) -> None:
        graph = self.graph
        returned = graph.returned.get(op, NONE)
        held = returned.among(state.handles)
        if state.context.given is not None:
            for way_out, said in self._ways_out(op, function, state, held):
                self._leave(way_out, state, parent, notes, said)
            return
        visible = function not in graph.internal
        if not held:
            if state.status in (LIVE, LOST):
                self.found.fault(LEAK if state.status == LIVE else OUT_OF_SIGHT, op, parent, notes)
            return
        if visible and state.status == FREED:
            self.found.fault(USE_AFTER_FREE, op, parent, notes)
            return
        # Whoever gets an address does not get what is there.
        owned = sum(returned.values[number] in graph.buffers for number in held)
        if visible and owned and state.status not in (LIVE, LOST):
            self.found.fault(RETURNED_NOT_OWNED, op, parent, notes)
            return
        if visible and not owned and state.status in (LIVE, LOST):
            self.found.fault(LEAK if state.status == LIVE else OUT_OF_SIGHT, op, parent, notes)
            return
        if visible and owned > 1:
            self.found.fault(RETURNED_TWICE, op, parent, notes)
        self.found.come(state, parent, notes)
        for way_out, said in self._ways_out(op, function, state, held):
            self._exits.setdefault(state.context, {})[way_out] = state, said
            for call in graph.calls.get(function, ()):
                self._resume(call, way_out, None, state, said)

    def _ways_out(self, op: str, function: str, state: State, held: frozenset[int]) -> Iterator[tuple[Exit, Notes]]:
        """The possible exits at the return `op`, where the results `held` hold the allocation."""
        graph = self.graph
        returned = graph.plain_returned.get(op, ())
        asked = [name for number, name in returned if (function, number) in self._told] if self.tracked else []
        parameters = self._parameters(function)
        for known, assumed in self.truth.told_apart(asked, dict(state.known), lambda name: name in parameters.values()):
            facts = {number: value for number, name in returned if (value := self.truth.value(name, known)) is not None}
            # Where control came here by a call that gave the allocation, the caller has told apart what it needs.
            new = parameters.items() if state.context.given is None else ()
            passed = {number: known[name] for number, name in new if name in known}
            yield (
                Exit(state.status, held, tuple(sorted(facts.items())), tuple(sorted(passed.items()))),
                decided(op, assumed),
            )

    def _parameters(self, function: str) -> dict[int, str]:
        """The parameters of a function that are remembered, by their numbers, where calls are followed into it."""
        graph = self.graph
        if not self.tracked or function not in graph.calls:
            return {}
        return {number: name for number, name in graph.plain_parameters[function] if name in self.tracked}

    def _leave(self, way_out: Exit, state: State, parent: State, notes: Notes, said: Notes = ()) -> None:
        exits = self._exits.setdefault(state.context, {})
        if way_out in exits:
            return
        self.found.come(state, parent, notes)
        exits[way_out] = state, said
        for caller, op in list(self._waiting.get(state.context, ())):
            self._resume(op, way_out, caller, state, said)

    def _resume(self, op: str, way_out: Exit, caller: State | None, last: State, said: Notes) -> None:
        """Resume behind the call `op` of `caller`, or of any caller if the callee made the allocation.

        Control was in `last` before the return, where `said` was assumed.
        """
        graph = self.graph
        place = graph.place[op]
        results = graph.results.get(op, NONE).values
        handles = {results[number] for number in way_out.results}
        position = place.position + 1
        if caller is None:
            context = Context(graph.function_around(place.block))
            known = dict(known_at(self.truth, place.block, position, beyond=not self.everywhere))
        else:
            context, known = caller.context, dict(caller.known)
            handles |= {handle for handle in caller.handles if graph.alive(handle, place.block, position)}
        passed = graph.operands.get(op, NONE).values
        for number, value in way_out.passed:
            # What the callee found its parameters to be, the arguments are.
            if self.truth.value(passed[number], known) not in (None, value):
                return
            conclude(self.truth, passed[number], value, known)
        known |= {results[n]: value for n, value in way_out.known if results.get(n) in self.tracked}
        state = State(context, place.block, position, way_out.status, frozenset(handles), key(known))
        if caller is not None and state not in self.found.parents:
            self.found.callers.setdefault(state, caller)
        self._arrive(op, state, last, said if caller is not None else (*said, Note("returned", op)))


def decided(op: str, assumed: Collection[tuple[str, int]]) -> Notes:
    """That conditions were assumed at an op."""
    return tuple([Note("decided", op, name, taken) for name, taken in assumed]) if assumed else ()
