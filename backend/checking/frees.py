"""Who frees in a program that has its deallocations: the ops at which each heap allocation may end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ownlog.backend.checking.edges import grouped
from ownlog.backend.checking.graph import DERIVED, Graph
from ownlog.backend.checking.judge import BRIEF_LIMIT, Judge
from ownlog.backend.checking.rows import Rows
from ownlog.backend.checking.states import Found, State

if TYPE_CHECKING:
    from ownlog.frontend.facts.extract import Facts
    from ownlog.rules.engine.program.engine import Engine


class End(NamedTuple):
    """The buffer `value` may hold an allocation that `op` frees, or returns if it `is_returned`.

    The op is reached only where `condition`, if any, is `taken`; `asks`: it frees only if its own conditions say so.
    """

    value: str
    op: str
    is_returned: bool = False
    condition: str = ""
    taken: bool = True
    asks: bool = False


def ends(facts: Facts, models: Sequence[Path] = (), engine: Engine | None = None) -> list[End]:
    """The ends of all heap allocations, for each buffer that holds one on a path to its end.

    Functions that return an allocation have no ends behind that. None of what is not followed to the end.
    """
    graph = Graph(Rows(facts, models, engine, DERIVED))
    found: set[End] = set()
    for search in Judge(graph, None, BRIEF_LIMIT).lives():
        before = grouped([*search.came, *search.callers.items()])
        returned = {
            End(value, op, is_returned=True)
            for op, values in graph.returned.items()
            for value in _holders(_at_return(search, graph, op, {value for _, value in values}), before)
            if _function(graph, value) == graph.returns[op]
        }
        givers = {_function(graph, end.value) for end in returned}
        freed = grouped(
            (note.op, state) for state, (_, notes) in search.parents.items() for note in notes if note.what == "freed"
        )
        for op, states in freed.items():
            condition, taken = next(_conditions(graph, op), ("", True))
            asks, home = bool(graph.effects[op].guarded), graph.function_around(graph.place[op].block)
            for value in _holders([parent for state in states for parent in before[state]], before):
                if _function(graph, value) == home or _function(graph, value) not in givers:
                    found.add(End(value, op, condition=condition, taken=taken, asks=asks))
        found |= returned
    return sorted(found)


def _function(graph: Graph, value: str) -> str:
    """The function that a value is defined in."""
    op = graph.definer.get(value)
    return graph.function_around(graph.home_of[value] if op is None else graph.place[op].block)


def _at_return(search: Found, graph: Graph, op: str, returned: Set[str]) -> list[State]:
    """The states in the block of a return that hold what it returns."""
    block = graph.place[op].block
    return [state for state in search.parents if state.block == block and not returned.isdisjoint(state.handles)]


def _holders(states: Iterable[State], before: Mapping[State, Sequence[State]]) -> set[str]:
    """The values that hold the allocation in some of the states, or on the way there."""
    seen = set(states)
    work = [*seen]
    while work:
        for parent in before.get(work.pop(), ()):
            if parent not in seen:
                seen.add(parent)
                work.append(parent)
    return {value for state in seen for value in state.handles}


def _conditions(graph: Graph, op: str) -> Iterator[tuple[str, bool]]:
    """The conditions under which control comes into the regions around an op, from the innermost one on."""
    while (around := graph.parent.get(block := graph.place[op].block)) in graph.place:
        op = around
        yield from (way.when for way in graph.ways.get(op, ()) if way.block == block and way.when is not None)
