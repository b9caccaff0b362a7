"""Places in a program's text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Where an op stands in one of the two programs; line 0 where no text was read for it."""

    op: str
    file: str = ""
    line: int = 0
    column: int = 0
