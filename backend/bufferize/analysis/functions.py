"""Functions in the order in which they are analysed, callees first, and the facts about some of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op


def levels(functions: Iterable[str], calls: Mapping[str, Collection[str]]) -> Iterator[list[str]]:
    """The functions in groups: each calls only those of groups before it (Kahn 1962).

    In: names, and the callees of each. Those on cycles of calls, and their callers, are the last group.
    """
    waiting = {function: set(calls.get(function, ())) for function in functions}
    callers: defaultdict[str, list[str]] = defaultdict(list)
    for function, callees in waiting.items():
        for callee in callees:
            callers[callee].append(function)
    ready = [function for function, callees in waiting.items() if not callees]
    while ready:
        yield ready
        following = []
        for done in ready:
            del waiting[done]
            for caller in callers[done]:
                waiting[caller].discard(done)
                if not waiting[caller]:
                    following.append(caller)
        ready = following
    if waiting:
        yield list(waiting)


class FactsOf:
    """The facts about a module, by function. Rows that are about no function are about all."""

    def __init__(self, facts: Facts, functions: Mapping[str, Op], naming: Naming) -> None:
        self.owner = owner = _owners(functions, naming)
        self._rows: dict[str, Facts] = {name: {} for name in functions}
        self._common: Facts = {}
        for relation, rows in facts.items():
            common = self._common[relation] = []
            for row in rows:
                function = owner.get(row[0])
                if function is None:
                    common.append(row)
                else:
                    self._rows[function].setdefault(relation, []).append(row)

    def of(self, functions: Iterable[str]) -> Facts:
        """The rows about some functions, and the common ones."""
        facts = {relation: list(rows) for relation, rows in self._common.items()}
        for function in functions:
            for relation, rows in self._rows[function].items():
                facts[relation] += rows
        return facts


def _owners(functions: Mapping[str, Op], naming: Naming) -> dict[str | int, str]:
    """The function that an op, block, region or value is in, by their names."""
    owner: dict[str | int, str] = {}
    for function, root in functions.items():
        for op in root.walk():
            name = naming.op(op)
            owner[name] = function
            owner.update((naming.value(value), function) for value in op.results)
            for number, region in enumerate(op.regions):
                owner[f"{name}.{number}"] = function
                for block in region.blocks:
                    owner[naming.block(block)] = function
                    owner.update((naming.value(value), function) for value in block.arguments)
    return owner
