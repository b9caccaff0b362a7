"""Which tensors have the same buffer, wholly, once it is decided what is in place (One-Shot Bufferize's equivalence analysis, LLVM 22)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set

from ownlog.backend.bufferize.sharing.classes import Use
from ownlog.rules.relations import ComesRound, LoopResult, Shares, TensorResult, TensorUse
from ownlog.rules.typed_rows import TypedRows, relation_names

DERIVED = relation_names(ComesRound, LoopResult, Shares, TensorResult, TensorUse)


class Equivalence:
    """Classes of tensors with one buffer. In: the rows that were derived, the uses in place, the ops with inner ones first."""

    def __init__(self, rows: TypedRows, in_place: Set[Use], ops: Iterable[str]) -> None:
        self._above: dict[str, str] = {}
        self._in_place = in_place
        self._values = {(row.op, row.operand): row.value for row in rows(TensorUse)}
        self._rounds: defaultdict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
        for row in rows(ComesRound):
            self._rounds[row.op, row.number].append((row.value, row.next))
        self._numbers = {row.value: (row.op, row.number) for row in rows(LoopResult)}
        sources: defaultdict[str, list[Shares]] = defaultdict(list)
        for shared in rows(Shares):
            sources[shared.value].append(shared)
        results: defaultdict[str, list[str]] = defaultdict(list)
        for result in rows(TensorResult):
            results[result.op].append(result.value)
        for op in ops:
            for value in results.get(op, ()):
                self._tie(value, sources.get(value, []))

    def same(self, one: str, other: str) -> bool:
        """Do two tensors have one buffer?"""
        return self._root(one) == self._root(other)

    def _tie(self, value: str, sources: list[Shares]) -> None:
        tied = [shared for shared in sources if (shared.op, shared.operand) in self._in_place and self._whole(value, shared)]
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
        rounds = self._rounds.get(self._numbers[value]) if value in self._numbers else None
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
