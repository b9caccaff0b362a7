"""Laws: what holds for the rows of the derived relations, whatever the module."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ownlog.rules.engine.program.engine import Row, Rows
from ownlog.rules.engine.program.program import Program


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


@dataclass(frozen=True)
class Symmetric:
    """Two columns of `relation` may change places."""

    relation: str
    columns: tuple[str, str] = ("value", "other")

    def __str__(self) -> str:
        return f"{self.relation} is symmetric"

    def relations(self) -> tuple[str, ...]:
        return (self.relation,)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        found = _cut(program, rows, self.relation, self.columns)
        yield from ((one, other) for one, other in found if (other, one) not in found)


@dataclass(frozen=True)
class Transitive:
    """From a to b and from b to c means from a to c, where `question` has that pair."""

    relation: str
    question: str
    columns: tuple[str, str] = ("value", "other")

    def __str__(self) -> str:
        return f"{self.relation} is transitive inside {self.question}"

    def relations(self) -> tuple[str, ...]:
        return (self.relation, self.question)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        found = _cut(program, rows, self.relation, self.columns)
        following: dict[object, set[object]] = {}
        for one, other in found:
            following.setdefault(one, set()).add(other)
        for one, other in _cut(program, rows, self.question, self.columns) - found:
            if any(other in following.get(between, ()) for between in following.get(one, ())):
                yield (one, other)


@dataclass(frozen=True)
class Idempotent:
    """`relation` maps what it maps something to to itself."""

    relation: str
    columns: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.relation} is idempotent"

    def relations(self) -> tuple[str, ...]:
        return (self.relation,)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        found = _cut(program, rows, self.relation, self.columns)
        yield from {(one, other) for one, other in found if (other, other) not in found}


@dataclass(frozen=True)
class Covered:
    """What stands in `columns` of `relation` stands there in one of `others`."""

    relation: str
    columns: tuple[str, ...]
    others: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.relation} lies inside {' and '.join(self.others)} together"

    def relations(self) -> tuple[str, ...]:
        return (self.relation, *self.others)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        covered = set().union(*(_cut(program, rows, other, self.columns) for other in self.others))
        yield from _cut(program, rows, self.relation, self.columns) - covered


@dataclass(frozen=True)
class Ascending:
    """The number `low` of a row of `relation` is not greater than its `high`."""

    relation: str
    low: str
    high: str

    def __str__(self) -> str:
        return f"{self.low} <= {self.high} in {self.relation}"

    def relations(self) -> tuple[str, ...]:
        return (self.relation,)

    def broken(self, program: Program, rows: Rows) -> Iterator[Row]:
        for low, high in _cut(program, rows, self.relation, (self.low, self.high)):
            if not (isinstance(low, int) and isinstance(high, int) and low <= high):
                yield (low, high)


_HERE = ("block", "value")
_PAIR = ("value", "other")

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
    Functional("symbol_scope", ("op",)),
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
    Functional("same_as", ("value",)),
    Functional("alias_class_leader", ("value",)),
    Functional("dominance", ("value",)),
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
    Covered("candidate", _HERE, ("condition", "given_up")),
    Apart("condition", _HERE, "given_up", _HERE),
    Inside("condition", ("block",), "deallocates", ("block",)),
    Inside("condition", _HERE, "candidate", _HERE),
    Inside("acquired", ("value",), "ownership", ("value",)),
    Functional("overruled", ("value",)),
    Functional("drop_flag_start", ("value",)),
    Inside("drop_flag", ("value",), "ownership_after", ("value",)),
    Inside("drop_flag_cleared", ("owner",), "drop_flag", ("value",)),
    Apart("given_up", ("value",), "drop_flag", ("value",)),
    Inside("private_function", ("function",), "has_body", ("function",)),
    Inside("internal_function", ("function",), "has_body", ("function",)),
    Apart("unresolved_call", ("op",), "callee", ("op",)),
    Apart("internal_function", ("function",), "referenced", ("function",)),
    Apart("internal_function", ("function",), "may_call", ("function",)),
    # The two sides of a distinction.
    Apart("live_in", _HERE, "defining_block", _HERE),
    Apart("live_in_sibling", _HERE, "live_in_captured", _HERE),
    Apart("heap_allocation", ("value",), "unowned_allocation", ("value",)),
    Apart("indicator_result", ("op", "value"), "returned_by_call", ("op", "value")),
    Apart("indicator_argument", ("block",), "function_entry", ("block",)),
    # MUST, MAY and NEVER: one answer to each question, the same both ways round.
    Symmetric("alias_demand"),
    Symmetric("may_alias"),
    Symmetric("must_alias"),
    Symmetric("never_alias"),
    Transitive("must_alias", "alias_demand"),
    Inside("must_alias", _PAIR, "may_alias", _PAIR),
    Inside("may_alias", _PAIR, "alias_demand", _PAIR),
    Inside("never_alias", _PAIR, "alias_demand", _PAIR),
    Covered("alias_demand", _PAIR, ("may_alias", "never_alias")),
    Apart("may_alias", _PAIR, "never_alias", _PAIR),
    Apart("must_alias", _PAIR, "never_alias", _PAIR),
    Apart("allocated_before", _PAIR, "allocated_before", ("other", "value")),
    Idempotent("alias_class_leader", ("value", "leader")),
    Inside("alias_class_leader", ("value",), "buffer", ("value",)),
    Inside("points_to", ("value",), "points_to_demand", ("value",)),
    Apart("fresh", ("value",), "global_buffer", ("value",)),
    # What leaves the buffers may come back: only buffers do, and what nothing is known about has no source that it
    # always is.
    Inside("escaped", ("value",), "buffer", ("value",)),
    Inside("opaque_definition", ("value",), "buffer", ("value",)),
    Inside("opaque_definition", ("value",), "external", ("value",)),
    Inside("region_argument", ("value",), "buffer", ("value",)),
    Inside("region_argument", ("value",), "block_argument", ("value",)),
    Functional("region_argument", ("value",)),
    Apart("region_argument", ("value",), "fresh", ("value",)),
    Apart("opaque_definition", ("value",), "same_as", ("value",)),
    Inside("opaque_definition", ("value",), "alias_class_leader", ("leader",)),
    # A choice takes a side in one way and along one edge, and a claim goes by one holder.
    Apart("consumes_here", ("op", "owner"), "consumes_on_edge", ("op", "owner")),
    Functional("consumes_on_edge", ("op", "owner")),
    Inside("consumes_on_edge", ("op", "owner", "when"), "side", ("op", "owner", "when")),
    Inside("consumes", ("op",), "owning_select", ("op",)),
    Apart("lost", ("block", "owner"), "has", ("block", "owner")),
    Functional("transfer_if_unowned", ("op", "edge", "position", "owner")),
    Inside(
        "transfer_if_unowned",
        ("op", "edge", "position", "owner"),
        "transfer_if_same",
        ("op", "edge", "position", "owner"),
    ),
    Apart("goes_on", ("block", "owner"), "ends_in", ("block", "owner")),
    # The plan: one holder for a name, one move for what is sent, one state for a holder.
    Functional("owner_of", ("value",)),
    Functional("owns", ("owner",)),
    Functional("move", ("op", "edge", "position")),
    Functional("carries", ("op", "edge", "position")),
    Functional("consumes", ("op", "when")),
    Functional("return_clone", ("op", "position")),
    Functional("last_use", ("owner", "block")),
    Functional("last_use_with_loans", ("owner", "block")),
    # Only what may own is moved, borrowed and released, and each move is of what is sent.
    Inside("owner_of", ("owner",), "owner", ("value",)),
    Inside("owns", ("owner",), "owner", ("value",)),
    Inside("move", ("owner",), "owner", ("value",)),
    Inside("move", ("op", "edge", "position", "owner"), "forwards_owner", ("op", "edge", "position", "owner")),
    Inside("borrows", ("borrowed",), "owns", ("owner",)),
    Inside("borrows", ("borrower",), "owner", ("value",)),
    Inside("consumes", ("op", "owner", "when"), "side", ("op", "owner", "when")),
    Inside(
        "transfer_if_same", ("op", "edge", "position", "owner"), "dynamic_transfer", ("op", "edge", "position", "owner")
    ),
    Inside("transfer_if_same", ("owner",), "owns", ("owner",)),
    Inside("release_after", ("value",), "owns", ("owner",)),
    Inside("release_at_end", ("value",), "owns", ("owner",)),
    Inside("release_on_edge", ("value",), "owns", ("owner",)),
    Inside("release_unless", ("value",), "owns", ("owner",)),
    Inside("freed_by_hand", ("owner",), "owns", ("owner",)),
    Inside("home", ("owner",), "owner", ("value",)),
    Apart("call_returns_operand", ("value",), "owner", ("value",)),
    Apart("never_owned", ("value",), "heap_allocation", ("value",)),
    # A block that has ownership gives it away, lets it go on, or ends it, and ends it in one place.
    Covered("keeps", ("block", "owner"), ("gives", "goes_on", "ends_in")),
    Inside("ends_in", ("block", "owner"), "keeps", ("block", "owner")),
    Apart("ends_in", ("block", "owner"), "gives", ("block", "owner")),
    Functional("release_after", ("block", "value")),
    Apart("release_after", ("block", "value"), "release_at_end", ("block", "value")),
    Inside("release_on_edge", ("block", "successor", "value"), "ends_on", ("block", "successor", "owner")),
    # An i1 goes with what may not be owned, and only there.
    Inside("carried_argument", ("value",), "carried", ("value",)),
    Inside("carried_result", ("value",), "carried", ("value",)),
    Inside("carries", ("op", "edge", "position"), "forward", ("op", "edge", "position")),
    Symmetric("points_to_overlap"),
    Ascending("dominance", "enter", "exit"),
)
