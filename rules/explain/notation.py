"""Rows and literals in the notation of the rules, with values for bound variables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from ownlog.base.errors import Position
from ownlog.rules.engine.language.normal_form import Aggregation, Step, plain_name
from ownlog.rules.engine.language.syntax_tree import Aggregate, Atom, Call, Cast, Compare, Const, Negation, Term, Var
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Rule

Cell: TypeAlias = str | int
Pattern: TypeAlias = tuple[Cell | None, ...]
"""The cells of a row, or None for those that may be anything."""

Bindings: TypeAlias = Mapping[str, Cell]

_OPERATORS = {"+", "-", "*", "/", "%", "band", "bor", "bxor"}
_FUNCTIONS = {"match", "contains", "!match", "!contains"}


def cell_text(cell: Cell | None) -> str:
    """A cell as a constant of the rules' language."""
    if cell is None:
        return "_"
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, str) else str(cell)


def row_text(relation: str, cells: Pattern) -> str:
    """A row as an atom."""
    return f"{relation}({', '.join(map(cell_text, cells))})"


def rule_text(program: Program, rule: Rule) -> str:
    """The comment of a rule; of one that has a number only, what a row of its relation means."""
    return rule.text or (program.relations[rule.head.relation].summary if rule.number else "")


def short_position(position: Position) -> str:
    """A place in a rule file, with as much of the path as tells the files of a program apart."""
    return f"{'/'.join(Path(position.file).parts[-2:])}:{position.line}"


class Writer:
    """Writes terms and steps under some bindings; variables of the normal form as what they stand for."""

    def __init__(self, steps: Iterable[Step], bindings: Bindings) -> None:
        self.bindings = bindings
        self._stands_for: dict[str, Term | Aggregation] = {}
        for step in steps:
            if isinstance(step, Aggregation):
                self._stands_for[step.result.name] = step
            elif (
                isinstance(step, Compare)
                and step.op == "="
                and isinstance(step.left, Var)
                and not plain(step.left.name)
            ):
                self._stands_for[step.left.name] = step.right

    def step(self, step: Step) -> str:
        """A literal of a body, or an aggregate with its result."""
        if isinstance(step, Atom):
            return self._atom(step)
        if isinstance(step, Negation):
            return f"!{self._atom(step.atom)}"
        if isinstance(step, Aggregation):
            return f"{self._value(step.result)} = {self.aggregation(step)}"
        if step.op in _FUNCTIONS:
            return f"{step.op}({self.term(step.left)}, {self.term(step.right)})"
        left = self._value(step.left) if isinstance(step.left, Var) else self.term(step.left)
        return f"{left} {step.op} {self.term(step.right)}"

    def aggregation(self, step: Aggregation) -> str:
        """An aggregate without its result."""
        target = f" {self.term(step.target)}" if step.target is not None else ""
        inner = Writer(step.body, self.bindings)
        return f"{step.op}{target} : {{ {', '.join(inner.step(part) for part in step.body)} }}"

    def term(self, term: Term) -> str:
        if isinstance(term, Var):
            meaning = self._stands_for.get(term.name)
            if isinstance(meaning, Aggregation):
                return self.aggregation(meaning) + (f" ({self._value(term)})" if term.name in self.bindings else "")
            return self._value(term) if meaning is None or term.name in self.bindings else self.term(meaning)
        if isinstance(term, Const):
            return cell_text(term.value)
        if isinstance(term, Cast):
            return self.term(term.term)
        if isinstance(term, Call):
            return self._call(term)
        assert not isinstance(term, Aggregate), "normalised clauses hold aggregates as steps"
        return "_"

    def _atom(self, atom: Atom) -> str:
        return f"{atom.relation}({', '.join(map(self.term, atom.args))})"

    def _value(self, var: Var) -> str:
        return cell_text(self.bindings[var.name]) if var.name in self.bindings else plain_name(var.name) or "_"

    def _call(self, term: Call) -> str:
        args = [self.term(arg) for arg in term.args]
        if term.op in _OPERATORS:
            return f"({args[0]} {term.op} {args[1]})"
        return f"-{args[0]}" if term.op == "neg" else f"{term.op}({', '.join(args)})"


def plain(name: str) -> bool:
    """Whether a program can have written this variable."""
    return not is_made(name) and name == plain_name(name)


def is_made(name: str) -> bool:
    """Whether normalisation made this variable for a part of another literal."""
    return "#" in name
