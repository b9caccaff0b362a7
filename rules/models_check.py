"""Do the user's models say of known ops what these cannot be?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ownlog.base.errors import InputError, Position, RuleError
from ownlog.rules.traits.models import MODELS
from ownlog.rules.traits.stated import is_fact, model_relations, row_of

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op
    from ownlog.rules.engine import Program, Rule
    from ownlog.rules.traits.traits import Row

_ADVICE = "drop the row, or give the op another name"
_COUNTED = "number them from 0, as in the generic form"
# What the numbers of a row count. Not here is what a model may say of ops that have no such result or operand.
_NUMBERS = {
    "allocates": ("result",),
    "allocates_on_stack": ("result",),
    "frees": ("operand",),
    "view_like": ("result", "operand"),
    "select_like": ("operand", "operand", "operand"),
    "accesses_memory": ("operand",),
    "byte_shift": ("operand",),
}


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


def check_numbers(program: Program, ops: Iterable[Op]) -> None:
    """InputError at each op without a result or operand whose number a fact of the user's models says something of."""
    rules: dict[str, list[Rule]] = defaultdict(list)
    for rule in program.rules:
        if is_fact(rule) and rule.head.relation in _NUMBERS and row_of(rule) not in MODELS.get(rule.head.relation, ()):
            rules[str(row_of(rule)[0])].append(rule)
    found = [
        op.diagnostic(f"the op has no {problem}, of which a model says '{rule.head.relation}': {rule.position}", _COUNTED)
        for op in (ops if rules else ())
        for rule in rules.get(op.name, ())
        for problem in _missing(op, _NUMBERS[rule.head.relation], row_of(rule))
    ]
    if found:
        raise InputError(*found)


def _missing(op: Op, words: tuple[str, ...], row: Row) -> Iterator[str]:
    for word, number in zip(words, row[1:], strict=True):
        if int(number) >= len(op.results if word == "result" else op.operands):
            yield f"{word} number {number}"


def _refuse(program: Program, rows: Iterable[tuple[Position, str, Row]]) -> None:
    from ownlog.frontend.forms.contradictions import contradiction

    found = [
        program.diagnostic(position, f"this model contradicts what is known of '{row[0]}': {problem}", _ADVICE)
        for position, relation, row in rows
        if (problem := contradiction(relation, row)) is not None
    ]
    if found:
        raise RuleError(*dict.fromkeys(found))
