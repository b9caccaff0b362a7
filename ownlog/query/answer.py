"""Answers: rows with named and typed columns, as tuples, text, and tables of other libraries."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from ownlog.query import formats
from ownlog.rules.engine.program.engine import Row

if TYPE_CHECKING:
    import pandas
    import pyarrow


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
        return formats.table(self)

    def __repr__(self) -> str:
        names = ", ".join(heading.name for heading in self.headings)
        return f"<Answer ({names}): {len(self.rows)} row{'' if len(self.rows) == 1 else 's'}>"

    def _repr_html_(self) -> str:
        return formats.html(self)

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table. Raises InputError where pyarrow is missing."""
        return formats.arrow(self)

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas data frame. Raises InputError where pandas is missing."""
        return formats.frame(self)


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
