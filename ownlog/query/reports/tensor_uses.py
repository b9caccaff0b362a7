"""What was decided about the operands of ops that are tensors: in place or not, and why."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.derived.tensors import Decisions
from ownlog.query.because import Because, place_of
from ownlog.query.reports.tensor_words import Words
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.names import short_name

REASONS = ("conflict", "race", "written_read_only")
"""The relations that say why a use is out of place, each with the op and the operand first."""
_ROLES = {"conflict": (("write", 4), ("read", 2), ("definition", 6)), "race": (("write", 4), ("read", 2), ("parallel",
6)),
          "written_read_only": (("write", 2), ("read_only", 4))}  # fmt: skip
"""What the places of a reason are, and in which column each is named."""


@dataclass(frozen=True)
class Use:
    """The decision about an operand; `meaning` is its consequence.

    `verdict` is "in place", "out of place", "impossible" (it must not be in place, and cannot be copied) or "not
    decided".
    """

    operand: int
    value: str
    verdict: str
    meaning: str
    reasons: tuple[Because, ...]


class Uses:
    """Answers for the uses of a module's tensors. In: what was decided about these."""

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions
        self.naming = decisions.naming

    def use(self, op: str, operand: int, value: str) -> Use:
        """What was decided about an operand of an op, which is the tensor `value`; by their names in rows."""
        explainer = self._decisions.explanations.explainer
        words, store = Words(self._decisions), explainer.store
        reasons = [
            self._because(words, name, row)
            for name in REASONS
            for row in store.matching(name, (op, operand, *_open(name)))
        ]
        unknown = store.matching("out_of_place", (op, operand, "unknown"))
        if unknown:
            reasons.append(Because(words.unknown(op), (), explainer.explain("out_of_place", unknown[0])))
        if store.has("in_place", (op, operand)):
            verdict, meaning = (
                ("impossible", words.impossible(op)) if reasons else ("in place", words.in_place(op, operand))
            )
        else:
            verdict, meaning = ("out of place", words.copied(op)) if reasons else ("not decided", words.not_decided())
        return Use(operand, short_name(value), verdict, meaning, tuple(reasons))

    def _because(self, words: Words, relation: str, row: Row) -> Because:
        roles = [(role, place_of(self.naming, str(row[column]))) for role, column in _ROLES[relation]]
        places = tuple((role, place) for role, place in roles if place is not None)
        meaning = words.because(relation, row)
        return Because(meaning, places, self._decisions.explanations.explainer.explain(relation, row))


def _open(relation: str) -> tuple[None, ...]:
    """The columns of a reason that a question about a use leaves open."""
    return (None,) * (3 if relation == "written_read_only" else 5)
