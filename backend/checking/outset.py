"""What is known of conditions where an allocation begins to be followed."""

from __future__ import annotations

from ownlog.backend.checking.truth import Truth


def known_at(truth: Truth, block: str, position: int) -> tuple[tuple[str, int], ...]:
    """What tracked conditions are in front of op number `position` of `block`, by the regions and edges that lead there only."""
    graph = truth.graph
    if not truth.tracked:
        return ()
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
    kept: dict[str, int] = {}
    for name, value in known.items():
        _conclude(truth, name, value, kept)
    return tuple(sorted((name, value) for name, value in kept.items() if graph.alive(name, block, position)))


def _conclude(truth: Truth, name: str, value: int, kept: dict[str, int]) -> None:
    """Keeps a fact, and what follows from it for what the condition is computed from."""
    graph = truth.graph
    work = [(name, value)]
    seen = set()
    while work:
        name, value = work.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in truth.tracked:
            kept.update(truth.assume(name, value, kept))
        if name in graph.restates:
            leader, same = graph.restates[name]
            work.append((leader, value if same else 1 - value))
        how, first, second = graph.bitwise.get(name, ("", "", ""))
        if (how, value) in (("and", 1), ("or", 0)):
            work += [(second, value), (first, value)]
        elif how == "xor":
            numbers = [(one, truth.value(other, kept)) for one, other in ((first, second), (second, first))]
            work += [(one, number ^ value) for one, number in numbers if number is not None][:1]
