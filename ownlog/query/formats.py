"""Answers as text, JSON, CSV, HTML, and as tables of Arrow and pandas. Nothing is ever cut off."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import textwrap
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

from ownlog.base.extras import load
from ownlog.base.screen import Screen
from ownlog.base.words import counted

if TYPE_CHECKING:
    import pandas
    import pyarrow

# A cell must not break its line, nor reach the terminal as a command to it.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


_IN_NOTEBOOKS = 50
"""So many rows of a table does a notebook show."""


class Column(Protocol):
    """What is written of a column: its name, the type of its cells, and whether they are numbers."""

    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def is_number(self) -> bool: ...


class Rows(Protocol):
    """What is written of an answer; `ownlog.query.answer.Answer` is one."""

    @property
    def headings(self) -> Sequence[Column]: ...
    @property
    def rows(self) -> Sequence[Sequence[Any]]: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def passes(self) -> str: ...
    @property
    def left_out(self) -> str: ...
    @property
    def complete(self) -> bool: ...


def table(answer: Rows, screen: Screen | None = None) -> str:
    """Aligned columns and the number of rows; "yes", "no" or "not known" for a question without variables.

    On a `screen` that is too narrow, cells are wrapped.
    """
    if not answer.headings:
        return "yes" if answer.rows else "not known" if answer.notes else "no"
    cells = [[_visible(str(cell)) for cell in row] for row in answer.rows]
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


def _visible(text: str) -> str:
    return _CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], text)


def json_text(answer: Rows) -> str:
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


def ndjson_text(answer: Rows) -> str:
    """An object for each row, each on a line of its own."""
    names = [heading.name for heading in answer.headings]
    return "".join(f"{json.dumps(dict(zip(names, row, strict=True)))}\n" for row in answer.rows)


def tsv_text(answer: Rows) -> str:
    """Tab separated values below a line of column names; cells with tabs, quotes or line ends are quoted."""
    return csv_text(answer, "\t")


def csv_text(answer: Rows, separator: str = ",") -> str:
    """Comma separated values with a line of column names."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerow([heading.name for heading in answer.headings])
    writer.writerows(answer.rows)
    return text.getvalue()


def html(answer: Rows) -> str:
    """A table for a notebook, with the notes below; of many rows, the first ones, and how many there are."""
    if not answer.headings:
        return f"<p>{table(answer)}</p>{_notes(answer)}"
    head = "".join(f"<th>{escape(heading.name)}</th>" for heading in answer.headings)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>"
        for row in answer.rows[:_IN_NOTEBOOKS]
    )
    caption = f"<caption>passes: {escape(answer.passes)}</caption>" if answer.passes else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{_rest(answer)}{_notes(answer)}"


def _rest(answer: Rows) -> str:
    more = len(answer.rows) - _IN_NOTEBOOKS
    if more <= 0:
        return ""
    return (
        f"<p>{counted(len(answer.rows), 'row')}, {more:,} of them not shown: print(...) and to_pandas() have them"
        " all</p>"
    )


def _notes(answer: Rows) -> str:
    return "".join(f"<p>{escape(note)}</p>" for note in answer.notes)


def arrow(answer: Rows) -> pyarrow.Table:
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


def arrow_stream(answer: Rows) -> bytes:
    """The Arrow table as an IPC stream."""
    made = arrow(answer)
    pa = load("pyarrow", "arrow")
    sink = pa.BufferOutputStream()
    with load("pyarrow.ipc", "arrow").new_stream(sink, made.schema) as writer:
        writer.write_table(made)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def frame(answer: Rows) -> pandas.DataFrame:
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
