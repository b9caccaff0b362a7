"""What every engine offers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, TypeAlias

from ownlog.rules.engine.program.program import Program

Row: TypeAlias = tuple[str | int, ...]
Facts: TypeAlias = Mapping[str, Iterable[Row]]
Rows: TypeAlias = dict[str, set[Row]]


class Engine(Protocol):
    """Runs checked programs."""

    @property
    def name(self) -> str:
        """The name by which the engine is chosen."""

    def version(self) -> str:
        """The version, for reports."""

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        """The rows of `outputs` (None: all declared `.output`) that follow from `facts`. Raises EngineError."""
