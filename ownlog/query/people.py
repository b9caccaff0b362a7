"""Answers as people read them: names as short as they can be, with the line on which what they name begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ownlog.query.answer import Answer, Heading

if TYPE_CHECKING:
    from ownlog.rules.explain.names import Names

_PLACED = ("Value", "Op", "Block")
"""The types of columns whose things have a line; the first of them that an answer has is followed by it."""
_LINE = "line"


def for_people(answer: Answer, names: Names) -> Answer:
    """The answer with short names, and a column of lines after its first column of values (else ops, else blocks)."""
    types = [heading.type for heading in answer.headings]
    placed = next((types.index(kind) for kind in _PLACED if kind in types), None)
    if placed is not None and (_LINE in {heading.name.lower() for heading in answer.headings} or not answer.rows):
        placed = None
    headings = list(answer.headings)
    if placed is not None:
        headings.insert(placed + 1, Heading(_LINE, "number", is_number=True))
    rows = []
    for row in answer.rows:
        cells: list[Any] = [
            names.label(cell, kind) if kind in names.known else cell for cell, kind in zip(row, types, strict=True)
        ]
        if placed is not None:
            line = names.line_of(row[placed])
            cells.insert(placed + 1, "" if line is None else line)
        rows.append(tuple(cells))
    return replace(answer, headings=tuple(headings), rows=tuple(rows))
