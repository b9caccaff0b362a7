"""Rows on their way from a worker to the data set: texts once per file, and columns of numbers that refer to them.

A worker makes them without pyarrow, whose import takes as long as some files, and as much memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ownlog.rules import Row


class Columns(NamedTuple):
    """Rows of one relation: how many, and each column as numbers; symbols are positions in the texts."""

    rows: int
    numbers: list[array[int]]


@dataclass(frozen=True)
class Coded:
    """The rows of one file: its texts in order, the function that each text lies in, and the relations' columns."""

    texts: list[str]
    functions: list[str | None]
    relations: Mapping[str, Columns]

    @property
    def size(self) -> int:
        """The bytes that the numbers take."""
        return sum(len(column) * column.itemsize for columns in self.relations.values() for column in columns.numbers)


NOTHING = Coded([], [], {})


def coded(
    made: Mapping[str, Collection[Row]], symbols: Mapping[str, Iterable[int]], function_of: Callable[[str], str | None]
) -> Coded:
    """The rows of relations, where `symbols` are the columns of texts. Raises OverflowError beyond 64 bits."""
    columns: dict[str, list[Any]] = {name: list(zip(*rows, strict=True)) for name, rows in made.items() if rows}
    found: set[str] = set()
    for name, each in columns.items():
        for position in symbols[name]:
            found.update(each[position])
    texts = sorted(found)
    number = {text: position for position, text in enumerate(texts)}.__getitem__
    for name, each in columns.items():
        for position in symbols[name]:
            each[position] = array("i", list(map(number, each[position])))
    relations = {
        name: Columns(len(made[name]), [column if isinstance(column, array) else array("q", column) for column in each])
        for name, each in columns.items()
    }
    return Coded(texts, list(map(function_of, texts)), relations)
