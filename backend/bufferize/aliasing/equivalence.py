"""Which tensors have the same buffer, wholly, given the uses in place (One-Shot Bufferize, LLVM 22)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from copy import copy

from ownlog.backend.bufferize.aliasing.classes import Use
from ownlog.rules.relations import IterYield, LoopResult, Shares, TensorResult, TensorUse
from ownlog.rules.typed_rows import TypedRows, relation_names

DERIVED = relation_names(IterYield, LoopResult, Shares, TensorResult, TensorUse)


class Ties:
    """What may tie tensors to each other. In: the rows that were derived, the ops with inner ones first."""

    def __init__(self, rows: TypedRows, ops: Iterable[str]) -> None:
        self.values = {(row.op, row.operand): row.value for row in rows(TensorUse)}
        rounds: defaultdict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
        for row in rows(IterYield):
            rounds[row.op, row.number].append((row.value, row.next))
        numbers = {row.value: (row.op, row.number) for row in rows(LoopResult)}
        self.rounds = {value: rounds[number] for value, number in numbers.items() if number in rounds}
        """For what comes out of a loop, the pairs that have to be one buffer for that to be the buffer that went in."""
        sources: defaultdict[str, list[Shares]] = defaultdict(list)
        for shared in rows(Shares):
            sources[shared.value].append(shared)
        results: defaultdict[str, list[str]] = defaultdict(list)
        for result in rows(TensorResult):
            results[result.op].append(result.value)
        self.sources = {value: sources[value] for op in ops for value in results.get(op, ()) if value in sources}
        """The uses by which each tensor may share a buffer, in the order in which tensors are tied."""

    def above(self, values: Iterable[str]) -> Ties:
        """Those that matter to `values`: each tensor is tied to one before it, so whatever ties two is above them."""
        found: set[str] = set()
        work = [*values]
        while work:
            value = work.pop()
            if value not in found:
                found.add(value)
                work += [self.values[shared.op, shared.operand] for shared in self.sources.get(value, ())]
                work += [each for pair in self.rounds.get(value, ()) for each in pair]
        other = copy(self)
        other.sources = {value: shared for value, shared in self.sources.items() if value in found}
        return other

    @property
    def uses(self) -> set[Use]:
        """The uses by which something may be tied."""
        return {(shared.op, shared.operand) for sources in self.sources.values() for shared in sources}


class Equivalence:
    """Classes of tensors with one buffer. In: what may tie them, and the uses in place."""

    def __init__(self, ties: Ties, in_place: Set[Use]) -> None:
        self._above: dict[str, str] = {}
        self._in_place = in_place
        self._values, self._rounds = ties.values, ties.rounds
        for value, sources in ties.sources.items():
            self._tie(value, sources)

    def same(self, one: str, other: str) -> bool:
        """Do two tensors have one buffer?"""
        return self._root(one) == self._root(other)

    def _tie(self, value: str, sources: list[Shares]) -> None:
        tied = [
            shared for shared in sources if (shared.op, shared.operand) in self._in_place and self._whole(value, shared)
        ]
        for shared in tied:
            if shared.certainty == "definite":
                self._above[self._root(value)] = self._root(self._values[shared.op, shared.operand])
                return
        if tied and len(tied) == len(sources):
            roots = {self._root(self._values[shared.op, shared.operand]) for shared in tied}
            if len(roots) == 1:
                self._above[self._root(value)] = roots.pop()

    def _whole(self, value: str, shared: Shares) -> bool:
        """Is it all of the buffer, or what comes out of a loop in which the same buffer goes round?"""
        rounds = self._rounds.get(value)
        if rounds is None:
            return shared.relation == "equivalent"
        return all(self.same(now, then) for now, then in rounds)

    def _root(self, value: str) -> str:
        path = []
        while value in self._above:
            path.append(value)
            value = self._above[value]
        for passed in path:
            self._above[passed] = value
        return value
