"""What is known of conditions where an allocation begins to be followed."""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.backend.checking.graph import Graph
from ownlog.backend.checking.truth import Known, Truth
from ownlog.rules import relations as rel


def known_at(truth: Truth, block: str, position: int, *, beyond: bool = False) -> tuple[tuple[str, int], ...]:
    """Tracked conditions known in front of op number `position` of `block`, by the regions and edges that lead there.

    `beyond` includes flag cells and constants passed by all calls, which a proof cannot justify: invariants exclude
    them.
    """
    graph = truth.graph
    if not truth.tracked:
        return ()
    kept: dict[str, int] = {}
    for name, value in _on_the_way(graph, block).items():
        conclude(truth, name, value, kept)
    if beyond:
        for name, number in [*_passed(truth, graph.function_around(block)), *_stored(truth, block, position, kept)]:
            kept.setdefault(name, number)
    return tuple(sorted((name, value) for name, value in kept.items() if graph.alive(name, block, position)))


def never_reached(truth: Truth, block: str) -> bool:
    """Do the conditions for reaching `block` contradict each other, by constants or computation?"""
    known: dict[str, int] = {}
    for condition, taken in _on_the_way(truth.graph, block).items():
        for name, value in _implied(truth, condition, taken, known):
            if truth.value(name, known) not in (None, value):
                return True
            known[name] = value
    return False


def _on_the_way(graph: Graph, block: str) -> dict[str, int]:
    """The conditions of regions and edges that lead to `block`, if there is only one way."""
    known: dict[str, int] = {}
    at: str | None = block
    seen = set()
    while at is not None and at not in seen:
        seen.add(at)
        into = graph.into.get(at, [])
        if len(into) == 1:
            op, way = into[0]
            if way.when is not None:
                name, taken = way.when
                known.setdefault(name, int(taken))
            at = graph.place[op].block
        else:
            parent = graph.parent[at]
            at = None if parent in graph.entry else graph.place[parent].block
    return known


def conclude(truth: Truth, name: str, value: int, kept: dict[str, int]) -> None:
    """Adds a fact to what is known, and what follows from it for what the condition is computed from."""
    for part, told in _implied(truth, name, value, kept):
        if part in truth.tracked:
            kept.update(truth.assume(part, told, kept))


def _implied(truth: Truth, name: str, value: int, known: Known) -> Iterator[tuple[str, int]]:
    """That `name` has `value`, and what follows from it for what it is computed from; `known` may grow meanwhile."""
    graph = truth.graph
    work = [(name, value)]
    seen = set()
    while work:
        name, value = work.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name, value
        if name in graph.restates:
            leader, same = graph.restates[name]
            work.append((leader, value if same else 1 - value))
        how, first, second = graph.bitwise.get(name, ("", "", ""))
        if (how, value) in (("and", 1), ("or", 0)):
            work += [(second, value), (first, value)]
        elif how == "xor":
            numbers = [(one, truth.value(other, known)) for one, other in ((first, second), (second, first))]
            work += [(one, number ^ value) for one, number in numbers if number is not None][:1]


def _passed(truth: Truth, function: str) -> Iterator[tuple[str, int]]:
    """The parameters of a function for which all its calls pass the same constant."""
    graph = truth.graph
    calls = graph.calls.get(function, ())
    if function not in graph.internal or not calls:
        return
    for number, parameter in graph.arguments.get(graph.entry[function], ()):
        if parameter in truth.tracked and parameter not in graph.handles:
            values = {truth.value(graph.operands[call].values[number], {}) for call in calls}
            value = values.pop()
            if value is not None and not values:
                yield parameter, value


def _stored(truth: Truth, block: str, position: int, kept: dict[str, int]) -> Iterator[tuple[str, int]]:
    """The contents of flag cells, and values loaded from them, if the last store on all paths is known."""
    graph = truth.graph
    for cell in sorted(truth.tracked & graph.cells):
        stored = _last_stored(graph, cell, block, position)
        value = None if stored is None else truth.value(stored, kept)
        if value is not None:
            yield cell, value
    for name in sorted(truth.tracked & graph.loaded.keys()):
        op, cell = graph.loaded[name]
        stored = _last_stored(graph, cell, graph.place[op].block, graph.place[op].position)
        # What is loaded may stem from an earlier round than what is known here: only a constant is always the same.
        value = None if stored is None else truth.value(stored, {})
        if value is not None:
            yield name, value


def _last_stored(graph: Graph, cell: str, block: str, position: int) -> str | None:
    """The i1 that `cell` holds in front of op number `position` of `block`; None if unknown."""
    stores = graph.stores.get(cell, ())
    seen: set[str] = set()
    while block not in seen:
        seen.add(block)
        last, stored = -1, None
        for op, value in stores:
            place = _place_in(graph, op, block)
            if place is not None and last < place.position < position:
                last, stored = place.position, value if value and place is graph.place[op] else None
        if last >= 0 or block == graph.home[cell][0]:
            return stored
        into = graph.into.get(block, [])
        if len(into) == 1:
            place = graph.place[into[0][0]]
        else:
            # Control may have come here by any block of the region, or several times.
            parent = graph.parent[block]
            if parent in graph.entry or any(
                _place_in(graph, op, inner) for inner in _blocks_in(graph, parent) for op, _ in stores
            ):
                return None
            place = graph.place[parent]
        block, position = place.block, place.position
    return None


def _place_in(graph: Graph, op: str, block: str) -> rel.Op | None:
    """Where `op` stands in `block`, or the op of the block that it is nested in; None if it is not in there."""
    place = graph.place[op]
    while place.block != block:
        parent = graph.parent.get(place.block)
        if parent is None or parent in graph.entry:
            return None
        place = graph.place[parent]
    return place


def _blocks_in(graph: Graph, op: str) -> Iterator[str]:
    """The blocks of the regions of `op`."""
    return (block for block, parent in graph.parent.items() if parent == op)
