"""Data sets in DuckDB: a view for each relation and one for the files."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.corpus.data.schema import files_table
from ownlog.corpus.data.store import Store, open_store, tables_from

if TYPE_CHECKING:
    import duckdb

_KINDS = {"symbol": "VARCHAR", "number": "BIGINT"}


def connect() -> duckdb.DuckDBPyConnection:
    """A database in memory."""
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET enable_progress_bar = false")
    return connection


def add_views(
    connection: duckdb.DuckDBPyConnection, store: Store, schema: str = "main", only: Collection[str] | None = None
) -> None:
    """Make the views of a data set (`only` these) in `schema`. Raises InputError for a missing or damaged part."""
    import duckdb

    if schema != "main":
        connection.execute(f"CREATE SCHEMA {quoted(schema)}")
    # Not the file itself: a run that is under way may put another one in its place.
    known = files_table(store.reports.values(), {})
    connection.register("known", known)
    connection.execute(f"CREATE TABLE {quoted(schema)}.files AS FROM known")
    connection.unregister("known")
    views = {}
    for table in tables_from(store.manifest.tables):
        if only is not None and table.name not in only:
            continue
        paths = store.paths(table.name)
        kinds = {
            table.file_column: "VARCHAR",
            table.function_column: "VARCHAR",
            **{name: _KINDS[kind] for name, kind in table.columns},
        }
        empty = ", ".join(f"NULL::{kind} AS {quoted(name)}" for name, kind in kinds.items())
        views[table.name] = f"SELECT * FROM {_files(paths)}" if paths else f"SELECT {empty} WHERE false"
    try:
        connection.execute(
            ";".join(f"CREATE VIEW {quoted(schema)}.{quoted(name)} AS {body}" for name, body in views.items())
        )
    except duckdb.Error as error:
        raise damaged(store.folder, error) from None


def damaged(folder: Path, error: Exception) -> InputError:
    """What to say of a data set whose Parquet files cannot be read."""
    advice = "ownlog corpus run PATH... --resume makes what is damaged anew"
    return InputError(Diagnostic(f"the data set '{folder}' is damaged: {str(error).splitlines()[0]}", advice=advice))


def open_database(folder: Path) -> tuple[duckdb.DuckDBPyConnection, Store]:
    """A database with the views of one data set. Raises InputError as `open_store` and `add_views` do."""
    store = open_store(folder)
    connection = connect()
    add_views(connection, store)
    return connection, store


def _files(paths: list[Path]) -> str:
    return f"read_parquet([{', '.join(literal(str(path)) for path in paths)}])"


def quoted(name: str) -> str:
    """A name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    """All rows of a query of ours."""
    return connection.execute(query).fetchall()
