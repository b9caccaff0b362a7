"""Whether a path to a fault is certain: its decisions must not exclude each other in ways not followed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from itertools import combinations, product
from operator import attrgetter
from typing import NamedTuple

from ownlog.backend.checking.edges import Way
from ownlog.backend.checking.graph import Graph
from ownlog.backend.checking.states import Distrusted, Note
from ownlog.backend.checking.verdict import DOUBLE_FREE, USE_AFTER_FREE
from ownlog.frontend.text.literals import INTEGER_TYPE, width_of
from ownlog.rules import relations as rel
from ownlog.rules.explain.names import short_name


def doubt(graph: Graph, notes: Iterable[Note], distrusted: Distrusted) -> str:
    """Why the decisions on a path may exclude each other, as a clause; "" if the path is certain.

    `distrusted` are comparisons with an address of a possibly freed buffer: their result is unknown.
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
    # Assertions do not exclude each other: else the program ends on all paths.
    for first, second in (*combinations(decided, 2), *product(decided, asserted)):
        shared = sources[first] & sources[second]
        if shared:
            return (
                f"{short_name(first)} and {short_name(second)} may depend on each other: both are computed from"
                f" {short_name(min(shared))}"
            )
    unknown = next((note.op for note in notes if note.what == "way" and _is_unknown(graph, note)), None)
    if unknown is not None:
        return f"no model says how control enters and leaves the regions around {graph.place[unknown].name}"
    runs = _runs(graph, notes)
    bounds = list(dict.fromkeys(bound for run in runs for bound in graph.bounds.get(run.loop, ())))
    return (
        _doubt_of_sources(graph, decided, bounds, distrusted)
        or _doubt_of_loops(graph, notes)
        or _doubt_of_bounds(graph, [*decided, *asserted], runs)
        or _doubt_of_ranges(graph, decided)
    )


class Sure(NamedTuple):
    """A fault at `op` in any run that comes there: `freed` has freed by then what the handle `root` leads to."""

    kind: str
    op: str
    freed: str
    root: str
    function: str


def faults_if_reached(graph: Graph, functions: Container[str]) -> Iterator[Sure]:
    """The frees and uses of what an earlier op has freed, in the same block or in that of an op around."""
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
    """The buffer that a handle is, over views and addresses, a view or an address of."""
    while handle in graph.led_by:
        handle = graph.led_by[handle]
    return handle


def _places(graph: Graph, op: str) -> Iterator[rel.Op]:
    """The positions of an op and of the ops around it, up to the function."""
    while op not in graph.entry and op in graph.place:
        place = graph.place[op]
        yield place
        op = graph.parent.get(place.block, "")


def _doubt_of_sources(graph: Graph, decided: list[str], bounds: list[str], distrusted: Distrusted) -> str:
    """Why a decision, or how often a loop runs, may be another one than on the path: it is loaded from memory, or
    compares addresses.
    """
    reached, work = set(decided), [*decided]
    while work:
        new = set(graph.hangs_on.get(work.pop(), ())) - reached
        reached |= new
        work += new
    behind = {source for value in bounds for source in _sources(graph, value, memory=True)}
    for comparison, address in sorted(distrusted):
        if comparison in reached:
            return (
                f"{short_name(comparison)} compares {short_name(address)}, which may be the address of a buffer that is"
                " already freed"
            )
    for value in sorted(reached & graph.compared.keys()):
        shifted = sorted({*graph.compared[value][1:]} & graph.elsewhere)
        if shifted:
            return (
                f"{short_name(value)} compares {short_name(shifted[0])}, a view that may begin at another address than"
                " its buffer"
            )
    for value in sorted({*decided} & graph.compared.keys()):
        first, second = graph.compared[value][1:]
        if first in graph.handles and second in graph.handles:
            who = f"{short_name(first)} with {short_name(second)}"
            return f"{short_name(value)} compares {who}, and it is not known whether they are the same buffer"
    unseen = {value: graph.unseen_flags[value] for value in (reached | behind) & graph.unseen_flags.keys()}
    unseen |= {value: graph.unseen_bounds[value] for value in behind & graph.unseen_bounds.keys()}
    for value, memory in sorted(unseen.items()):
        return (
            f"{short_name(value)} is loaded from {short_name(memory)}, and it is not known what was stored there last"
        )
    return ""


def _doubt_of_ranges(graph: Graph, decided: list[str]) -> str:
    """Why a decision may always be another one: what is decided is computed from numbers of a smaller range.

    Both outcomes of a condition occur if an operand may be any number, and the others do not hang on it.
    """
    for value in decided:
        op = graph.definer.get(value)
        if op is None or graph.place[op].name not in graph.just_computes:
            continue
        operands = [name for _, name in graph.operands.get(op, ())]
        inputs = [_input_of(graph, operand) for operand in operands]
        behind = [{operand, *_sources(graph, operand)} for operand in operands]
        is_open = value in graph.truths and any(
            given is not None and all(given not in sources for other, sources in enumerate(behind) if other != number)
            for number, given in enumerate(inputs)
        )
        is_open = is_open or _input_of(graph, value) is not None
        if not is_open and graph.handles.isdisjoint(operands):
            return f"{short_name(value)} is computed from numbers that may exclude it"
    return ""


def _input_of(graph: Graph, value: str) -> str | None:
    """What is not computed here, and gives `value` each number of its type; None where nothing is known to do so."""
    while True:
        op = graph.definer.get(value)
        if op is None or graph.place[op].name not in graph.just_computes:
            return None if value in graph.draws_from else value
        how = graph.computes.get(graph.place[op].name, "")
        operands = [name for _, name in graph.operands.get(op, ())]
        open_ones = [operand for operand in operands if operand not in graph.number]
        if len(open_ones) != 1:
            return None
        if how in ("casts", "castu"):
            types = graph.type[value], graph.type[open_ones[0]]
            if not all(INTEGER_TYPE.fullmatch(type) for type in types) or width_of(types[0]) > width_of(types[1]):
                return None
        elif how not in ("add", "sub", "xor"):
            return None
        [value] = open_ones


def _is_unknown(graph: Graph, note: Note) -> bool:
    """Does no model say that control can take this edge?

    An op that runs its region for each element may enter it, but is not known to skip it.
    """
    passes = note.taken == -1 and note.op not in graph.terminator.values()
    return note.op in graph.unknown_ways and (passes or note.op not in graph.repeats)


def _doubt_of_loops(graph: Graph, notes: list[Note]) -> str:
    """Why loops may have other iterations than on the path: their number is fixed elsewhere, and not counted."""
    ends = {end: graph.parent[block] for block, end in graph.terminator.items() if block in graph.parent}
    ways = [(ends.get(note.op, note.op), note) for note in notes if note.what == "way"]
    for loop, note in ways:
        if loop in graph.unknown_ways or (note.op in ends and graph.following.get(graph.place[note.op].block)):
            continue
        skips = note.op == loop and note.taken == -1
        if (skips or loop not in graph.rounds) and graph.fixed.issuperset(graph.bounds.get(loop, ())):
            return f"constants alone decide which iterations of {graph.place[loop].name} run, and they are not counted"
    asked = Counter(note.value for note in notes if note.what == "decided")
    for value in asked:
        around = _loop_of(graph, value)
        if around is not None and around not in graph.counts and (asked[value] > 1 or around in graph.rounds):
            return (
                f"{short_name(value)} depends on the iteration of {graph.place[around].name}, and its iterations are"
                " not counted"
            )
    for op in dict.fromkeys(note.op for _, note in ways):
        around = graph.parent.get(graph.place[op].block, "")
        if around in graph.rounds and any(
            _turns(graph, *pair) for way in graph.ways[op] if way.block for pair in way.assigned
        ):
            return (
                f"what {graph.place[around].name} hands to its next iteration depends on how many of its"
                f" {graph.rounds[around]} iterations have run, and they are not counted"
            )
    return ""


class _Run(NamedTuple):
    """That control comes to `loop`: how many iterations there are on the path, and whether control comes out of it."""

    loop: str
    iterations: int
    left: bool


def _runs(graph: Graph, notes: list[Note]) -> list[_Run]:
    """The loops on a path that may have other iterations than there, each time that control comes to them."""
    ends = {end: graph.parent[block] for block, end in graph.terminator.items() if block in graph.parent}
    found: list[_Run] = []
    for note in notes:
        loop = ends.get(note.op, note.op)
        branches = note.op in ends and graph.following.get(graph.place[note.op].block)
        if note.what != "way" or loop not in graph.bounds or branches:
            continue
        last = next((at for at in reversed(range(len(found))) if found[at].loop == loop and not found[at].left), None)
        if note.op == loop or last is None:
            found.append(_Run(loop, int(note.taken != -1), note.taken == -1))
        else:
            found[last] = _Run(loop, found[last].iterations + int(note.taken != -1), note.taken == -1)
    return found


def _doubt_of_bounds(graph: Graph, asked: list[str], runs: list[_Run]) -> str:
    """Why the iterations of loops on a path may exclude each other, or what is decided there."""
    limited = next((run.loop for run in runs if run.loop in graph.limited), None)
    if limited is not None:
        return f"constants limit the iterations of {graph.place[limited].name}, and they are not counted"
    behind = {
        run.loop: {source for bound in graph.bounds[run.loop] for source in _sources(graph, bound, memory=True)}
        for run in runs
    }
    for value, (loop, sources) in product(asked, behind.items()):
        shared = sources & _sources(graph, value, memory=True, rounds=False)
        if shared:
            return (
                f"{short_name(value)} and the iterations of {graph.place[loop].name} may depend on each other: both are"
                f" computed from {short_name(min(shared))}"
            )
    for one, other in combinations(runs, 2):
        if _are_alike(graph, one.loop, other.loop):
            few, many = sorted((one, other), key=attrgetter("iterations"))
            if few.left and few.iterations < many.iterations:
                return "two loops with the same bounds have the same number of iterations"
        elif shared := behind[one.loop] & behind[other.loop]:
            return (
                f"the iterations of {graph.place[one.loop].name} and {graph.place[other.loop].name} may depend on each"
                f" other: both are computed from {short_name(min(shared))}"
            )
    return ""


def _are_alike(graph: Graph, loop: str, other: str) -> bool:
    """Whether two loops have the same iterations, if their bounds are the same values each time."""
    return (
        graph.place[loop].name == graph.place[other].name
        and graph.bounds[loop] == graph.bounds[other]
        and graph.attributes.get(loop) == graph.attributes.get(other)
    )


def _loop_of(graph: Graph, value: str) -> str | None:
    """The loop with the iteration number that a value is, or is computed from; None where there is none."""
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
    """Whether a value that a loop carries changes in each iteration, so that it matters how many there are."""
    if target == source or not (target in graph.handles or target in graph.steering):
        return False
    return target in graph.steering or source not in graph.definer


def _sources(graph: Graph, value: str, *, memory: bool = False, rounds: bool = True) -> set[str]:
    """All that a condition is computed from, itself included, without constants and handles, and the memory it is
    loaded from.

    With `memory` also through flag cells and through what chooses among several values; without `rounds` not through
    the number of an iteration.
    """
    seen, work = {value} - graph.number.keys(), [value]
    while work:
        current = work.pop()
        if not rounds and current in graph.iterations:
            continue
        new = {source for source in graph.draws_from.get(current, ()) if source not in graph.handles}
        op = graph.definer.get(current)
        if not new and op is not None and current not in graph.compared and current not in graph.loaded:
            new = {name for _, name in graph.operands.get(op, ())}
        if memory:
            new.update(source for source in graph.chosen_by.get(current, ()) if source not in graph.handles)
            if current in graph.loaded:
                new.update(stored for _, stored in graph.stores[graph.loaded[current][1]] if stored)
        new -= graph.number.keys() | seen
        seen |= new
        work += new
    return seen


def _is_fixed(graph: Graph, note: Note) -> bool:
    """Is a decision about constants alone? Control leaves a loop some time, in whatever iteration."""
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
