"""How the rows of a run are kept: in tables for the interpreter, in relations of numbers for the native engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ownlog.rules.engine.interpreter import Table
from ownlog.rules.engine.program.engine import Row


class Storage:
    """Makes the relations of a run: those made before `settle` last, later ones are gone after `forget`.

    These are tables of the interpreter, whose rows are gone when nothing refers to them.
    """

    def relation(self, arity: int, rows: Sequence[Any] = ()) -> Any:
        return Table(rows)

    def rows(self, relation: Any, arity: int) -> set[Row]:
        found: set[Row] = relation.members
        return found

    def settle(self) -> None:
        pass

    def forget(self) -> None:
        pass


class Numbers(Storage):
    """Relations of the native engine, which share a table of symbols."""

    def __init__(self) -> None:
        from ownlog.rules.engine.native import joins

        self._joins = joins
        self._symbols = joins.Symbols()
        self._lasting = 0

    def relation(self, arity: int, rows: Sequence[Any] = ()) -> Any:
        """As for `Storage`. Raises OverflowError for a number that is too large."""
        made = self._joins.Relation(self._symbols, arity)
        if rows:
            made.update(rows)
        return made

    def rows(self, relation: Any, arity: int) -> set[Row]:
        found: set[Row] = relation.rows()
        return found

    def settle(self) -> None:
        self._lasting = len(self._symbols)

    def forget(self) -> None:
        self._symbols.forget(self._lasting)
