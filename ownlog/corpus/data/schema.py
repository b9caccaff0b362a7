"""The tables of a data set: which columns each relation has there, and how rows become Arrow columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ownlog.base.later import dataclass
from ownlog.corpus.data.outcome import FileReport
from ownlog.rules import Row

if TYPE_CHECKING:
    import pyarrow as pa

    from ownlog.rules.engine.program.program import Program

FILE, FUNCTION = "file", "function"
REWRITTEN = "rewritten"
"""The table of what a pipeline made: one row for each file."""

# The types whose names begin with the function that the thing is in (frontend/facts/names.py).
_NAMED = frozenset({"Op", "Block", "Region", "Value"})


@dataclass(frozen=True)
class Table:
    """A relation in a data set.

    `columns` are the relation's own, by name, with "symbol" or "number". `file_column` and `function_column` come before them; they are
    called otherwise where the relation has a column of that name itself. `named` is the column whose names tell the function, None where
    no column does.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    named: int | None = None

    @property
    def file_column(self) -> str:
        return self._added(FILE)

    @property
    def function_column(self) -> str:
        return self._added(FUNCTION)

    def _added(self, name: str) -> str:
        return f"in_{name}" if name in (column.lower() for column, _ in self.columns) else name

    @cached_property
    def schema(self) -> pa.Schema:
        """The Arrow schema: symbols are strings, numbers are 64-bit integers."""
        import pyarrow as pa

        added = [pa.field(self.file_column, pa.string(), nullable=False), pa.field(self.function_column, pa.string())]
        kinds = {"symbol": pa.string(), "number": pa.int64()}
        return pa.schema([*added, *(pa.field(name, kinds[kind], nullable=False) for name, kind in self.columns)])

    def batch(self, file: str, rows: Collection[Row], function_of: Callable[[str], str | None]) -> pa.RecordBatch:
        """The rows as a record batch: a list in its order, others sorted. Raises OverflowError for a number of more than 64 bits."""
        import pyarrow as pa

        columns: Sequence[Sequence[Any]] = list(zip(*(rows if isinstance(rows, list) else sorted(rows)), strict=True))
        named = [None] * len(rows) if self.named is None else list(map(function_of, columns[self.named]))
        arrays = [pa.repeat(pa.scalar(file, pa.string()), len(rows)), _array(named, "symbol")]
        arrays += [_array(column, kind) for column, (_, kind) in zip(columns, self.columns, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def _array(column: Sequence[Any], kind: str) -> pa.Array:
    import pyarrow as pa

    if kind == "number":
        return pa.array(column, pa.int64())
    try:
        return pa.array(column, pa.string())
    except UnicodeEncodeError:
        return pa.array([text and as_unicode(text) for text in column], pa.string())


def as_unicode(text: str) -> str:
    r"""The text without surrogates: bytes of an input that were no UTF-8 become escapes such as \xff."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def tables_of(program: Program, kept: Iterable[str]) -> dict[str, Table]:
    """The tables of a run with this program that keeps these relations, by name."""
    found = {
        relation.name: Table(
            relation.name,
            tuple((column.name, column.base) for column in relation.columns),
            next((i for i, column in enumerate(relation.columns) if column.type in _NAMED), None),
        )
        for relation in map(program.relations.__getitem__, kept)
    }
    found[REWRITTEN] = Table(REWRITTEN, (("text", "symbol"),))
    return found


def functions_by_name(functions: Collection[str]) -> Callable[[str], str | None]:
    """What tells the function that a thing is in, by its name, None outside of functions; `functions` are the names of all functions."""
    return _Functions({name: name for name in functions}).__getitem__


class _Functions(dict[str, str | None]):
    """The functions of all names that were asked for, and of functions their own."""

    def __missing__(self, name: str) -> str | None:
        # A function's name may have slashes itself, so the first one need not be the end of it.
        end, found = name.find("/"), None
        while end >= 0 and found is None:
            # What is in a function that is in this dictionary is no key of it: names of functions are those that stand for themselves.
            found = name[:end] if self.get(name[:end]) == name[:end] else None
            end = name.find("/", end + 1)
        self[name] = found
        return found


def files_schema() -> pa.Schema:
    """The Arrow schema of files.parquet: the fields of a FileReport."""
    import pyarrow as pa

    kinds = {"int": pa.int64(), "float": pa.float64()}
    required = {"file", "path", "outcome", "stage"}
    return pa.schema(
        [pa.field(f.name, kinds.get(str(f.type).split(" ")[0], pa.string()), nullable=f.name not in required) for f in fields(FileReport)]
    )


def files_table(reports: Iterable[FileReport], metadata: Mapping[bytes, bytes]) -> pa.Table:
    """The rows of files.parquet, in order of their names."""
    import pyarrow as pa

    schema = files_schema().with_metadata(dict(metadata))
    rows = sorted(reports, key=lambda report: report.file)
    columns = [[_cell(getattr(row, f.name)) for row in rows] for f in fields(FileReport)]
    return pa.Table.from_arrays([pa.array(column, kind.type) for column, kind in zip(columns, schema, strict=True)], schema=schema)


def _cell(value: object) -> object:
    return as_unicode(value) if isinstance(value, str) else value
