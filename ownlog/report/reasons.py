"""Derivations for the page: every part once, as many as the page may hold."""

from __future__ import annotations

from ownlog.report.page.model import Reasons
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.derivation import Derivation
from ownlog.rules.explain.explainer import Explainer

_KINDS = {"fact": 0, "derived": 1, "absent": 2, "aggregate": 3}
_LAST = {"alias_demand", "points_to_demand", "alias_query"}  # what was asked for says least about why
_MANY = 1 << 40  # repeated parts count again, which doubles at each join


class ReasonTable:
    """Explains rows until there are `limit` parts; `left_out` counts the rows that came too late.

    The page counts lines from 1; `first_line` is the number of the source's first line.
    """

    def __init__(self, explainer: Explainer, limit: int, first_line: int = 1) -> None:
        self.first_line = first_line
        self.explainer = explainer
        self.limit = limit
        self.left_out = 0
        self._numbers: dict[Derivation, int] = {}
        self._steps: list[int] = []
        self._strings: dict[str | int, int] = {}
        self._parts: list[tuple[int, int, int, list[int], list[int], int]] = []

    @property
    def is_full(self) -> bool:
        """Whether rows that are not explained yet come too late."""
        return len(self._parts) >= self.limit

    def why(self, relation: str, *row: str | int) -> int | None:
        """The number of the part that derives a row; None where the row does not hold, or where the table is full."""
        cells: Row = tuple(row)
        if not self.explainer.store.has(relation, cells):
            return None
        if self.is_full:
            self.left_out += 1
            return None
        return self.of(self.explainer.explain(relation, cells))

    def of(self, derivation: Derivation) -> int | None:
        """The number of the part that is a derivation; None where the table is full."""
        if self.is_full:
            self.left_out += 1
            return None
        stack = [derivation]
        while stack:
            below = [premise for premise in stack[-1].premises if premise not in self._numbers]
            if below:
                stack.extend(below)
                continue
            part = stack.pop()
            if part not in self._numbers:
                self._add(part)
        return self._numbers[derivation]

    def line(self, line: int) -> int:
        """The page's number of a line of the source."""
        return line - self.first_line + 1

    def data(self) -> Reasons:
        return {"strings": list(self._strings), "parts": self._parts}

    def _add(self, part: Derivation) -> None:
        below = [
            self._numbers[p]
            for p in sorted(part.premises, key=lambda p: (p.relation in _LAST, self._steps[self._numbers[p]]))
        ]
        self._numbers[part] = len(self._parts)
        self._steps.append(min(1 + sum(self._steps[number] for number in below), _MANY))
        cells = [-1 if cell is None else self._string(cell) for cell in part.cells]
        name = part.expression if part.kind == "aggregate" else part.relation
        reason = "" if part.position is not None else part.reason
        line = self.line(part.position.line) if part.position is not None else 0
        self._parts.append((_KINDS[part.kind], self._string(name), self._string(reason), cells, below, line))

    def _string(self, text: str | int) -> int:
        return self._strings.setdefault(text, len(self._strings))
