"""Checks derivations against the rules as written, and heights against a naive evaluation; shares no code with what
makes them.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from ownlog.base.errors import Position
from ownlog.rules.engine.language.syntax_tree import (
    Atom,
    Compare,
    Literal,
    Negation,
    Truth,
    Var,
    Wildcard,
    aggregates,
    literal_terms,
    variables,
)
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Rule
from ownlog.rules.explain.derivation import Derivation
from tests.engine.reference import Binding, Cell, Row, Rows, holds, instance, is_bound, matches, solutions, value

_Inline = Mapping[str, tuple[Rule, ...]]
"""The rules of the inline relations."""


class Checker:
    """Checks derivations that one explainer made: each part once, in an order that shows that no row rests on
    itself.
    """

    def __init__(self, program: Program, given: Mapping[str, Iterable[Row]], rows: Rows) -> None:
        self.rows = rows
        self.given = {name: set(some) for name, some in given.items()}
        self.inline = {name: relation.rules for name, relation in program.relations.items() if relation.inline}
        self.rules: dict[Position, list[Rule]] = {}
        for rule in program.rules:
            self.rules.setdefault(rule.position, []).append(rule)
        self.checked: set[Derivation] = set()
        self.proved: dict[tuple[str, object], Derivation] = {}

    def check(self, root: Derivation) -> None:
        """Raises AssertionError unless all parts are what they say and each row has one derivation."""
        stack, visits = [root], 0
        while stack:
            part = stack.pop()
            missing = [premise for premise in part.premises if premise not in self.checked]
            if missing:
                stack += [part, *missing]
                visits += 1
                # Going down from a part comes to an end, or the part is below itself.
                assert visits < 1_000_000, f"a row rests on itself: {part}"
            elif part not in self.checked:
                self.checked.add(part)
                if part.kind in ("fact", "derived"):
                    assert self.proved.setdefault(part.row, part) is part, f"two derivations of one row: {part}"
                self._check(part)

    def _check(self, part: Derivation) -> None:
        """Raises AssertionError unless one part is what it says, given its premises."""
        rules = self.rules.get(part.rule_position, ()) if part.rule_position is not None else ()
        if part.kind == "derived":
            assert any(_instantiates(rule, self.rows, part, self.inline) for rule in rules), (
                f"not an instance of its rule: {part.text()}"
            )
        elif part.kind == "fact":
            heads = [head for rule in rules if not rule.body for head in rule.heads if head.relation == part.relation]
            stated = [instance(head, {}, self.rows) for head in heads]
            assert part.cells in self.given.get(part.relation, ()) or part.cells in stated, part
        elif part.kind == "absent" and None not in part.cells:
            assert part.cells not in self.rows[part.relation], part
        elif part.kind == "absent":
            assert not any(_fits(part.cells, row) for row in self.rows[part.relation]), part


def heights(program: Program, given: Mapping[str, Iterable[Row]], rows: Rows) -> dict[tuple[str, Row], int]:
    """The height of every row: the round of a naive evaluation in which it comes out, where negations and aggregates
    know the end.
    """
    found: dict[tuple[str, Row], int] = {(name, row): 0 for name, some in given.items() for row in some}
    found |= {
        (head.relation, instance(head, {}, rows)): 0 for rule in program.rules if not rule.body for head in rule.heads
    }
    rules = [(head, body) for rule in program.rules if rule.body for head in rule.heads for body in rule.alternatives]
    height = 0
    while True:
        height += 1
        lower: dict[str, set[Row]] = {name: set() for name in program.relations}
        for relation, row in found:
            lower[relation].add(row)
        new = {
            (head.relation, instance(head, b, rows)) for head, body in rules for b in solutions(body, {}, lower, rows)
        } - found.keys()
        if not new:
            return found
        found |= dict.fromkeys(new, height)


def _instantiates(rule: Rule, rows: Rows, part: Derivation, inline: _Inline) -> bool:
    for head in rule.heads:
        for body in rule.alternatives:
            if head.relation == part.relation:
                read = {literal.relation for literal in body if isinstance(literal, Atom)}
                gives = _body_gives if read.isdisjoint(inline) else partial(_body_gives_with, inline)
                if gives(head, body, rows, part):
                    return True
    return False


def _body_gives_with(inline: _Inline, head: Atom, body: tuple[Literal, ...], rows: Rows, part: Derivation) -> bool:
    """As `_body_gives`, for a body that reads inline relations: for each of those there are the premises of one of its
    rules.
    """
    premises = tuple(premise for premise in part.premises if premise.kind != "aggregate")
    return any(
        not left and tuple(value(arg, binding, rows) for arg in head.args) == part.cells
        for left, binding in _taken(inline, body, premises, dict(part.bindings), rows)
    )


def _taken(
    inline: _Inline, body: tuple[Literal, ...], premises: tuple[Derivation, ...], binding: Binding, rows: Rows
) -> Iterator[tuple[tuple[Derivation, ...], Binding]]:
    """The premises that a body leaves over, with the bindings under which it takes the others; its comparisons come
    last.
    """
    atoms = [literal for literal in body if isinstance(literal, Atom | Negation)]
    if not atoms:
        for found in solutions(body, binding, rows, rows):
            yield premises, found
        return
    first = atoms[0]
    rest = tuple(literal for literal in body if literal is not first)
    if isinstance(first, Atom) and first.relation in inline:
        known = tuple(
            None if isinstance(arg, Wildcard) or not is_bound([arg], binding) else value(arg, binding, rows)
            for arg in first.args
        )
        for head, inner in ((rule.head, inner) for rule in inline[first.relation] for inner in rule.alternatives):
            own = {
                arg.name: cell
                for arg, cell in zip(head.args, known, strict=True)
                if isinstance(arg, Var) and cell is not None
            }
            for left, found in _taken(inline, inner, premises, own, rows):
                for extended in matches(first, instance(head, found, rows), binding, rows):
                    yield from _taken(inline, rest, left, extended, rows)
    elif (
        premises
        and isinstance(first, Atom)
        and premises[0].relation == first.relation
        and premises[0].cells in rows[first.relation]
    ):
        for extended in matches(first, _instance_of(premises[0]), binding, rows):
            yield from _taken(inline, rest, premises[1:], extended, rows)
    elif premises and isinstance(first, Negation) and _is_premise(first, premises[0], binding, rows):
        yield from _taken(inline, rest, premises[1:], binding, rows)


def _instance_of(premise: Derivation) -> Row:
    return tuple(cell for cell in premise.cells if cell is not None)


def _body_gives(head: Atom, body: tuple[Literal, ...], rows: Rows, part: Derivation) -> bool:
    binding = dict(part.bindings)
    atoms = [literal for literal in body if isinstance(literal, Atom | Negation)]
    premises = [premise for premise in part.premises if premise.kind != "aggregate"]
    terms = [*(term for literal in body for term in literal_terms(literal)), *head.args]
    if len(atoms) != len(premises) or any(var.name not in binding for var in variables(tuple(terms))):
        return False
    folded = [value(aggregate, binding, rows) for aggregate in aggregates(tuple(terms))]
    return (
        tuple(value(arg, binding, rows) for arg in head.args) == part.cells
        and all(_is_premise(literal, premise, binding, rows) for literal, premise in zip(atoms, premises, strict=True))
        and all(holds(literal, binding, rows) for literal in body if isinstance(literal, Compare | Truth))
        and folded == [premise.cells[0] for premise in part.premises if premise.kind == "aggregate"]
    )


def _is_premise(literal: Atom | Negation, premise: Derivation, binding: Binding, rows: Rows) -> bool:
    atom = literal.atom if isinstance(literal, Negation) else literal
    pattern = tuple(None if isinstance(arg, Wildcard) else value(arg, binding, rows) for arg in atom.args)
    if isinstance(literal, Negation):
        return (premise.kind, *premise.row) == ("absent", atom.relation, pattern)
    present = premise.cells in rows[premise.relation]
    return (
        present
        and premise.kind in ("fact", "derived")
        and premise.relation == atom.relation
        and _fits(pattern, premise.cells)
    )


def _fits(pattern: tuple[Cell | None, ...], row: tuple[Cell | None, ...]) -> bool:
    return all(wanted is None or wanted == cell for wanted, cell in zip(pattern, row, strict=True))


def from_json(data: Mapping[str, Any]) -> Derivation:
    """The derivation that `to_json` wrote."""
    parts: list[Derivation] = []
    for item in data["parts"]:
        fields = {**item, "cells": tuple(item["cells"])}
        for name in fields.keys() & {"position", "rule_position"}:
            fields[name] = Position(**fields[name])
        fields["premises"] = tuple(parts[number] for number in fields.get("premises", ()))
        parts.append(Derivation(**fields))
    root: int = data["root"]
    return parts[root]
