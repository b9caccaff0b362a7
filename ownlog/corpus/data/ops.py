"""Names of ops that stay the same when other ops come or go.

Rows name an op by its number in its function. Here its name has what it defines, else its operands, and its number
among those alike: `@f/memref.dealloc(%a)#1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.corpus.data.database import quoted

if TYPE_CHECKING:
    import duckdb

    from ownlog.corpus.data.schema import Table

NEEDED = ("op", "operand", "result")
"""The relations that the names are made of."""

_NUMBERED = "'(^|.*/)[0-9]+:[^/]*'"
_AT = ("release_after", "release_unless")
"""The decisions that name an op by its block and its position in that."""


def name_ops(connection: duckdb.DuckDBPyConnection, side: str) -> None:
    """Make a table of the names of the ops of a side, whose views (of `NEEDED`) are in the schema of that name."""
    bare = "regexp_replace(value, '^.*/', '')"
    connection.execute(
        f"CREATE TABLE named_{side} AS WITH made AS (SELECT file, op, min_by({bare}, position) AS text FROM"
        f" {side}.result GROUP BY ALL), given AS (SELECT file, op, string_agg({bare}, ', ' ORDER BY position) AS text"
        f" FROM {side}.operand GROUP BY ALL), alike AS (SELECT o.file, o.op, o.block, o.position, regexp_replace(o.op,"
        f" '[0-9]+:[^/]*$', '') || o.name || '(' || coalesce(made.text, given.text, '') || ')' AS name FROM {side}.op o"
        f" LEFT JOIN made USING (file, op) LEFT JOIN given USING (file, op) WHERE regexp_full_match(o.op, {_NUMBERED}))"
        " SELECT file, op, block, position, name || '#' || row_number() OVER (PARTITION BY file, name ORDER BY"
        " CAST(regexp_extract(op, '([0-9]+):[^/]*$', 1) AS BIGINT)) AS name FROM alike"
    )


def renamed(table: Table, side: str) -> str:
    """A query for the rows of a relation about the files of both sides, with its ops by these names."""
    from ownlog import rules

    relation = rules.load().relations.get(table.name)
    kinds = {column.name: column.type for column in relation.columns} if relation is not None else {}
    file, shown, joins = quoted(table.file_column), [], []
    for number, name in enumerate(table.schema.names):
        column, kind = f"t.{quoted(name)}", kinds.get(name)
        on = f"n{number}.file = t.{file}"
        if kind == "Op":
            joins.append(f"LEFT JOIN named_{side} n{number} ON {on} AND n{number}.op = {column}")
            shown.append(f"coalesce(n{number}.name, {column}) AS {quoted(name)}")
        elif name == "position" and table.name in _AT:
            joins.append(
                f"LEFT JOIN named_{side} n{number} ON {on} AND n{number}.block = t.block AND n{number}.position ="
                " t.position"
            )
            shown.append(f"coalesce(n{number}.name, t.position::VARCHAR) AS {quoted(name)}")
        else:
            shown.append(column)
    within = f"WHERE t.{file} IN (FROM common)"
    return f"SELECT {', '.join(shown)} FROM {side}.{quoted(table.name)} t {' '.join(joins)} {within}"
