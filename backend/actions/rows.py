"""Derived rows as IR objects: names become IR objects, and actions get a fixed order. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from ownlog.backend.actions.addresses import Addresses
from ownlog.backend.actions.schema import LEAVES, Actions, Carry, Clear, FlagKind, HearUnfreed, TellUnfreed
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Found, R, Relation, relation_name, typed

SHARED: tuple[type[Relation], ...] = (
    rel.GrowingGroup, rel.InFunction, rel.NotedIn, rel.SuccessorGroup, rel.TellsUnfreed, rel.ToldBy, rel.ToldUnfreed,
)  # fmt: skip
"""The derived relations that `Rows` reads for both."""

_CarriedArgument: TypeAlias = "type[rel.CarriedArgument] | type[rel.IndicatorArgument]"
_CarriedResult: TypeAlias = "type[rel.CarriedResult] | type[rel.IndicatorResult]"
_FlagCleared: TypeAlias = "type[rel.DropCleared] | type[rel.DropFlagCleared]"
_UnfreedCleared: TypeAlias = "type[rel.ParameterCleared] | type[rel.UnfreedCleared]"
_Cleared: TypeAlias = "rel.DropCleared | rel.DropFlagCleared | rel.ParameterCleared | rel.UnfreedCleared"
_Action = TypeVar("_Action")


def argument_first(value: Value, order: Mapping[object, int]) -> tuple[bool, int, int]:
    """The position of a value if block arguments precede results: arguments by number, results in text order."""
    return (not value.is_block_argument, value.is_block_argument * value.index, order[value])


def grouped(actions: Iterable[_Action], key: Callable[[_Action], object]) -> list[_Action]:
    """The actions with those that have the same `key` one after the other; else in the order that they have."""
    groups: dict[object, list[_Action]] = {}
    for action in actions:
        groups.setdefault(key(action), []).append(action)
    return [action for group in groups.values() for action in group]


class Rows:
    """The rows of `found` about a module; `values`, `ops` and `blocks` resolve the names of `naming`."""

    def __init__(self, found: Found, naming: Naming) -> None:
        self.found = found
        self.values, self.ops, self.blocks = naming.values, naming.ops, naming.blocks
        self.order: dict[str, int] = {}
        for names in (self.values, self.ops, self.blocks):
            self.order.update(zip(names, range(len(names)), strict=True))

    def of(self, relation: type[R], first: str | None = None) -> list[R]:
        """The rows of a relation in text order, by all columns from the left, or first by the column `first`."""
        rows = typed(self.found, relation)
        place = self.order.get

        def key(row: R) -> list[int]:
            places = [place(cell, -1) if isinstance(cell, str) else cell for cell in row]
            return places if first is None else [place(getattr(row, first), -1), *places]

        rows.sort(key=key)
        return rows

    def unordered(self, relation: type[R]) -> list[R]:
        """The rows of a relation, of all functions, where their order does not matter."""
        return typed(self.found, relation)

    def actions(self) -> Actions:
        """What is to be done, as far as both read it alike: where, and what calls hear and returns tell of frees."""
        groups = {(self.ops[row.op], LEAVES): row.group for row in self.unordered(rel.GrowingGroup)}
        groups |= {(self.ops[row.op], row.successor): row.group for row in self.unordered(rel.SuccessorGroup)}
        actions = Actions(
            functions={self.blocks[row.block]: self.ops[row.function] for row in self.unordered(rel.InFunction)},
            groups=groups,
            noted_in={self.blocks[row.block]: self.blocks[row.entry] for row in self.unordered(rel.NotedIn)},
            addresses=Addresses(
                {self.values[row.value]: self.values[row.source] for row in self.unordered(rel.ToldBy)}
            ),
        )
        actions.tells_unfreed = [
            TellUnfreed(self.ops[row.op], self.values[row.value]) for row in self.of(rel.TellsUnfreed)
        ]
        actions.hears_unfreed = [HearUnfreed(self.ops[row.op], row.argument) for row in self.of(rel.ToldUnfreed)]
        return actions

    def carries(
        self, arguments: _CarriedArgument, results: _CarriedResult, key: Callable[[Value], Any] | None = None
    ) -> list[Carry]:
        """The i1s to carry for arguments and results, from two relations, in text order of the values or by `key`."""
        with_block = self.unordered(arguments) if key else self.of(arguments, first="value")
        with_op = self.unordered(results) if key else self.of(results, first="value")
        blocks = [(self.blocks[row.block], self.values[row.value]) for row in with_block]
        ops = [(self.ops[row.op], self.values[row.value]) for row in with_op]
        if key is not None:
            blocks.sort(key=lambda found: key(found[1]))
            ops.sort(key=lambda found: key(found[1]))
        carries = [Carry(block, value, (relation_name(arguments), (block, value))) for block, value in blocks]
        return carries + [Carry(op, value, (relation_name(results), (op, value))) for op, value in ops]

    def clears(self, flags: _FlagCleared, unfreed: _UnfreedCleared) -> list[Clear]:
        """What clears a flag, in text order, from a relation on drop flags and one on parameters left unfreed."""
        made = [self._clear("flag", relation_name(flags), row) for row in self.of(flags)]
        made += [self._clear("unfreed", relation_name(unfreed), row) for row in self.of(unfreed)]
        things: tuple[Iterable[object], ...] = (self.ops.values(), self.values.values())
        order = {thing: number for of_a_kind in things for number, thing in enumerate(of_a_kind)} if made else {}

        def key(row: Clear) -> tuple[int, str, tuple[bool, int, int], tuple[bool, int, int], int]:
            return (
                order[row.op],
                row.kind,
                argument_first(row.owner, order),
                argument_first(row.freed, order),
                row.argument,
            )

        return sorted(made, key=key)

    def _clear(self, kind: FlagKind, relation: str, row: _Cleared) -> Clear:
        op, owner, freed = self.ops[row.op], self.values[row.owner], self.values[row.value]
        return Clear(
            op, kind, owner, freed, row.how, row.argument, (relation, (op, owner, freed, row.how, row.argument))
        )
