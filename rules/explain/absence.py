"""Why a row is not there: which rule came closest, and what it lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ownlog.base.errors import EngineError, Position
from ownlog.rules.engine.language.normal_form import NormalClause, Step, step_variables
from ownlog.rules.engine.language.syntax_tree import Atom, Negation
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from ownlog.rules.explain.matching import Matcher, bind_row, unify
from ownlog.rules.explain.notation import (
    Bindings,
    Cell,
    Pattern,
    Writer,
    is_made,
    plain,
    row_text,
    rule_text,
    short_position,
)
from ownlog.rules.explain.store import Store
from ownlog.rules.explain.terms import pattern_of

# Partial bindings that are tried for one rule. A join of everything with everything is not worth waiting for: the best
# so far will do.
_TRIES = 20_000


@dataclass(frozen=True)
class Missing:
    """What one rule lacks: a "row" of `relation` with these cells, the "absence" of such rows, or a "comparison".

    `text` is the literal with the values of its variables. A comparison has no relation and no cells.
    """

    kind: Literal["row", "absence", "comparison"]
    text: str
    relation: str = ""
    cells: Pattern = ()


@dataclass(frozen=True)
class Attempt:
    """How far one rule came: the literals that hold under the best bindings, and the first that does not."""

    rule: str
    rule_text: str
    rule_position: Position
    bindings: Bindings
    holds: tuple[str, ...]
    missing: Missing
    remaining: int

    @property
    def title(self) -> str:
        """The rule in one line."""
        name = self.rule or short_position(self.rule_position)
        return f"{name}: {self.rule_text}" if self.rule_text else name

    def to_json(self) -> dict[str, Any]:
        place, missing = self.rule_position, self.missing
        return {
            "rule": self.rule,
            "rule_text": self.rule_text,
            "rule_position": {"file": place.file, "line": place.line, "column": place.column},
            "bindings": dict(self.bindings),
            "holds": list(self.holds),
            "missing": {
                "kind": missing.kind,
                "text": missing.text,
                "relation": missing.relation,
                "cells": list(missing.cells),
            },
        }


@dataclass(frozen=True)
class WhyNot:
    """Why there is no row of `relation` with these cells (None is any): what each rule lacks, the closest first."""

    relation: str
    cells: Pattern
    extensional: bool
    attempts: tuple[Attempt, ...]

    def text(self) -> str:
        """The closest rule, what holds of it and what is missing."""
        lines = [f"{row_text(self.relation, self.cells)} does not hold."]
        if self.extensional:
            lines.append("The facts about the module do not say so, and no rule adds to them.")
        elif not self.attempts:
            lines.append("No rule derives such a row.")
        else:
            best = self.attempts[0]
            lines.append(f"The rule that comes closest is {best.title}")
            lines += [f"  holds:   {literal}" for literal in best.holds]
            lines.append(f"  {'missing:' if best.missing.kind == 'row' else 'fails:  '} {best.missing.text}")
            others = list(
                dict.fromkeys(attempt.rule or short_position(attempt.rule_position) for attempt in self.attempts[1:])
            )
            if others:
                lines.append(f"Other rules for it: {', '.join(others)}.")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        attempts = [attempt.to_json() for attempt in self.attempts]
        return {
            "relation": self.relation,
            "cells": list(self.cells),
            "extensional": self.extensional,
            "attempts": attempts,
        }


def why_not(program: Program, rows: Mapping[str, Iterable[Row]] | Store, relation: str, cells: Pattern) -> WhyNot:
    """Why no row of `relation` has these cells (None is any), given the rows of all relations.

    A rule is closer if more literals of its body hold, in body order under the best bindings; literals wait for their
    variables. Raises KeyError for an unknown relation, ValueError if there is such a row, and EngineError if there
    should be one: then the rows do not belong to the program.
    """
    store = rows if isinstance(rows, Store) else Store(rows)
    extensional = program.relations[relation].is_input
    if not program.relations[relation].inline and store.matching(relation, cells):
        raise ValueError(f"there is a row {row_text(relation, cells)}")
    attempts: list[Attempt] = []
    for clause in (*program.core.clauses, *program.core.inlined):
        if clause.head.relation == relation and clause.body:
            attempt = _attempt(program, store, clause, cells)
            if attempt is not None:
                attempts.append(attempt)
    attempts.sort(key=lambda attempt: (-len(attempt.holds), attempt.remaining))
    return WhyNot(relation, cells, extensional and not attempts, tuple(attempts))


def _attempt(program: Program, store: Store, clause: NormalClause, cells: Pattern) -> Attempt | None:
    unified = unify(clause, cells)
    if unified is None:
        return None
    bindings, remaining = unified
    steps = [*clause.body, *remaining]
    search = _Search(Matcher(store), steps)
    search.run(list(range(len(steps))), bindings, ())
    if search.missing is None:
        raise EngineError(
            f"a rule derives {row_text(clause.head.relation, cells)}: these rows do not belong to this program"
        )
    rule = program.rules[clause.rule]
    writer = Writer(steps, search.bindings)
    held = tuple(writer.step(steps[number]) for number in sorted(search.held) if _is_written(steps[number]))
    named = {name: value for name, value in search.bindings.items() if plain(name)}
    missing = _missing(steps[search.missing], search.bindings, writer)
    return Attempt(
        rule.number,
        rule_text(program, rule),
        rule.position,
        named,
        held,
        missing,
        len(steps) - len(search.held) - 1,
    )


def _is_written(step: Step) -> bool:
    """Whether the step stands in the rule, and not only for a part of another literal."""
    return not any(is_made(var.name) for var in step_variables(step))


def _missing(step: Step, bindings: Bindings, writer: Writer) -> Missing:
    if isinstance(step, Atom):
        return Missing("row", writer.step(step), step.relation, pattern_of(step, bindings))
    if isinstance(step, Negation):
        return Missing("absence", writer.step(step), step.atom.relation, pattern_of(step.atom, bindings))
    return Missing("comparison", writer.step(step))


class _Search:
    """Looks for the bindings under which the most steps hold (`held`); `missing` is the first that fails then."""

    def __init__(self, matcher: Matcher, steps: Sequence[Step]) -> None:
        self.matcher = matcher
        self.steps = steps
        self.tries = 0
        self.held: tuple[int, ...] = ()
        self.missing: int | None = None
        self.bindings: dict[str, Cell] = {}

    def run(self, pending: list[int], bindings: dict[str, Cell], held: tuple[int, ...]) -> None:
        """Searches on from a partial binding under which the steps `held` hold."""
        bindings = dict(bindings)
        waiting: list[int] = []
        for place, number in enumerate(pending):
            step = self.steps[number]
            if isinstance(step, Atom):
                self._join(number, step, [*waiting, *pending[place + 1 :]], bindings, held)
                return
            outcome = self.matcher.decide(self.steps, step, bindings)
            if outcome is False:
                self._note(number, bindings, held)
                return
            if outcome is None:
                waiting.append(number)
            else:
                held = (*held, number)
        if waiting:
            self.run(waiting, bindings, held)

    def _join(self, number: int, atom: Atom, rest: list[int], bindings: dict[str, Cell], held: tuple[int, ...]) -> None:
        matched = False
        for row in self.matcher.store.matching(atom.relation, pattern_of(atom, bindings)):
            extended = bind_row(atom, row, bindings)
            if extended is not None:
                matched = True
                self.tries += 1
                self.run(rest, extended, (*held, number))
            if self.tries > _TRIES:
                break
        if not matched:
            self._note(number, bindings, held)

    def _note(self, number: int, bindings: dict[str, Cell], held: tuple[int, ...]) -> None:
        if self.missing is None or len(held) > len(self.held):
            self.missing, self.bindings, self.held = number, dict(bindings), held
