"""Where in the program's text the things are that a fact names."""

from __future__ import annotations

from functools import cached_property

from ownlog.base.errors import Position
from ownlog.rules.engine.program.program import Program
from ownlog.rules.explain.notation import Pattern
from ownlog.rules.explain.store import Store

READ = ("op_position", "result")
"""The relations that say where things stand."""


class Positions:
    """Reads `op_position(op, file, line, column)` and `result(op, position, value)`, if the program has them."""

    def __init__(self, program: Program, store: Store) -> None:
        self.program = program
        self.store = store

    def of(self, relation: str, row: Pattern) -> Position | None:
        """The place of the first op that a row names, else of the op whose result is the first value that it names."""
        columns = self.program.relations[relation].columns
        for kind, places in (("Op", self._ops), ("Value", self._values)):
            for column, cell in zip(columns, row, strict=True):
                if column.type == kind and cell in places:
                    return places[cell]
        return None

    @cached_property
    def _ops(self) -> dict[str | int | None, Position]:
        if "op_position" not in self.program.relations:
            return {}
        return {
            op: Position(str(file), int(line), int(column)) for op, file, line, column in self.store.rows("op_position")
        }

    @cached_property
    def _values(self) -> dict[str | int | None, Position]:
        if "result" not in self.program.relations:
            return {}
        return {value: self._ops[op] for op, _, value in self.store.rows("result") if op in self._ops}
