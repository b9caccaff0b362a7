"""Questions to a data set in SQL."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.source import Source
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.corpus.data.database import add_views, connect, damaged
from ownlog.corpus.data.kept import missing
from ownlog.corpus.data.store import open_store
from ownlog.frontend.text.encoding import require_utf8

if TYPE_CHECKING:
    from ownlog.query.answer import Answer

_CATALOG = re.compile(r"(?i)\b(?:show|describe|information_schema|duckdb_\w+|pg_\w+|sqlite_\w+)\b")
_NO_TABLE = re.compile(r"Table with name (\S+) does not exist")


@dataclass(frozen=True)
class Result:
    """The rows of a query, with the names of its columns."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]


def ask(folder: Path, query: str) -> Result:
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
            columns = tuple(column[0] for column in connection.description or ())
            return Result(columns, connection.fetchall())
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


def as_csv(result: Result, separator: str = ",") -> str:
    """Comma separated values with a line of column names."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerow(result.columns)
    writer.writerows(result.rows)
    return text.getvalue()


def as_tsv(result: Result) -> str:
    """As `as_csv`, with tabs."""
    return as_csv(result, "\t")


def as_json(result: Result) -> str:
    """A list of objects, one for each row; what JSON has no word for becomes text."""
    return json.dumps(_objects(result), indent=1, default=str) + "\n"


def as_ndjson(result: Result) -> str:
    """An object for each row, each on a line of its own."""
    return "".join(f"{json.dumps(row, default=str)}\n" for row in _objects(result))


def _objects(result: Result) -> list[dict[str, Any]]:
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


def as_arrow(result: Result) -> bytes:
    """An Arrow table as an IPC stream."""
    import pyarrow as pa

    columns = list(zip(*result.rows, strict=True)) if result.rows else [()] * len(result.columns)
    made = pa.Table.from_arrays([pa.array(column) for column in columns], names=list(result.columns))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, made.schema) as writer:
        writer.write_table(made)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def as_answer(result: Result) -> Answer:
    """The rows for a table: nothing in place of NULL, and no more digits than somebody reads."""
    from ownlog.query.answer import Answer, Heading

    cells = [tuple(_readable(cell) for cell in row) for row in result.rows]
    numeric = [all(isinstance(row[i], (int, float)) for row in result.rows) for i in range(len(result.columns))]
    return Answer(
        tuple(Heading(name, "", number) for name, number in zip(result.columns, numeric, strict=True)), tuple(cells)
    )


def _readable(cell: Any) -> Any:
    return "" if cell is None else f"{cell:.6g}" if isinstance(cell, float) else cell


TEXTS = {"csv": as_csv, "tsv": as_tsv, "json": as_json, "ndjson": as_ndjson}
"""What makes text of a result, by the names of the formats; "table" and "arrow" are the others."""
