"""How the rows of a run are kept: in tables for the interpreter, in relations of numbers for the native engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ownlog.rules.engine.interpreter import Table
from ownlog.rules.engine.program.engine import Row


class Storage(Protocol):
    """Makes the relations of a run: those made before `settle` last, later ones are gone after `forget`."""

    def relation(self, arity: int, rows: Sequence[Any] = ()) -> Any:
        """A relation with some rows."""

    def rows(self, relation: Any, arity: int) -> set[Row]:
        """The rows of a relation."""

    def settle(self) -> None:
        """What there is now lasts."""

    def forget(self) -> None:
        """Nothing that came later is looked at again."""


class Tables:
    """Relations of the interpreter."""

    def relation(self, arity: int, rows: Sequence[Any] = ()) -> Table:
        """See `Storage`."""
        return Table(rows)

    def rows(self, relation: Table, arity: int) -> set[Row]:
        """See `Storage`."""
        return relation.members

    def settle(self) -> None:
        """Each row is an object of its own."""

    def forget(self) -> None:
        """Rows without a reference are gone."""


class Numbers:
    """Relations of the native engine, which share a table of symbols."""

    def __init__(self) -> None:
        from ownlog.rules.engine.native import joins

        self._joins = joins
        self._symbols = joins.Symbols()
        self._lasting = 0

    def relation(self, arity: int, rows: Sequence[Any] = ()) -> Any:
        """See `Storage`. Raises OverflowError for a number that has no room."""
        made = self._joins.Relation(self._symbols, arity)
        if rows:
            made.update(rows)
        return made

    def rows(self, relation: Any, arity: int) -> set[Row]:
        """See `Storage`."""
        found: set[Row] = relation.rows()
        return found

    def settle(self) -> None:
        """Its symbols last."""
        self._lasting = len(self._symbols)

    def forget(self) -> None:
        """Their symbols go."""
        self._symbols.forget(self._lasting)
