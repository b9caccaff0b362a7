"""Answers: rows with named and typed columns, as tuples, text, JSON, CSV, HTML, and tables of Arrow and pandas."""

from __future__ import annotations

import csv
import io
import itertools
import json
import keyword
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ownlog.base.extras import load
from ownlog.base.screen import Screen
from ownlog.base.words import counted
from ownlog.rules.engine.program.engine import Row

if TYPE_CHECKING:
    import pandas
    import pyarrow

# A cell must not break its line, nor reach the terminal as a command to it.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_IN_NOTEBOOKS = 50
"""The rows of a table that a notebook shows."""


@dataclass(frozen=True)
class Heading:
    """A column of an answer: its name, the type of its cells in the rules ("Value", ...), and whether it is numeric."""

    name: str
    type: str
    is_number: bool = False


@dataclass(frozen=True, eq=False)
class Answer(Sequence[tuple[Any, ...]]):
    """The rows that answer a question, named tuples with a field for each column.

    `notes` say what the answer leaves open: without notes it is complete. A question without variables has no columns:
    one empty row means yes, none means no. `passes` names the passes that the rows are about, `left_out` describes rows
    that are not shown.
    """

    headings: tuple[Heading, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()
    title: str = field(default="Row")
    passes: str = ""
    left_out: str = ""

    @classmethod
    def of(
        cls,
        headings: Iterable[Heading],
        rows: Iterable[Row],
        notes: Iterable[str] = (),
        title: str = "Row",
        *,
        in_order: bool = False,
        passes: str = "",
    ) -> Answer:
        """An answer of plain rows, which are sorted unless they are `in_order`."""
        headings = tuple(headings)
        make: Callable[..., tuple[Any, ...]] = row_type(headings, title)
        return cls(
            headings, tuple(make(*row) for row in (rows if in_order else sorted(rows))), tuple(notes), title, passes
        )

    @property
    def complete(self) -> bool:
        """Whether these are all rows."""
        return not self.notes

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[Any, ...], ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def column(self, name: str) -> list[Any]:
        """The cells of a column. Raises KeyError where there is none of that name."""
        names = [heading.name for heading in self.headings]
        if name not in names:
            raise KeyError(f"the columns are {', '.join(names) or 'none'}")
        return [row[names.index(name)] for row in self.rows]

    def __str__(self) -> str:
        return table(self)

    def __repr__(self) -> str:
        names = ", ".join(heading.name for heading in self.headings)
        return f"<Answer ({names}): {len(self.rows)} row{'' if len(self.rows) == 1 else 's'}>"

    def _repr_html_(self) -> str:
        return html(self)

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table. Raises InputError where pyarrow is missing."""
        return arrow(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas data frame. Raises InputError where pandas is missing."""
        return frame(self)


def row_type(headings: Sequence[Heading], title: str = "Row") -> type[tuple[Any, ...]]:
    """The named tuple for these columns; names that Python does not allow change (`?x` to `x`, `in` to `in_`)."""
    fields: list[tuple[str, type]] = []
    for number, heading in enumerate(headings):
        name = re.sub(r"\W", "", heading.name).lstrip("_") or f"column{number + 1}"
        name = f"column{number + 1}" if name[0].isdigit() else f"{name}_" if keyword.iskeyword(name) else name
        taken = {used for used, _ in fields}
        fields.append((name if name not in taken else f"{name}_{number + 1}", int if heading.is_number else str))
    # mypy only knows named tuples whose fields stand in the program.
    made: type[tuple[Any, ...]] = NamedTuple(re.sub(r"\W", "_", title) or "Row", fields)  # type: ignore[misc]
    return made


def table(answer: Answer, screen: Screen | None = None) -> str:
    """Aligned columns and the number of rows; "yes", "no" or "not known" for a question without variables.

    On a `screen` that is too narrow, cells are wrapped.
    """
    if not answer.headings:
        return "yes" if answer.rows else "not known" if answer.notes else "no"
    cells = [[_visible(shown_cell(cell)) for cell in row] for row in answer.rows]
    names = [heading.name for heading in answer.headings]
    widths = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
    numbers = [heading.is_number for heading in answer.headings]
    head = [f"passes: {answer.passes}"] if answer.passes else []
    shown = screen or Screen(0, 0, False)
    if screen is not None:
        widths = fitting(widths, screen.columns)
        cells = [list(line) for row in cells for line in _wrapped(row, widths)]
    titles = _wrapped(names, widths) if screen is not None else [names]
    rule = "  ".join("-" * width for width in widths)
    lines = [*head, *(shown.bold(_line(title, widths, numbers)) for title in titles), shown.faint(rule)]
    lines += [_line(row, widths, numbers) for row in cells]
    count = counted(len(answer.rows), "row")
    return "\n".join([*lines, f"({count}{f', {answer.left_out}' if answer.left_out else ''})"])


def fitting(widths: Sequence[int], available: int) -> list[int]:
    """Column widths that fit, with two blanks between them: the widest columns shrink first."""
    room = max(available - 2 * (len(widths) - 1), len(widths))
    if sum(widths) <= room:
        return list(widths)
    # The largest width that all columns can have, and what is left over for those that want more.
    limit = max((width for width in range(1, room + 1) if sum(min(each, width) for each in widths) <= room), default=1)
    fitted = [min(width, limit) for width in widths]
    spare = room - sum(fitted)
    for number, width in enumerate(widths):
        if width > limit and spare > 0:
            fitted[number] += 1
            spare -= 1
    return fitted


def _wrapped(row: Sequence[str], widths: Sequence[int]) -> list[tuple[str, ...]]:
    """The lines of a row whose cells are at most so wide."""
    parts = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
    return list(itertools.zip_longest(*parts, fillvalue=""))


def _line(cells: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    padded = [
        cell.rjust(width) if number else cell.ljust(width)
        for cell, width, number in zip(cells, widths, numbers, strict=True)
    ]
    return "  ".join(padded).rstrip()


def shown_cell(cell: object) -> str:
    """A cell as text; one without a value is empty."""
    return "" if cell is None else str(cell)


def _visible(text: str) -> str:
    return _CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], text)


def json_text(answer: Answer) -> str:
    """`{"columns", "rows", "complete", "notes"}`, and "passes" if there are some; rows are objects."""
    names = [heading.name for heading in answer.headings]
    data: dict[str, Any] = {
        "columns": [{"name": heading.name, "type": heading.type} for heading in answer.headings],
        "rows": [dict(zip(names, row, strict=True)) for row in answer.rows],
        "complete": answer.complete,
        "notes": list(answer.notes),
        **({"passes": answer.passes} if answer.passes else {}),
    }
    return json.dumps(data, indent=1)


def ndjson_text(answer: Answer) -> str:
    """An object for each row, each on a line of its own."""
    names = [heading.name for heading in answer.headings]
    return "".join(f"{json.dumps(dict(zip(names, row, strict=True)), default=str)}\n" for row in answer.rows)


def tsv_text(answer: Answer) -> str:
    """Tab separated values below a line of column names; cells with tabs, quotes or line ends are quoted."""
    return csv_text(answer, "\t")


def csv_text(answer: Answer, separator: str = ",") -> str:
    """Comma separated values with a line of column names."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerow([heading.name for heading in answer.headings])
    writer.writerows(answer.rows)
    return text.getvalue()


def html(answer: Answer) -> str:
    """A table for a notebook, with the notes below; of many rows, the first ones, and how many there are."""
    if not answer.headings:
        return f"<p>{table(answer)}</p>{_notes(answer)}"
    head = "".join(f"<th>{escape(heading.name)}</th>" for heading in answer.headings)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(shown_cell(cell))}</td>" for cell in row) + "</tr>"
        for row in answer.rows[:_IN_NOTEBOOKS]
    )
    caption = f"<caption>passes: {escape(answer.passes)}</caption>" if answer.passes else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{_rest(answer)}{_notes(answer)}"


def _rest(answer: Answer) -> str:
    more = len(answer.rows) - _IN_NOTEBOOKS
    if more <= 0:
        return ""
    return (
        f"<p>{counted(len(answer.rows), 'row')}, {more:,} of them not shown: print(...) and to_pandas() have them"
        " all</p>"
    )


def _notes(answer: Answer) -> str:
    return "".join(f"<p>{escape(note)}</p>" for note in answer.notes)


def arrow(answer: Answer) -> pyarrow.Table:
    """An Arrow table: strings and 64-bit integers; the notes are in the schema's metadata under "notes"."""
    pa = load("pyarrow", "arrow")
    columns = list(zip(*answer.rows, strict=True)) if answer.rows else [()] * len(answer.headings)
    kinds = [pa.int64() if heading.is_number else pa.string() for heading in answer.headings]
    arrays = [pa.array([_unicode(cell) for cell in column], kind) for column, kind in zip(columns, kinds, strict=True)]
    fields = [
        pa.field(heading.name, kind, nullable=False, metadata={"type": heading.type})
        for heading, kind in zip(answer.headings, kinds, strict=True)
    ]
    made: pyarrow.Table = pa.Table.from_arrays(
        arrays, schema=pa.schema(fields, metadata={"notes": json.dumps(answer.notes)})
    )
    return made


def arrow_stream(answer: Answer) -> bytes:
    """The Arrow table as an IPC stream."""
    return as_stream(arrow(answer))


def as_stream(table: pyarrow.Table) -> bytes:
    """An Arrow table as an IPC stream."""
    sink = load("pyarrow", "arrow").BufferOutputStream()
    with load("pyarrow.ipc", "arrow").new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def frame(answer: Answer) -> pandas.DataFrame:
    """A pandas data frame."""
    pd = load("pandas", "pandas")
    names = [heading.name for heading in answer.headings]
    made: pandas.DataFrame = pd.DataFrame.from_records([tuple(row) for row in answer.rows], columns=names)
    return made.astype({heading.name: "int64" for heading in answer.headings if heading.is_number})


def _unicode(cell: Any) -> Any:
    """Bytes of the input that were no UTF-8 are shown as escapes: Arrow's strings have no place for them."""
    return cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell


TEXTS = {"table": table, "json": json_text, "ndjson": ndjson_text, "csv": csv_text, "tsv": tsv_text}
"""What makes text of an answer, by the names of the formats; "arrow" is the other one."""
