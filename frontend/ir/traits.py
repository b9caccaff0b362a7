"""The models of ops for Python: the rows of the relations that `dialects/model.dl` declares.

Ownlog's own rows are part of the image of the rules (`rules/shipped/analysis.py`): no engine is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Self

from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.rules.shipped.analysis import own_models

Row = tuple[str | int, ...]
Rows = Mapping[str, Collection[Row]]

EVERY = -1
"""Stands for every operand or result, and for the op itself where a row has the number of a region."""


_OF_ALLOCATIONS = ("allocates", "allocates_on_stack", "call_like", "frees", "guarded_frees")
"""The relations that say that an op allocates or frees, or may."""


class _ByName(dict[str, dict[str, list[Row]]]):
    """The rows of relations by name, without the name; of each relation when it is first asked for."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.given = rows

    def __missing__(self, relation: str) -> dict[str, list[Row]]:
        made = self[relation] = {}
        for row in self.given.get(relation, ()):
            made.setdefault(str(row[0]), []).append(row[1:])
        return made


def _is_no_memref(value: Value) -> bool:
    return not value.type.is_memref


class Traits:
    """The rows of models about ops (all relations, the user's included); without rows, nothing is known."""

    def __init__(self, rows: Rows) -> None:
        self._rows = _ByName(rows)
        self.function_names = frozenset(self._rows["function_like"])
        self._numbers: dict[tuple[str, str], int | None] = {}
        self._sources: dict[tuple[str, int], Mapping[int, Sequence[int]]] = {}

    def with_functions(self, names: Iterable[str]) -> Self:
        """The same, but that ops called by one of `names` are functions, too."""
        return type(self)(
            {
                **self._rows.given,
                "function_like": [*self._rows.given.get("function_like", ()), *((name,) for name in names)],
            }
        )

    def says(self, relation: str, name: str) -> bool:
        """Is there a row of `relation` about ops called `name` (or a dialect or attribute, by the relation)?"""
        return name in self._rows[relation]

    def rows(self, relation: str, name: str) -> list[Row]:
        """The rows of `relation` about ops called `name`, without the name."""
        return self._rows[relation].get(name, [])

    def number(self, relation: str, name: str) -> int | None:
        """The least number that a row of a relation of a name and a number has; None without a row."""
        if (relation, name) not in self._numbers:
            self._numbers[relation, name] = min((int(row[0]) for row in self.rows(relation, name)), default=None)
        return self._numbers[relation, name]

    # Functions, symbols and calls

    def is_function(self, op: Op) -> bool:
        return op.name in self.function_names

    def functions_among(self, ops: Iterable[Op]) -> list[Op]:
        """Those of `ops` that are functions, in their order."""
        names = self.function_names
        return [op for op in ops if op.name in names]

    def function_around(self, op: Op | None) -> Op | None:
        """`op` if it is a function, else the innermost one around it; None where there is none."""
        while op is not None and not self.is_function(op):
            op = op.parent_op
        return op

    def is_symbol_table(self, op: Op) -> bool:
        return self.says("symbol_table", op.name)

    def table_around(self, op: Op) -> Block | None:
        """The block of the innermost symbol table that `op` stands in, which may be the module that is not written."""
        block = op.parent
        while block is not None and (around := block.parent_op) is not None:
            if self.is_symbol_table(around):
                return block
            block = around.parent
        return block

    # Effects

    def may_allocate_or_free(self, name: str) -> bool:
        """May ops called `name` allocate or free something themselves? Unmodelled ops may."""
        if any(self.says(relation, name) for relation in _OF_ALLOCATIONS):
            return True
        dialect = name.partition(".")[0]
        told = any(self.says(relation, name) for relation in ("effects_known", "pure", "only_reads"))
        return not told and not self.says("dialect_effects_known", dialect) and not self.says("dialect_pure", dialect)

    def asked_parent(self, op: Op) -> Op | None:
        """The op around `op` on which it depends what `op` computes; None where that is the same everywhere."""
        around = op.parent_op
        if around is not None and self.says("masks", around.name):
            return around
        parents = self.rows("depends_on_parent", op.name)
        if not parents:
            return None
        while around is not None and (around.name,) not in parents and ("",) not in parents:
            around = around.parent_op
        return around

    # What goes where

    def first_forwarded(self, op: Op) -> int | None:
        """The first operand that `op` forwards out of the region that it ends; None if there is none."""
        return self.number("return_like", op.name)

    def forwarded(self, op: Op) -> list[Value] | None:
        """What `op` forwards out of the region that it ends; None where it is not known to forward anything."""
        first = self.first_forwarded(op)
        return None if first is None else op.operands[first:]

    def successor_operands(self, op: Op) -> list[list[Value]] | None:
        """What `op` passes to each of its successors; None where that is not known."""
        first = self.number("branch", op.name)
        groups = op.groups()
        return groups[first:] if first is not None and len(groups) == first + len(op.successors) else None

    def entry_operands(self, op: Op) -> range | None:
        """The numbers of the operands that `op` forwards to its regions; None where that is not known."""
        group, first = self.number("entry_operand_group", op.name), self.number("entry_operands", op.name)
        if group is not None and op.segments is not None and group < len(op.segments):
            first = sum(op.segments[:group])
            return range(first, first + op.segments[group])
        return None if first is None else range(first, len(op.operands))

    def region_targets(self, op: Op, source: int) -> set[int]:
        """Where control may go from region number `source` of `op`; -1 is the op itself."""
        if not self.says("region_branch", op.name):
            return set()
        targets = {int(target) for start, target in self.rows("region_flow", op.name) if start == source}
        if self.says("alternative_regions", op.name):
            targets |= set(range(len(op.regions))) if source == EVERY else {EVERY}
        return targets

    def region_sources(self, op: Op) -> Mapping[int, Sequence[int]]:
        """The regions that control may come from, for each region number of `op`, and -1, the op itself."""
        known = self._sources.get((op.name, len(op.regions)))
        if known is None:
            places = [EVERY, *range(len(op.regions))]
            leading: dict[int, list[int]] = {place: [] for place in places}
            for source in places:
                for target in self.region_targets(op, source).intersection(places):
                    leading[target].append(source)
            known = self._sources[op.name, len(op.regions)] = {
                place: tuple(sources) for place, sources in leading.items()
            }
        return known

    def first_argument(self, op: Op, region: int) -> int:
        """The number of the first argument of region number `region` that a forwarded value goes to."""
        return next(
            (int(first) for number, first in self.rows("first_region_argument", op.name) if number == region), 0
        )

    def counts_unsigned(self, op: Op) -> bool:
        """Does a loop count with unsigned numbers?"""
        return any(
            attribute in op.attrs or attribute in op.properties
            for (attribute,) in self.rows("counts_unsigned", op.name)
        )

    def destinations(self, op: Op, is_tensor: Callable[[Value], bool] = _is_no_memref) -> list[tuple[int, int]]:
        """The numbers of the tensors that `op` writes to, each with that of the result that stands for it."""
        count, numbers = len(op.operands), list[int]()
        group = self.number("destination_group", op.name)
        if group is not None and op.segments is not None and group < len(op.segments):
            first = sum(op.segments[:group])
            numbers = list(range(first, first + op.segments[group]))
        elif self.says("destination_last", op.name):
            numbers = [count - 1]
        elif self.says("destination_half", op.name):
            numbers = list(range(count // 2, count))
        tensors = [number for number in numbers if is_tensor(op.operands[number])]
        found = [
            *enumerate(tensors),
            *((int(result), int(operand)) for operand, result in self.rows("destination_operand", op.name)),
        ]
        return [(operand, result) for result, operand in found if result < len(op.results) and operand < count]

    # Conditions

    def branch_condition(self, op: Op) -> Value | None:
        """What leads to successor 0 of `op` where it is true, and to successor 1 where it is false."""
        number = self.number("conditional_branch", op.name)
        return op.operands[number] if number is not None and len(op.successors) == 2 else None

    def region_condition(self, op: Op, region: int) -> tuple[Value, bool] | None:
        """The condition of `op`, and whether its region number `region` runs where it is true or where it is false."""
        for number, when, condition in self.rows("conditional_region", op.name):
            if number == region:
                return op.operands[int(condition)], when == "true"
        return None


@cache
def own_traits() -> Traits:
    """What Ownlog's models say, without any of the user's."""
    return Traits(own_models())
