"""The rows of all relations, found by any of their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ownlog.rules.engine.program.engine import Row
from ownlog.rules.explain.notation import Pattern


class Store:
    """Rows by relation, sorted, with an index for each choice of columns, made when first needed."""

    def __init__(self, rows: Mapping[str, Iterable[Row]]) -> None:
        self._rows = {relation: found if isinstance(found, set) else set(found) for relation, found in rows.items()}
        self._sorted: dict[str, list[Row]] = {}
        self._indexes: dict[tuple[str, tuple[int, ...]], dict[Pattern, list[Row]]] = {}

    def has(self, relation: str, row: Pattern) -> bool:
        return row in self._rows[relation]

    def rows(self, relation: str) -> Sequence[Row]:
        found = self._sorted.get(relation)
        if found is None:
            found = self._sorted[relation] = sorted(self._rows[relation])
        return found

    def matching(self, relation: str, pattern: Pattern) -> Sequence[Row]:
        """The rows that have the cells of the pattern wherever it is not None."""
        columns = tuple(column for column, cell in enumerate(pattern) if cell is not None)
        if not columns:
            return self.rows(relation)
        index = self._indexes.get((relation, columns))
        if index is None:
            index = self._indexes[relation, columns] = {}
            for row in self.rows(relation):
                index.setdefault(tuple([row[column] for column in columns]), []).append(row)
        return index.get(tuple([pattern[column] for column in columns]), ())
