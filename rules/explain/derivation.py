"""Derivations: what a row rests on, down to facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ownlog.base.errors import Position
from ownlog.rules.explain.notation import Bindings, Pattern, cell_text, row_text, short_position

Kind: TypeAlias = Literal["fact", "derived", "absent", "aggregate"]


@dataclass(frozen=True, eq=False, repr=False)
class Derivation:
    """Why a row holds.

    `kind` is "fact" (given, or a rule without a body; `position` is its place in the text), "derived" (by `rule` from
    `premises`, one for each atom, negation and aggregate of its body, under `bindings`), "absent" (no row of `relation`
    has these cells; None is any cell), or "aggregate" (`relation` is count, sum, min or max, the one cell its result,
    `rows` the number of its rows, `expression` its argument).

    A row has one derivation: equal parts are one object, and objects are equal only to themselves.
    """

    relation: str
    cells: Pattern
    kind: Kind
    rule: str = ""
    rule_text: str = ""
    rule_position: Position | None = None
    bindings: Bindings = field(default_factory=dict)
    premises: tuple[Derivation, ...] = ()
    position: Position | None = None
    rows: int = 0
    expression: str = ""

    @property
    def row(self) -> tuple[str, Pattern]:
        """The relation and its cells."""
        return self.relation, self.cells

    @property
    def size(self) -> int:
        """The number of different parts."""
        return sum(1 for _ in self.parts())

    @property
    def height(self) -> int:
        """The number of rules on the longest way down to a fact."""
        return _bottom_up(self, lambda part, below: 1 + max(below, default=0) if part.kind == "derived" else 0)[self]

    def parts(self) -> Iterator[Derivation]:
        """All different parts, premises before what they prove, this derivation last."""
        seen: set[Derivation] = set()
        stack = [(self, iter(self.premises))]
        while stack:
            part, premises = stack[-1]
            below = next((premise for premise in premises if premise not in seen), None)
            if below is not None:
                seen.add(below)
                stack.append((below, iter(below.premises)))
            else:
                stack.pop()
                yield part

    def __repr__(self) -> str:
        return f"<{self.kind} {self.title}>"

    @property
    def title(self) -> str:
        """The row in one line."""
        if self.kind == "aggregate":
            return f"{cell_text(self.cells[0])} = {self.expression}"
        return ("not " if self.kind == "absent" else "") + row_text(self.relation, self.cells)

    @property
    def reason(self) -> str:
        """What the row rests on, in one line: a rule, a place in the text, nothing."""
        if self.kind == "aggregate":
            return f"over {self.rows} row{'' if self.rows == 1 else 's'}"
        if self.position is not None:
            return str(self.position)
        if self.rule:
            return f"{self.rule}: {self.rule_text}" if self.rule_text else self.rule
        return short_position(self.rule_position) if self.rule_position is not None else ""

    def text(self, left_out: Collection[str] = (), placed: Collection[str] = ()) -> str:
        """An indented tree, the smallest premises first; a part that was shown is not shown again.

        Rows of the relations `left_out` are not shown as premises; facts of the relations `placed` only by their
        places.
        """
        steps = _bottom_up(self, lambda _, below: 1 + sum(below))
        lines: list[str] = []
        shown: set[Derivation] = set()
        stack = [(0, self)]
        while stack:
            depth, part = stack.pop()
            repeated = bool(part.premises) and part in shown
            shown.add(part)
            folded = [premise for premise in part.premises if premise.kind == "fact" and premise.relation in placed]
            places = dict.fromkeys(str(premise.position) for premise in folded if premise.position is not None)
            reason = "see above" if repeated else part.reason
            behind = "" if repeated else "".join(f"  [{place}]" for place in places)
            lines.append("  " * depth + (f"{part.title}  [{reason}]" if reason else part.title) + behind)
            if not repeated:
                kept = [
                    premise for premise in part.premises if premise.relation not in left_out and premise not in folded
                ]
                below = sorted(kept, key=steps.__getitem__)
                stack.extend((depth + 1, premise) for premise in reversed(below))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The derivation as JSON: every part once, by number, premises first; `root` is the row itself."""
        numbers: dict[Derivation, int] = {}
        for part in self.parts():
            numbers[part] = len(numbers)
        return {"root": numbers[self], "parts": [_part_to_json(part, numbers) for part in numbers]}


def _part_to_json(part: Derivation, numbers: Mapping[Derivation, int]) -> dict[str, Any]:
    """The fields that say something; what is empty is left out."""
    data: dict[str, Any] = {"relation": part.relation, "cells": list(part.cells), "kind": part.kind}
    for name in ("rule", "rule_text", "rows", "expression"):
        if getattr(part, name):
            data[name] = getattr(part, name)
    for name in ("rule_position", "position"):
        place = getattr(part, name)
        if place is not None:
            data[name] = {"file": place.file, "line": place.line, "column": place.column}
    if part.bindings:
        data["bindings"] = dict(part.bindings)
    if part.premises:
        data["premises"] = [numbers[premise] for premise in part.premises]
    return data


def _bottom_up(root: Derivation, value: Callable[[Derivation, list[int]], int]) -> dict[Derivation, int]:
    values: dict[Derivation, int] = {}
    for part in root.parts():
        values[part] = value(part, [values[premise] for premise in part.premises])
    return values
