"""All ways in which a body holds.

The join order is chosen again under each partial binding: filters as soon as they can be decided, then the atom that
the fewest rows match. That makes a question about one row cheap without statistics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from ownlog.base.errors import EngineError
from ownlog.rules.engine.language.normal_form import Aggregation, NormalClause, Step
from ownlog.rules.engine.language.syntax_tree import Atom, Compare, Const, Negation, Var
from ownlog.rules.explain.notation import Bindings, Cell, Pattern, Writer
from ownlog.rules.explain.store import Store
from ownlog.rules.explain.terms import evaluate, holds, is_bound, pattern_of


class Premise(NamedTuple):
    """What one step of a body rests on: a row, the absence of rows, or an aggregate over `rows` of them."""

    kind: Literal["row", "absent", "aggregate"]
    relation: str
    cells: Pattern
    rows: int = 0
    expression: str = ""


@dataclass(frozen=True)
class Match:
    """One way in which a body holds, with its premises in body order."""

    bindings: dict[str, Cell]
    premises: tuple[Premise, ...]


Numbered: TypeAlias = tuple[int, Step]
# What a step comes to: a premise, True for one that holds without any, False for one that does not hold, None for one
# not ready yet.
Outcome: TypeAlias = "Premise | bool | None"


def unify(clause: NormalClause, pattern: Pattern) -> tuple[dict[str, Cell], list[Step]] | None:
    """The bindings that make the head fit the pattern, and the comparisons that remain; None where it cannot fit."""
    bindings: dict[str, Cell] = {}
    remaining: list[Step] = []
    for arg, cell in zip(clause.head.args, pattern, strict=True):
        if cell is None:
            continue
        if isinstance(arg, Var):
            if bindings.setdefault(arg.name, cell) != cell:
                return None
        elif isinstance(arg, Const):
            if arg.value != cell:
                return None
        else:
            remaining.append(Compare("=", arg, Const(cell, arg.at), arg.at))
    return bindings, remaining


class Matcher:
    """Matches bodies against the rows of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def matches(self, steps: Sequence[Step], bindings: Bindings) -> Iterator[Match]:
        """Every way in which all steps hold, given some bindings; rows that differ in a `_` count separately."""
        yield from self._extend(steps, list(enumerate(steps)), dict(bindings), {})

    def _extend(
        self, steps: Sequence[Step], pending: list[Numbered], bindings: dict[str, Cell], found: dict[int, Premise]
    ) -> Iterator[Match]:
        rest = self._decide(steps, pending, bindings, found)
        if rest is None:
            return
        choice: tuple[int, Atom] | None = None
        rows: Sequence[tuple[Cell, ...]] = ()
        for number, step in rest:
            if isinstance(step, Atom):
                candidates = self.store.matching(step.relation, pattern_of(step, bindings))
                if not candidates:
                    return
                if choice is None or len(candidates) < len(rows):
                    choice, rows = (number, step), candidates
        if choice is None:
            assert not rest, "an unbound variable passed the check of groundedness"
            yield Match(bindings, tuple(found[number] for number in sorted(found)))
            return
        number, atom = choice
        rest = [item for item in rest if item[0] != number]
        for row in rows:
            extended = bind_row(atom, row, bindings)
            if extended is not None:
                yield from self._extend(steps, rest, extended, {**found, number: Premise("row", atom.relation, row)})

    def _decide(
        self, steps: Sequence[Step], pending: list[Numbered], bindings: dict[str, Cell], found: dict[int, Premise]
    ) -> list[Numbered] | None:
        """Decides what needs no loop and adds to `bindings` and `found`; the rest, or None if something fails."""
        progress = True
        while progress:
            progress = False
            rest: list[Numbered] = []
            for number, step in pending:
                outcome = None if isinstance(step, Atom) else self.decide(steps, step, bindings)
                if outcome is False:
                    return None
                if outcome is None:
                    rest.append((number, step))
                    continue
                progress = True
                if isinstance(outcome, Premise):
                    found[number] = outcome
            pending = rest
        return pending

    def decide(self, steps: Sequence[Step], step: Step, bindings: dict[str, Cell]) -> Outcome:
        """What a step that is no positive atom comes to under the bindings, to which it may add one."""
        try:
            return self._outcome(steps, step, bindings)
        except EngineError:
            # What cannot be evaluated derived no row: the engine would have stopped too, or another literal kept it
            # away.
            return False

    def _outcome(self, steps: Sequence[Step], step: Step, bindings: dict[str, Cell]) -> Outcome:
        if isinstance(step, Compare):
            return _compare(step, bindings)
        if isinstance(step, Negation):
            if not all(is_bound(arg, bindings) for arg in step.atom.args):
                return None
            pattern = pattern_of(step.atom, bindings)
            return not self.store.matching(step.atom.relation, pattern) and Premise(
                "absent", step.atom.relation, pattern
            )
        assert isinstance(step, Aggregation), step
        return self._fold(steps, step, bindings) if step.outer <= bindings.keys() else None

    def _fold(self, steps: Sequence[Step], step: Aggregation, bindings: dict[str, Cell]) -> Outcome:
        values = [
            evaluate(step.target, match.bindings) if step.target is not None else 1
            for match in self.matches(step.body, {name: bindings[name] for name in step.outer})
        ]
        if step.op in ("min", "max"):
            if not values:
                return False
            result = min(values) if step.op == "min" else max(values)
        else:
            result = sum(int(value) for value in values)
        if bindings.setdefault(step.result.name, result) != result:
            return False
        return Premise("aggregate", step.op, (result,), len(values), Writer(steps, bindings).aggregation(step))


def bind_row(atom: Atom, row: tuple[Cell, ...], bindings: Bindings) -> dict[str, Cell] | None:
    """The bindings with those that a matching row adds; None where the row has different cells for one variable."""
    extended = dict(bindings)
    for arg, cell in zip(atom.args, row, strict=True):
        if isinstance(arg, Var) and extended.setdefault(arg.name, cell) != cell:
            return None
    return extended


def _compare(step: Compare, bindings: dict[str, Cell]) -> Outcome:
    """What a comparison comes to; an equation with one unbound variable binds it."""
    left, right = is_bound(step.left, bindings), is_bound(step.right, bindings)
    if left and right:
        return holds(step, bindings)
    if step.op == "=":
        for unbound, other, ready in ((step.left, step.right, right), (step.right, step.left, left)):
            if ready and isinstance(unbound, Var):
                bindings[unbound.name] = evaluate(other, bindings)
                return True
    return None
