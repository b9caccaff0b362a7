"""A slow evaluator that is plainly right: rules are applied to everything, as written, until nothing new comes out.

It knows nothing of deltas, indexes or join orders. Strata come from the relations' order of declaration: a program made
for it reads negated and aggregated relations only from earlier ones.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import TypeAlias

from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    Call,
    Compare,
    Const,
    Literal,
    Negation,
    Term,
    Var,
    Wildcard,
)
from ownlog.rules.engine.program.program import Program

Row: TypeAlias = tuple[str | int, ...]
Relations: TypeAlias = dict[str, set[Row]]
Binding: TypeAlias = dict[str, str | int]

_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def evaluate(program: Program, facts: dict[str, list[Row]]) -> Relations:
    """All rows of all relations."""
    relations: Relations = {name: set(facts.get(name, ())) for name in program.relations}
    for name in program.relations:
        rules = [(rule.head, body) for rule in program.relations[name].rules for body in rule.alternatives]
        while True:
            derived = {
                tuple(_value(arg, binding, relations) for arg in head.args)
                for head, body in rules
                for binding in _solve(body, {}, relations)
            }
            if derived <= relations[name]:
                break
            relations[name] |= derived
    return relations


def _solve(body: tuple[Literal, ...], binding: Binding, relations: Relations) -> Iterator[Binding]:
    if not body:
        yield binding
        return
    for extended in _literal(body[0], binding, relations):
        yield from _solve(body[1:], extended, relations)


def _literal(literal: Literal, binding: Binding, relations: Relations) -> Iterator[Binding]:
    if isinstance(literal, Atom):
        for row in relations[literal.relation]:
            extended = _match(literal, row, binding)
            if extended is not None:
                yield extended
    elif isinstance(literal, Negation):
        if all(_match(literal.atom, row, binding) is None for row in relations[literal.atom.relation]):
            yield binding
    elif isinstance(literal, Compare):
        right = _value(literal.right, binding, relations)
        if isinstance(literal.left, Var) and literal.left.name not in binding:
            if right is not None:
                yield {**binding, literal.left.name: right}
        elif right is not None and _COMPARE[literal.op](_value(literal.left, binding, relations), right):
            yield binding


def _match(atom: Atom, row: Row, binding: Binding) -> Binding | None:
    extended = dict(binding)
    for arg, value in zip(atom.args, row, strict=True):
        if isinstance(arg, Const) and arg.value != value:
            return None
        if isinstance(arg, Var) and extended.setdefault(arg.name, value) != value:
            return None
    return extended


def _value(term: Term, binding: Binding, relations: Relations) -> str | int:
    if isinstance(term, Const):
        return term.value
    if isinstance(term, Var):
        return binding[term.name]
    if isinstance(term, Call):
        left, right = (_value(arg, binding, relations) for arg in term.args)
        return _ARITHMETIC[term.op](_number(left), _number(right))
    assert isinstance(term, Aggregate)
    return _fold(term, binding, relations)


def _fold(term: Aggregate, binding: Binding, relations: Relations) -> str | int:
    body = tuple(_named(literal, index) for index, literal in enumerate(term.body))
    found = {tuple(sorted(inner.items())): inner for inner in _solve(body, binding, relations)}
    if term.target is None:
        return len(found)
    values = [_value(term.target, inner, relations) for inner in found.values()]
    if term.op == "sum":
        return sum(value for value in values if isinstance(value, int))
    if not values:
        return None  # type: ignore[return-value]
    return min(values, key=_number) if term.op == "min" else max(values, key=_number)


def _number(value: str | int) -> int:
    assert isinstance(value, int)
    return value


def _named(literal: Literal, index: int) -> Literal:
    if not isinstance(literal, Atom):
        return literal
    args = (
        Var(f"_{index}_{column}", arg.at) if isinstance(arg, Wildcard) else arg
        for column, arg in enumerate(literal.args)
    )
    return Atom(literal.relation, tuple(args), literal.at)
