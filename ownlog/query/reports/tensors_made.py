"""What bufferization made of ops with tensors, and why: copies, new buffers, and the ops themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ownlog.backend.context import Context
from ownlog.derived.explanations import Explanations
from ownlog.derived.tensors import Decisions
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.query.because import Because, Place
from ownlog.query.reports.tensor_uses import Uses
from ownlog.query.reports.tensor_words import Words
from ownlog.query.runs import Run
from ownlog.rules.engine.program.engine import Row

BUFFERIZED = "bufferized"
"""The relation of the ops that became ops on buffers."""


class TensorRun(Run):
    """A run of a pass that goes by what bufferization decides."""

    def __init__(self, facts: Facts, naming: Naming, context: Context) -> None:
        super().__init__(facts, naming, context)
        self._decisions = Decisions(naming, facts, context.models, context.engine)

    @cached_property
    def explanations(self) -> Explanations:
        """What answers questions about the rows of relations about tensors; others have none here."""
        return self._decisions.explanations

    def said(self, relation: str, row: Row) -> Iterator[Because]:
        """A row as reasons: for a copy, what keeps the use from being in place."""
        if relation == "private_buffer":
            yield from self._private(row)
        elif relation == "handed_copy":
            yield self._handed(row)
        elif relation == BUFFERIZED:
            yield from self._became(row)
        elif relation == "assume_layout":
            meaning = self._words.copied_for_layout(*map(str, row))
            yield Because(meaning, self._here(row), self.explanations.explainer.explain(relation, row))
        else:
            yield from super().said(relation, row)

    def became(self, op: Op) -> list[Because]:
        """The copies that an op with tensors works on, else what it became; empty for an op without tensors."""
        name = self.naming.find(op)
        if name is None:
            return []
        uses = self.explanations.explainer.store.matching("private_buffer", (name, None))
        copied = [because for use in uses for because in self._private(use)]
        return copied or list(self.because((BUFFERIZED, (op,))))

    def moved(self, op: Op) -> Iterator[Because]:
        """How an op was moved or rewritten, so that less is copied."""
        name, explainer = self.naming.find(op), self.explanations.explainer
        for row in explainer.store.matching("moved", (name, None, None, None)) if name is not None else ():
            yield Because(self._words.moved(row), self._here(row), explainer.explain("moved", row))

    @cached_property
    def _words(self) -> Words:
        return Words(self._decisions)

    def _private(self, row: Row) -> Iterator[Because]:
        op, operand = str(row[0]), int(str(row[1]))
        copied = self._words.works_on_copy(op, operand)
        use = Uses(self._decisions).use(op, operand, self._words.tensor(op, operand))
        for because in use.reasons:
            meaning = self._words.after(copied, op, because.meaning)
            yield Because(meaning, (*self._here(row), *because.places), because.derivation)
        if not use.reasons:
            yield Because(copied, self._here(row), self.explanations.explainer.explain("private_buffer", row))

    def _handed(self, row: Row) -> Because:
        derivation = self.explanations.explainer.explain("handed_copy", row)
        (cause,) = (part for part in derivation.premises if part.kind == "derived")
        other = self.sources((str(cause.cells[2]),))
        meaning = self._words.hands_over_copy(str(row[0]), int(str(row[1])), cause)
        return Because(meaning, (*self._here(row), *(("other", place) for place in other)), derivation)

    def _became(self, row: Row) -> Iterator[Because]:
        """What an op with tensors became."""
        name = str(row[0])
        store = self.explanations.explainer.store
        if store.matching("tensor_use", (name, None, None)) or store.matching("tensor_result", (name, None, None)):
            yield Because(
                self._words.became(name), self._here(row), self.explanations.explainer.explain(BUFFERIZED, row)
            )

    def _here(self, row: Row) -> tuple[tuple[str, Place], ...]:
        return tuple(("op", place) for place in self.sources(row[:1]))
