"""What the text of a program states of ops, in facts, without running it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.rules.engine.language.syntax_tree import Const

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Row
    from ownlog.rules.engine.program.program import Program
    from ownlog.rules.engine.program.relations import Relation, Rule


def kind(relation: Relation) -> str:
    """ "extensional", "model" or "derived"."""
    if relation.is_input:
        return "extensional"
    return "model" if Path(relation.position.file).parent.name == "dialects" else "derived"


def is_private(relation: Relation) -> bool:
    """Whether a relation of Ownlog's own rules is one that only they read."""
    return kind(relation) == "derived" and not relation.inline and not relation.is_output


def model_relations(program: Program) -> list[str]:
    """The relations in which models speak of ops."""
    return [name for name, relation in program.relations.items() if kind(relation) == "model"]


def stated(program: Program) -> dict[str, list[Row]]:
    """The rows of the model relations that are written as facts, in text order."""
    rows: dict[str, list[Row]] = {name: [] for name in model_relations(program)}
    for rule in program.rules:
        if is_fact(rule) and rule.head.relation in rows:
            rows[rule.head.relation].append(row_of(rule))
    return {name: list(dict.fromkeys(found)) for name, found in rows.items()}


def has_model_rules(program: Program) -> bool:
    """Does a rule derive what models say, so that it may depend on the module?"""
    names = set(model_relations(program))
    return any(
        not is_fact(rule) and not names.isdisjoint(head.relation for head in rule.heads) for rule in program.rules
    )


def row_of(fact: Rule) -> Row:
    """The row that a fact states."""
    return tuple(term.value for term in fact.head.args if isinstance(term, Const))


def is_fact(rule: Rule) -> bool:
    """Is the rule one row, with a constant in each column?"""
    return not rule.body and len(rule.heads) == 1 and all(isinstance(term, Const) for term in rule.head.args)
