"""Whether a way to a fault can surely be taken: its decisions must not hang together in a way that the checker does not
see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from ownlog.backend.checking.states import Distrusted, Note
from ownlog.backend.checking.tables.graph import Graph
from ownlog.backend.checking.tables.ways import Way
from ownlog.backend.checking.verdict import DOUBLE_FREE, USE_AFTER_FREE
from ownlog.rules import relations as rel
from ownlog.rules.explain.names import short_name


def doubt(graph: Graph, notes: Iterable[Note], distrusted: Distrusted) -> str:
    """Why the decisions on a way may be impossible together, as a sentence; "" where nothing speaks against them.

    `distrusted` are the comparisons of addresses of which one may be that of a freed buffer: nobody knows what they
    tell.
    """
    notes = list(notes)
    decided = list(dict.fromkeys(note.value for note in notes if note.what == "decided"))
    asserted = list(
        dict.fromkeys(note.value for note in notes if note.what == "asserted" and note.value not in decided)
    )
    fixed = next((note.value for note in notes if note.what == "decided" and _is_fixed(graph, note)), None)
    if fixed is not None:
        return f"constants alone decide {short_name(fixed)}, and it is not computed here"
    sources = {value: _sources(graph, value) for value in (*decided, *asserted)}
    # What is asserted holds together: else the program ends on all ways.
    for first, second in (*combinations(decided, 2), *product(decided, asserted)):
        shared = sources[first] & sources[second]
        if shared:
            return (
                f"{short_name(first)} and {short_name(second)} may hang together: both come from"
                f" {short_name(min(shared))}"
            )
    unknown = next((note.op for note in notes if note.what == "way" and _is_unknown(graph, note)), None)
    if unknown is not None:
        return f"no model says how control takes the regions around {graph.place[unknown].name}"
    return _doubt_of_sources(graph, decided, distrusted) or _doubt_of_loops(graph, notes)


class Sure(NamedTuple):
    """A fault at `op` in any run that comes there: `freed` has freed by then what the handle `root` leads to."""

    kind: str
    op: str
    freed: str
    root: str
    function: str


def faults_if_reached(graph: Graph, functions: Container[str]) -> Iterator[Sure]:
    """The frees and uses of what an op has freed that stands further up in the same block, or in that of an op
    around.
    """
    freed: dict[tuple[str, str], tuple[int, str]] = {}
    for op, effects in graph.effects.items():
        for value in effects.ends:
            place = graph.place[op]
            key = place.block, _root(graph, value)
            freed[key] = min(freed.get(key, (place.position, op)), (place.position, op))
    blocks = {block for block, _ in freed}
    for op, touched in sorted(graph.touches.items()):
        ended = graph.effects[op].ends if op in graph.effects else ()
        used = [value for _, value in graph.operands.get(op, ()) if value in touched]
        for at in _places(graph, op) if used else ():
            if at.block in blocks and graph.function_around(at.block) in functions:
                for value in used:
                    root = _root(graph, value)
                    position, free = freed.get((at.block, root), (at.position, ""))
                    if position < at.position:
                        kind = DOUBLE_FREE if value in ended else USE_AFTER_FREE
                        yield Sure(kind, op, free, root, graph.function_around(at.block))


def _root(graph: Graph, handle: str) -> str:
    """What a handle is a view of, or the address of, in the end."""
    while handle in graph.led_by:
        handle = graph.led_by[handle]
    return handle


def _places(graph: Graph, op: str) -> Iterator[rel.Op]:
    """Where an op stands, and where the ops around it do, up to the function."""
    while op not in graph.entry and op in graph.place:
        place = graph.place[op]
        yield place
        op = graph.parent.get(place.block, "")


def _doubt_of_sources(graph: Graph, decided: list[str], distrusted: Distrusted) -> str:
    """Why what decides may be something else than the way has it: it is loaded from memory, or compares addresses."""
    reached, work = set(decided), [*decided]
    while work:
        new = set(graph.hangs_on.get(work.pop(), ())) - reached
        reached |= new
        work += new
    for comparison, address in sorted(distrusted):
        if comparison in reached:
            return (
                f"{short_name(comparison)} compares {short_name(address)}, which may be the address of a buffer that is"
                " freed by then"
            )
    for value in sorted(reached & graph.compared.keys()):
        shifted = sorted({*graph.compared[value][1:]} & graph.elsewhere)
        if shifted:
            return (
                f"{short_name(value)} compares {short_name(shifted[0])}, which may begin elsewhere than the buffer that"
                " it is a view of"
            )
    for value in sorted({*decided} & graph.compared.keys()):
        first, second = graph.compared[value][1:]
        if first in graph.handles and second in graph.handles:
            who = f"{short_name(first)} with {short_name(second)}"
            return f"{short_name(value)} compares {who}, and nothing tells whether they are the same"
    for value in sorted(reached & graph.unseen_flags.keys()):
        return (
            f"{short_name(value)} is loaded from {short_name(graph.unseen_flags[value])}, and nothing tells what is"
            " stored there by then"
        )
    return ""


def _is_unknown(graph: Graph, note: Note) -> bool:
    """Whether nothing says that the way can be taken.

    Elements that there may be none of are no reason to pass a region.
    """
    passes = note.taken == -1 and note.op not in graph.terminator.values()
    return note.op in graph.unknown_ways and (passes or note.op not in graph.repeats)


def _doubt_of_loops(graph: Graph, notes: list[Note]) -> str:
    """Why loops may not run as often as the way has it."""
    ends = {end: graph.parent[block] for block, end in graph.terminator.items() if block in graph.parent}
    for note in notes:
        if note.what != "way" or (note.op in ends and graph.following.get(graph.place[note.op].block)):
            continue
        op = ends.get(note.op, note.op)
        if op in graph.unknown_ways or any(value not in graph.fixed for value in _bounds(graph, op)):
            continue
        if note.op not in ends and note.taken == -1:
            return "the loop may have to run at least once: its bounds are constants"
        if op not in graph.rounds:
            return f"constants alone decide what {graph.place[op].name} runs, and it is not computed here"
    ways = [note for note in notes if note.what == "way" and note.op not in ends]
    if reason := _doubt_of_rounds(graph, notes):
        return reason
    for one, other in combinations(ways, 2):
        if one.op != other.op and one.taken != other.taken and _bounds(graph, one.op) == _bounds(graph, other.op) != ():
            return "two loops with the same bounds run as often as each other"
    return ""


def _doubt_of_rounds(graph: Graph, notes: list[Note]) -> str:
    """Why rounds may not be as the way has them: they are not counted, and what is decided, or handed on, hangs on
    which round it is.
    """
    asked = Counter(note.value for note in notes if note.what == "decided")
    for value in asked:
        loop = _round_of(graph, value)
        if loop is not None and loop not in graph.counts and (asked[value] > 1 or loop in graph.rounds):
            return f"{short_name(value)} hangs on the number of the round, and rounds are not counted here"
    for op in dict.fromkeys(note.op for note in notes if note.what == "way"):
        loop = graph.parent.get(graph.place[op].block, "")
        if loop in graph.rounds and any(
            _turns(graph, *pair) for way in graph.ways[op] if way.block for pair in way.assigned
        ):
            return (
                f"{graph.place[loop].name} runs {graph.rounds[loop]} times, and what it hands on hangs on how often"
                " that is"
            )
    return ""


def _round_of(graph: Graph, value: str) -> str | None:
    """The loop whose number of the round a value is, or is computed from; None where there is none."""
    seen, work = {value}, [value]
    while work:
        current = work.pop()
        op = graph.definer.get(current)
        if op is None:
            block = graph.home_of.get(current, "")
            if graph.parent.get(block) not in graph.entry and all(
                current not in way.sources for _, way in graph.into.get(block, ())
            ):
                return graph.parent.get(block)
        operands = [name for _, name in graph.operands.get(op, ())] if op is not None and op not in graph.ways else []
        work += [name for name in operands if name not in seen and name not in graph.handles]
        seen.update(operands)
    return None


def _turns(graph: Graph, target: str, source: str) -> bool:
    """Whether a value that goes round is another one in each round, such that it matters how many there are."""
    if target == source or not (target in graph.handles or target in graph.steering):
        return False
    return target in graph.steering or source not in graph.definer


def _sources(graph: Graph, value: str) -> set[str]:
    """All that a condition is computed from, but for constants and handles, and the memory that something of it is
    loaded from; with itself.
    """
    seen, work = {value}, [value]
    while work:
        current = work.pop()
        new = {source for source in graph.draws_from.get(current, ()) if source not in graph.handles}
        op = graph.definer.get(current)
        if not new and op is not None and current not in graph.compared and current not in graph.loaded:
            new = {name for _, name in graph.operands.get(op, ())}
        new -= graph.number.keys() | seen
        seen |= new
        work += new
    return seen


def _is_fixed(graph: Graph, note: Note) -> bool:
    """Whether a decision is about what constants alone decide; but control comes out of a loop some time, in whatever
    round.
    """
    return note.value in graph.fixed and not _leaves_loop(graph, note)


def _leaves_loop(graph: Graph, note: Note) -> bool:
    """Whether a decision leads out of a loop that makes what it is about anew in each round."""
    if graph.carried.isdisjoint(_sources(graph, note.value)):
        return False
    back = {way.when for way in graph.ways.get(note.op, ()) if _comes_to(graph, way, note.op)}
    return (note.value, not note.taken) in back and (note.value, bool(note.taken)) not in back


def _comes_to(graph: Graph, way: Way, op: str) -> bool:
    """Whether control that takes a way may come to `op`, at the end of a block, without leaving the regions around."""
    seen: set[str | None] = set()
    work = [way.block]
    while work:
        block = work.pop()
        if block is not None and block not in seen:
            seen.add(block)
            end = graph.terminator.get(block, "")
            if end == op:
                return True
            work += [further.block for further in graph.ways.get(end, ())]
    return False


def _bounds(graph: Graph, op: str) -> tuple[str, ...]:
    """The operands of an op with regions that it forwards nowhere."""
    forwarded = {source for way in graph.ways.get(op, ()) for _, source in way.assigned}
    return tuple(value for _, value in graph.operands.get(op, ()) if value not in forwarded)
