"""The order of evaluation: strongly connected components of the relations, and cycles through negation."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from ownlog.rules.engine.language.normal_form import Aggregation, NormalClause, Step
from ownlog.rules.engine.language.syntax_tree import Atom, Negation

PLAIN, NEGATION, AGGREGATION = "", "negation", "aggregation"


def reads(steps: Iterable[Step], kind: str = PLAIN) -> Iterable[tuple[Atom, str]]:
    """The atoms that steps read, each with how: plainly, under a negation or inside an aggregate."""
    for step in steps:
        if isinstance(step, Atom):
            yield step, kind
        elif isinstance(step, Negation):
            yield step.atom, kind or NEGATION
        elif isinstance(step, Aggregation):
            yield from reads(step.body, AGGREGATION)


def components(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """The strongly connected components, each after all that it depends on.

    Tarjan, "Depth-first search and linear graph algorithms" (1972), with a stack instead of recursion.
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    on_stack: set[str] = set()
    stack: list[str] = []
    result: list[list[str]] = []
    for root in graph:
        if root in order:
            continue
        work = [(root, iter(graph[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in order:
                    order[target] = low[target] = len(order)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(graph[target])))
                    break
                if target in on_stack:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    at = stack.index(node)
                    result.append(stack[at:])
                    on_stack.difference_update(stack[at:])
                    del stack[at:]
    return result


def dependencies(names: Iterable[str], clauses: Iterable[NormalClause]) -> dict[str, dict[str, None]]:
    """For each relation those it is derived from, in the order of first mention."""
    graph: dict[str, dict[str, None]] = {name: {} for name in names}
    for clause in clauses:
        for atom, _ in reads(clause.body):
            graph[clause.head.relation][atom.relation] = None
    return graph


def forbidden(clauses: Iterable[NormalClause], strata: list[list[str]]) -> Iterable[tuple[NormalClause, Atom, str]]:
    """Each negated or aggregated atom whose relation depends on the head of its own clause."""
    stratum = {name: index for index, names in enumerate(strata) for name in names}
    for clause in clauses:
        for atom, kind in reads(clause.body):
            if kind and stratum[atom.relation] == stratum[clause.head.relation]:
                yield clause, atom, kind


def cycle(graph: Mapping[str, Iterable[str]], head: str, read: str) -> list[str]:
    """A shortest dependency path head -> read -> ... -> head."""
    previous: dict[str, str] = {}
    queue = deque([read])
    while queue and read != head:
        node = queue.popleft()
        for target in graph[node]:
            if target not in previous and target != read:
                previous[target] = node
                queue.append(target)
        if head in previous:
            break
    path = [head]
    while path[-1] != read:
        path.append(previous[path[-1]])
    return [head, *reversed(path)]
