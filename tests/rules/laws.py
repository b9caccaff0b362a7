"""Laws: what holds for the rows of the derived relations, whatever the module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ownlog.rules.engine import Program, Row, Rows


class Law(Protocol):
    """Something that no row may break."""

    def relations(self) -> tuple[str, ...]:
        """The relations that the law speaks of."""
        ...

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        """The rows, cut down to the columns of the law, that break it."""
        ...


def _cut(program: Program, rows: Rows, relation: str, columns: tuple[str, ...]) -> set[Row]:
    names = [column.name for column in program.relations[relation].columns]
    places = [names.index(column) for column in columns]
    return {tuple(row[place] for place in places) for row in rows[relation]}


@dataclass(frozen=True)
class Functional:
    """The other columns of `relation` are a function of the columns `key`."""

    relation: str
    key: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.relation} is a function of {' and '.join(self.key)}"

    def relations(self) -> tuple[str, ...]:
        return (self.relation,)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        names = tuple(column.name for column in program.relations[self.relation].columns)
        rest = tuple(name for name in names if name not in self.key)
        seen = [row[: len(self.key)] for row in _cut(program, rows, self.relation, self.key + rest)]
        yield from {key for key in seen if seen.count(key) > 1}


@dataclass(frozen=True)
class Inside:
    """What stands in `columns` of `relation` stands in `others` of `other` too."""

    relation: str
    columns: tuple[str, ...]
    other: str
    others: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.relation} ({', '.join(self.columns)}) lies inside {self.other}"

    def relations(self) -> tuple[str, ...]:
        return (self.relation, self.other)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        yield from _cut(program, rows, self.relation, self.columns) - _cut(program, rows, self.other, self.others)


@dataclass(frozen=True)
class Apart:
    """What stands in `columns` of `relation` never stands in `others` of `other`."""

    relation: str
    columns: tuple[str, ...]
    other: str
    others: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.relation} ({', '.join(self.columns)}) lies apart from {self.other}"

    def relations(self) -> tuple[str, ...]:
        return (self.relation, self.other)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        yield from _cut(program, rows, self.relation, self.columns) & _cut(program, rows, self.other, self.others)


_HERE = ("block", "value")

LAWS: tuple[Law, ...] = (
    # One place, one parent, one state: everything after the analysis looks these up as if they were tables.
    Functional("defining_block", ("value",)),
    Functional("defining_region", ("value",)),
    Functional("parent_op", ("block",)),
    Functional("parent_block", ("block",)),
    Functional("in_function", ("block",)),
    Functional("function_entry", ("function",)),
    Functional("edge", ("block", "position")),
    Functional("successor_operand", ("op", "successor", "position")),
    Functional("forwarded_operand", ("op", "position")),
    Functional("branch_condition", ("block",)),
    Functional("symbol_scope", ("op", "distance")),
    Functional("callee", ("op",)),
    Functional("acquired", ("value",)),
    Functional("joined", ("op", "seen")),
    Functional("ownership", ("value",)),
    Functional("ownership_after", ("value",)),
    Functional("ownership_at", _HERE),
    Functional("condition", _HERE),
    Functional("indicator", ("name",)),
    Functional("indicator", ("kind", "value")),
    Functional("selected", ("value",)),
    Functional("return_copy", ("op", "position")),
    Functional("candidate", _HERE),
    # Only buffers are freed, kept or owned.
    Inside("candidate", ("value",), "buffer", ("value",)),
    Inside("retained_on_edge", ("value",), "buffer", ("value",)),
    Inside("retained_on_exit", ("value",), "buffer", ("value",)),
    Inside("passes_indicator", ("value",), "buffer", ("value",)),
    Inside("ownership", ("value",), "buffer", ("value",)),
    Inside("live_in", ("value",), "buffer", ("value",)),
    # Where: only in functions, only along edges, only where the buffer is defined.
    Inside("candidate", ("block",), "in_function", ("block",)),
    Inside("retained_on_edge", ("block", "successor"), "edge", ("block", "position")),
    Inside("retained_at_home", ("value",), "defining_block", ("value",)),
    Inside("live_out", ("block",), "edge", ("block",)),
    # The plan is complete: what may be freed has a state and a deallocation, what is awaited is passed.
    Inside("candidate", _HERE, "condition", _HERE),
    Inside("candidate", ("block",), "deallocates", ("block",)),
    Inside("condition", _HERE, "candidate", _HERE),
    Inside("acquired", ("value", "state"), "ownership", ("value", "state")),
    Inside("private_function", ("function",), "has_body", ("function",)),
    # The two sides of a distinction.
    Apart("live_in", _HERE, "defining_block", _HERE),
    Apart("live_in_sibling", _HERE, "live_in_captured", _HERE),
    Apart("heap_allocation", ("value",), "unowned_allocation", ("value",)),
    Apart("indicator_result", ("op", "value"), "returned_by_call", ("op", "value")),
    Apart("indicator_argument", ("block",), "function_entry", ("block",)),
)
