"""Whether a way to a fault can surely be taken: its decisions must not hang together in a way that the checker does not see."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ownlog.backend.checking.states import Distrusted, Note
from ownlog.backend.checking.tables.graph import Graph
from ownlog.backend.checking.truth import Truth
from ownlog.rules.explain.names import short_name


def doubt(graph: Graph, notes: Iterable[Note], distrusted: Distrusted) -> str:
    """Why the decisions on a way may be impossible together, as a sentence; "" where nothing speaks against them.

    `distrusted` are the comparisons of addresses of which one may be that of a freed buffer: nobody knows what they tell.
    """
    notes = list(notes)
    decided = list(dict.fromkeys(note.value for note in notes if note.what == "decided"))
    sources = {value: _sources(graph, value) for value in decided}
    for first, second in combinations(decided, 2):
        shared = sources[first] & sources[second]
        if shared:
            return f"{short_name(first)} and {short_name(second)} may hang together: both come from {short_name(min(shared))}"
    unknown = next((note.op for note in notes if note.what == "way" and _is_unknown(graph, note)), None)
    if unknown is not None:
        return f"no model says how control takes the regions around {graph.place[unknown].name}"
    return _doubt_of_sources(graph, decided, distrusted) or _doubt_of_loops(graph, notes)


def _doubt_of_sources(graph: Graph, decided: list[str], distrusted: Distrusted) -> str:
    """Why what decides may be something else than the way has it: it is loaded from memory, or compares addresses."""
    reached, work = set(decided), [*decided]
    while work:
        new = set(graph.hangs_on.get(work.pop(), ())) - reached
        reached |= new
        work += new
    for comparison, address in sorted(distrusted):
        if comparison in reached:
            return f"{short_name(comparison)} compares {short_name(address)}, which may be the address of a buffer that is freed by then"
    for value in sorted(reached & graph.compared.keys()):
        shifted = sorted({*graph.compared[value][1:]} & graph.elsewhere)
        if shifted:
            return f"{short_name(value)} compares {short_name(shifted[0])}, which may begin elsewhere than the buffer that it is a view of"
    for value in sorted({*decided} & graph.compared.keys()):
        first, second = graph.compared[value][1:]
        if first in graph.handles and second in graph.handles:
            who = f"{short_name(first)} with {short_name(second)}"
            return f"{short_name(value)} compares {who}, and nothing tells whether they are the same"
    for value in sorted(reached & graph.unseen_flags.keys()):
        return f"{short_name(value)} is loaded from {short_name(graph.unseen_flags[value])}, and nothing tells what is stored there by then"
    return ""


def _is_unknown(graph: Graph, note: Note) -> bool:
    """Whether nothing says that the way can be taken. Elements that there may be none of are no reason to pass a region."""
    passes = note.taken == -1 and note.op not in graph.terminator.values()
    return note.op in graph.unknown_ways and (passes or note.op not in graph.repeats)


def _doubt_of_loops(graph: Graph, notes: list[Note]) -> str:
    """Why loops may not run as often as the way has it."""
    ends = {end: graph.parent[block] for block, end in graph.terminator.items() if block in graph.parent}
    plain = Truth(graph, frozenset())
    for note in notes:
        bounds = _bounds(graph, ends.get(note.op, note.op)) if note.what == "way" else ()
        if bounds and all(plain.value(value, {}) is not None for value in bounds):
            if note.op not in ends and note.taken == -1:
                return "the loop may have to run at least once: its bounds are constants"
            if ends.get(note.op, note.op) not in graph.rounds and note.op not in graph.unknown_ways:
                return "the loop may run another number of times: its bounds are constants"
    ways = [note for note in notes if note.what == "way" and note.op not in ends]
    for one, other in combinations(ways, 2):
        if one.op != other.op and one.taken != other.taken and _bounds(graph, one.op) == _bounds(graph, other.op) != ():
            return "two loops with the same bounds run as often as each other"
    return ""


def _sources(graph: Graph, value: str) -> set[str]:
    """What a condition is computed or loaded from, in one step; itself, where nothing is known of that."""
    op = graph.definer.get(value)
    operands = {name for _, name in graph.operands.get(op, ())} if op is not None else set()
    if value in graph.compared or (op in graph.effects and graph.effects[op].reads):
        operands = {name for name in operands if name not in graph.handles}
    return {name for name in operands if name not in graph.number} or {value}


def _bounds(graph: Graph, op: str) -> tuple[str, ...]:
    """The operands of an op with regions that it forwards nowhere."""
    forwarded = {source for way in graph.ways.get(op, ()) for _, source in way.assigned}
    return tuple(value for _, value in graph.operands.get(op, ()) if value not in forwarded)
