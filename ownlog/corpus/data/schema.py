"""The tables of a data set: which columns each relation has there, and how rows become Arrow columns."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ownlog.corpus.data.coded import Columns
from ownlog.corpus.data.outcome import Answer, FileReport

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

    `columns` are names with "symbol" or "number". `file_column` and `function_column` come before them, under other
    names if taken. `named` is the column whose names give the function, if any. Rows that are not `in_order` are
    sorted.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    named: int | None = None
    in_order: bool = False

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

    @cached_property
    def symbols(self) -> list[int]:
        """The positions of the columns whose cells are texts."""
        return [position for position, (_, kind) in enumerate(self.columns) if kind == "symbol"]

    def table(self, files: Sequence[tuple[int, int, Columns]], about: Texts) -> pa.Table:
        """The rows of some files as one table: of each file its number in `about`, and where its texts begin.

        All at once, since a call of Arrow takes as long as a hundred rows.
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        file, begin = array("i"), array("i")
        for number, first, columns in files:
            file += array("i", [number]) * columns.rows
            begin += array("i", [first]) * columns.rows
        joined = [
            _joined([columns.numbers[position] for _, _, columns in files]) for position in range(len(self.columns))
        ]
        numbers = [_numbers(column) for column in (file, begin, *joined)]
        if not self.in_order:
            numbers = _sorted(numbers)
        file_numbers, begins, *cells = numbers
        for position in self.symbols:
            cells[position] = pc.add(cells[position], begins)
        named = (
            pa.nulls(len(file), about.functions.type) if self.named is None else about.functions.take(cells[self.named])
        )
        arrays = [about.files.take(file_numbers), named]
        arrays += [
            about.texts.take(cell) if kind == "symbol" else cell
            for cell, (_, kind) in zip(cells, self.columns, strict=True)
        ]
        schema = pa.schema([field.with_type(each.type) for field, each in zip(self.schema, arrays, strict=True)])
        return pa.Table.from_arrays(arrays, schema=schema)


class Texts(NamedTuple):
    """The names of files, the texts of all of them in sequence, and the function of each text."""

    files: pa.Array
    texts: pa.Array
    functions: pa.Array


def _joined(columns: list[array[int]]) -> array[int]:
    """One column behind the other."""
    joined = array(columns[0].typecode)
    for column in columns:
        joined += column
    return joined


def _numbers(column: array[int]) -> pa.Array:
    """The numbers as they stand in memory."""
    import pyarrow as pa

    return pa.Array.from_buffers(
        {4: pa.int32(), 8: pa.int64()}[column.itemsize], len(column), [None, pa.py_buffer(column)]
    )


def _sorted(columns: list[pa.Array]) -> list[pa.Array]:
    """The rows in their order: texts are numbered in theirs."""
    import pyarrow as pa
    import pyarrow.compute as pc

    batch = pa.RecordBatch.from_arrays(columns, names=list(map(str, range(len(columns)))))
    order = pc.sort_indices(batch, sort_keys=[(name, "ascending") for name in batch.schema.names])
    return [column.take(order) for column in columns]


def tables(answers: Iterable[Answer], schemas: Mapping[str, Table]) -> Iterator[tuple[str, pa.Table]]:
    """The rows of all answers, by relation; a relation without rows has no table."""
    files: list[str] = []
    texts: list[str] = []
    functions: list[str | None] = []
    rows: dict[str, list[tuple[int, int, Columns]]] = {}
    for number, answer in enumerate(answers):
        for name, columns in answer.rows.relations.items():
            rows.setdefault(name, []).append((number, len(texts), columns))
        files.append(answer.report.file)
        texts += answer.rows.texts
        functions += answer.rows.functions
    # There are few files and functions: rows that point to them are written as they are, and read as strings.
    about = Texts(_strings(files).dictionary_encode(), _strings(texts), _strings(functions).dictionary_encode())
    return ((name, schemas[name].table(rows.pop(name), about)) for name in list(rows))


def _strings(texts: Sequence[str | None]) -> pa.Array:
    """An Arrow array of texts, as far as they are there."""
    import pyarrow as pa

    try:
        return pa.array(texts, pa.string())
    except UnicodeEncodeError:
        return pa.array([text and as_unicode(text) for text in texts], pa.string())


def as_unicode(text: str) -> str:
    r"""The text without surrogates: bytes of an input that were no UTF-8 become escapes such as \xff."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def tables_of(program: Program, kept: Iterable[str]) -> dict[str, Table]:
    """The tables of a run with this program that keeps these relations, by name."""
    inputs = set(program.inputs)
    found = {
        relation.name: Table(
            relation.name,
            tuple((column.name, column.base) for column in relation.columns),
            next((i for i, column in enumerate(relation.columns) if column.type in _NAMED), None),
            relation.name in inputs,
        )
        for relation in map(program.relations.__getitem__, kept)
    }
    found[REWRITTEN] = Table(REWRITTEN, (("text", "symbol"),))
    return found


def functions_by_name(functions: Collection[str]) -> Callable[[str], str | None]:
    """A lookup of the function that a named thing is in (None: outside of functions)."""
    return _Functions({name: name for name in functions}).__getitem__


class _Functions(dict[str, str | None]):
    """The functions of all names that were asked for, and of functions their own."""

    def __missing__(self, name: str) -> str | None:
        # A function's name may have slashes itself, so the first one need not be the end of it.
        end, found = name.find("/"), None
        while end >= 0 and found is None:
            # What is in a function that is in this dictionary is no key of it: names of functions are those that stand
            # for themselves.
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
        [
            pa.field(f.name, kinds.get(str(f.type).split(" ")[0], pa.string()), nullable=f.name not in required)
            for f in fields(FileReport)
        ]
    )


def files_table(reports: Iterable[FileReport], metadata: Mapping[bytes, bytes]) -> pa.Table:
    """The rows of files.parquet, in order of their names."""
    import pyarrow as pa

    schema = files_schema().with_metadata(dict(metadata))
    rows = sorted(reports, key=lambda report: report.file)
    columns = [[_cell(getattr(row, f.name)) for row in rows] for f in fields(FileReport)]
    return pa.Table.from_arrays(
        [pa.array(column, kind.type) for column, kind in zip(columns, schema, strict=True)], schema=schema
    )


def _cell(value: object) -> object:
    return as_unicode(value) if isinstance(value, str) else value
