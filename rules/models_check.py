"""Do the user's models say of known ops what these cannot be?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from ownlog.errors import Position, RuleError
from ownlog.rules.models import MODELS
from ownlog.rules.stated import is_fact, model_relations, row_of

if TYPE_CHECKING:
    from ownlog.rules.engine import Program
    from ownlog.rules.traits import Row

_ADVICE = "drop the row, or give the op another name"


def check_stated(program: Program) -> None:
    """RuleError at each fact that contradicts the form of its op. Ownlog's own facts are not looked at."""
    relations = set(model_relations(program))
    rules = [rule for rule in program.rules if is_fact(rule) and rule.head.relation in relations]
    rows = [(rule, rule.head.relation, row_of(rule)) for rule in rules]
    _refuse(program, [(rule.position, relation, row) for rule, relation, row in rows if row not in MODELS.get(relation, ())])


def check_derived(program: Program, derived: Mapping[str, Collection[Row]]) -> None:
    """RuleError at the rules for relations in which a row was derived that contradicts the form of its op."""
    rules = {head.relation: rule for rule in program.rules if not is_fact(rule) for head in rule.heads}
    found = [(rules[relation].position, relation, row) for relation, rows in derived.items() if relation in rules for row in sorted(rows)]
    _refuse(program, found)


def _refuse(program: Program, rows: Iterable[tuple[Position, str, Row]]) -> None:
    from ownlog.frontend.forms.contradictions import contradiction

    found = [
        program.diagnostic(position, f"this model contradicts what is known of '{row[0]}': {problem}", _ADVICE)
        for position, relation, row in rows
        if (problem := contradiction(relation, row)) is not None
    ]
    if found:
        raise RuleError(*dict.fromkeys(found))
