"""Questions to a data set in SQL."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.source import Source
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.corpus.data.database import add_views, connect, damaged
from ownlog.corpus.data.kept import missing
from ownlog.corpus.data.store import open_store
from ownlog.frontend.text.encoding import require_utf8
from ownlog.query.answer import Answer, Heading, as_stream

_CATALOG = re.compile(r"(?i)\b(?:show|describe|information_schema|duckdb_\w+|pg_\w+|sqlite_\w+)\b")
_NO_TABLE = re.compile(r"Table with name (\S+) does not exist")


def ask(folder: Path, query: str) -> Answer:
    """The answer to a query in DuckDB's SQL. Raises InputError for a wrong query, and for a missing or damaged set."""
    import duckdb

    if not query.strip():
        raise InputError(
            Diagnostic(
                "the query is empty", advice='write for example "SELECT outcome, count(*) FROM files GROUP BY ALL"'
            )
        )
    require_utf8(Source(query, "<query>"), "a data set has such bytes of an input as escapes: \\xff")
    store = open_store(folder)
    words = {word.lower() for word in re.findall(r"\w+", query)}
    everything = _CATALOG.search(query) is not None
    with connect() as connection:
        # Making a view reads the head of its files, so only those are made that the query may mean.
        add_views(connection, store, only=None if everything else words)
        try:
            connection.execute(query)
            headings = tuple(Heading(column[0], "") for column in connection.description or ())
            return Answer(headings, tuple(connection.fetchall()))
        except (duckdb.IOException, duckdb.InvalidInputException, duckdb.SerializationException) as error:
            raise (
                damaged(folder, error) if str(folder) in str(error) else _wrong(error, store.manifest.tables)
            ) from None
        except duckdb.Error as error:
            raise _wrong(error, store.manifest.tables) from None


def _wrong(error: Exception, tables: dict[str, list[list[str]]]) -> InputError:
    text = str(error).strip()
    unknown = _NO_TABLE.search(text)
    if unknown is None:
        return InputError(
            Diagnostic(text, advice="columns of each relation: `ownlog relations NAME`; all views: SHOW TABLES")
        )
    name = unknown[1].lower()
    advice = did_you_mean(similar(name, [*tables, "files"])) or "all views: SHOW TABLES"
    return InputError(missing(name) or Diagnostic(f"there is no relation {unknown[1]}", advice=advice))


def as_json(answer: Answer) -> str:
    """A list of objects, one for each row; what JSON has no word for becomes text."""
    names = [heading.name for heading in answer.headings]
    return json.dumps([dict(zip(names, row, strict=True)) for row in answer.rows], indent=1, default=str) + "\n"


def as_arrow(answer: Answer) -> bytes:
    """An Arrow table, with the types of the cells, as an IPC stream."""
    import pyarrow as pa

    columns = list(zip(*answer.rows, strict=True)) if answer.rows else [()] * len(answer.headings)
    names = [heading.name for heading in answer.headings]
    return as_stream(pa.Table.from_arrays([pa.array(column) for column in columns], names=names))


def readable(answer: Answer) -> Answer:
    """The rows for a table: nothing in place of NULL, and few digits."""
    numeric = [all(isinstance(row[i], (int, float)) for row in answer.rows) for i in range(len(answer.headings))]
    headings = (replace(heading, is_number=number) for heading, number in zip(answer.headings, numeric, strict=True))
    return Answer(tuple(headings), tuple(tuple(map(_readable, row)) for row in answer.rows))


def _readable(cell: Any) -> Any:
    return "" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else cell
