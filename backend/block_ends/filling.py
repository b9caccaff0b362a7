"""The actions of mlir-opt's pass, from the relations of `rules/analysis/block_ends/`.

Operands are ordered as in MLIR's pass: block arguments by number, then results in text order.
"""

from __future__ import annotations

from operator import attrgetter
from typing import cast

from ownlog.backend.actions.rows import SHARED, Rows, argument_first
from ownlog.backend.actions.schema import (
    LEAVES,
    Actions,
    CheckUnowned,
    Choice,
    Copy,
    Deallocation,
    DropFlag,
    EndOf,
    Forward,
    Ownership,
    Release,
    Retain,
    Teller,
    Told,
    Widen,
)
from ownlog.backend.reasons import refused
from ownlog.base.errors import Diagnostic
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.suggestions import may_be_meant
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.rules import relations as rel
from ownlog.rules.typed_rows import Found, Relation, typed

FILLED_FROM: tuple[type[Relation], ...] = (
    *SHARED,
    rel.BranchCases, rel.BranchCondition, rel.Candidate, rel.Condition, rel.Deallocates, rel.DropFlag,
    rel.DropFlagCleared, rel.DropFlagStart, rel.EntryIndicator, rel.ForwardedOperand, rel.FunctionIndicator, rel.Hidden,
    rel.Indicator, rel.IndicatorArgument, rel.IndicatorResult, rel.ManualFree, rel.PassRefusal, rel.PassesIndicator,
    rel.Refusal, rel.RetainedOnEdge, rel.RetainedOnExit, rel.ReturnCompare, rel.ReturnCopy, rel.Selected,
    rel.SplitsEdges, rel.SuccessorOperand, rel.UnfreedCleared,
)  # fmt: skip
"""The derived relations that the actions, and what is refused, are read from."""
_position = attrgetter("position")


def refusals(found: Found, naming: Naming) -> list[Diagnostic]:
    """One diagnostic for each op that the rules refuse, in text order."""
    told: list[rel.Refusal | rel.PassRefusal] = [*typed(found, rel.Refusal), *typed(found, rel.PassRefusal)]
    rows = sorted(((naming.ops[row.op], *refused(row.reason)) for row in told), key=lambda row: (row[0].start, row[1:]))
    # Ops that an earlier pass made have no place of their own, and would all say the same.
    return list(dict.fromkeys(op.diagnostic(message, may_be_meant(op.name) + advice) for op, message, advice in rows))


def block_end_actions(found: Found, naming: Naming) -> Actions:
    """The actions that `found` (rows of `FILLED_FROM`, for the module that `naming` names) describe."""
    return _Filling(Rows(found, naming)).fill()


class _Filling:
    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.actions = rows.actions()
        self.order: dict[object, int] = {value: number for number, value in enumerate(rows.values.values())}
        told = rows.unordered(rel.Indicator)
        self.tellers = {row.name: Told(cast("Teller", row.kind), rows.values[row.value]) for row in told}

    def key(self, value: Value) -> tuple[bool, int, int]:
        """Where `value` comes among others."""
        return argument_first(value, self.order)

    def owned(self, state: str) -> Ownership:
        """The ownership that a state names, as `rules/analysis/program/acquisition.dl` writes it."""
        return state == "true" if state in ("true", "false") else self.tellers[state]

    def fill(self) -> Actions:
        self.actions.carries = self.rows.carries(rel.IndicatorArgument, rel.IndicatorResult, self.key)
        self._deallocations()
        self._retains()
        self._copies()
        self._forwards()
        self._choices()
        self._flags()
        return self.actions

    def _deallocations(self) -> None:
        """Deallocations in text order, with released buffers: those live into the block, then its own."""
        rows, values, blocks = self.rows, self.rows.values, self.rows.blocks
        conditions = {row.block: values[row.value] for row in rows.unordered(rel.BranchCondition)}
        cases = {row.block: (values[row.flag], row.cases) for row in rows.unordered(rel.BranchCases)}
        splits = {row.block for row in rows.unordered(rel.SplitsEdges)}
        here = [row.block for row in rows.of(rel.Deallocates) if blocks[row.block] in self.actions.functions]
        here.sort(key=lambda block: _end(blocks[block]))
        self.actions.deallocations = [
            Deallocation(blocks[b], conditions.get(b), cases.get(b), b in splits) for b in here
        ]
        number = {block: i for i, block in enumerate(here)}
        own = {(row.block, row.value): row.reason != "live-in" for row in rows.unordered(rel.Candidate)}
        hidden = {(row.block, row.value) for row in rows.unordered(rel.Hidden)}

        def key(row: rel.Condition) -> tuple[int, bool, tuple[bool, int, int]]:
            return (number[row.block], own[row.block, row.value], self.key(values[row.value]))

        for row in sorted(rows.unordered(rel.Condition), key=key):
            block, value = blocks[row.block], values[row.value]
            reasons = ("candidate", (block, value, None)), ("condition", (block, value, row.state))
            owned = self.owned(row.state)
            self.actions.releases.append(Release(EndOf(block), value, owned, reasons, (row.block, row.value) in hidden))

    def _retains(self) -> None:
        """Retained values: forwarded operands in order, each once, then live ones."""
        rows, values, blocks, ops = self.rows, self.rows.values, self.rows.blocks, self.rows.ops
        passed = sorted(rows.unordered(rel.SuccessorOperand), key=_position, reverse=True)
        left = sorted(rows.unordered(rel.ForwardedOperand), key=_position, reverse=True)
        forwarded = {(_home(ops[row.op]), row.successor, values[row.value]): row.position for row in passed}
        forwarded |= {(_home(ops[row.op]), LEAVES, values[row.value]): row.position for row in left}
        found = [(blocks[row.block], row.successor, values[row.value]) for row in rows.unordered(rel.RetainedOnEdge)]
        found += [(blocks[row.block], LEAVES, values[row.value]) for row in rows.unordered(rel.RetainedOnExit)]
        found.sort(key=lambda place: (place not in forwarded, forwarded.get(place, 0), self.key(place[2])))
        self.actions.retains = [Retain(*place) for place in found]

    def _copies(self) -> None:
        distinct: dict[tuple[str, int], list[int]] = {}
        for compared in self.rows.of(rel.ReturnCompare):
            distinct.setdefault((compared.op, compared.position), []).append(compared.earlier)
        for row in self.rows.of(rel.ReturnCopy, first="position"):
            op, value = self.rows.ops[row.op], self.rows.values[row.value]
            unless = None if row.unless == "never" else self.owned(row.unless)
            reason = ("return_copy", (op, row.position, None, None))
            self.actions.copies.append(
                Copy(op, row.position, value, unless, reason, tuple(distinct.get((row.op, row.position), ())))
            )

    def _forwards(self) -> None:
        """What goes along with what is forwarded; nested regions own nothing that they are given."""
        ops, functions = self.rows.ops, self.actions.functions
        for entry in self.rows.of(rel.EntryIndicator):
            op = ops[entry.op]
            self.actions.forwards.append(
                Forward(op, LEAVES, entry.position, False, ("entry_indicator", (op, None, None)))
            )
        # Where control goes is derived for all blocks; those of other ops than functions keep what they have.
        for row in sorted(self.rows.unordered(rel.PassesIndicator), key=lambda row: (row.successor, row.position)):
            op, value = ops[row.op], self.rows.values[row.value]
            if op.parent in functions:
                reason = ("passes_indicator", (op, row.successor, None, value))
                self.actions.forwards.append(Forward(op, row.successor, row.position, Told("retained", value), reason))
        returning = [ops[row.function] for row in self.rows.of(rel.FunctionIndicator)]
        widened = [Widen(function, ("function_indicator", (function, None))) for function in returning]
        telling = [Widen(functions[_home(tell.op)]) for tell in self.actions.tells_unfreed]
        self.actions.widens = [*dict.fromkeys([*widened, *telling])]

    def _choices(self) -> None:
        for row in self.rows.of(rel.Selected):
            value = self.rows.values[row.value]
            reason = ("selected", (value, self.rows.ops[row.op], None, None, None))
            sides = self.owned(row.on_true), self.owned(row.on_false)
            self.actions.choices.append(Choice(value, self.rows.values[row.condition], *sides, reason))

    def _flags(self) -> None:
        """Flags and what is done with them, and what frees by hand must not own."""
        values = self.rows.values
        starts = {row.value: row.state for row in self.rows.unordered(rel.DropFlagStart)}
        for flag in sorted(self.rows.unordered(rel.DropFlag), key=lambda row: self.key(values[row.value])):
            value, state = values[flag.value], starts.get(flag.value)
            start = None if state is None else self.owned(state)
            self.actions.drop_flags.append(
                DropFlag(value, start, ("drop_flag", (value,)), ("drop_flag_start", (value, state)))
            )
        self.actions.clears = self.rows.clears(rel.DropFlagCleared, rel.UnfreedCleared)
        for row in self.rows.of(rel.ManualFree):
            op = self.rows.ops[row.op]
            self.actions.checks.append(CheckUnowned(op, self.owned(row.state), ("manual_free", (op, None, None, None))))


def _home(op: Op) -> Block:
    assert op.parent is not None
    return op.parent


def _end(block: Block) -> int:
    """Where a block ends in the text, so that what is made at the ends of blocks is named in text order."""
    assert block.terminator is not None
    assert block.parent is not None
    return block.terminator.start if block.terminator.start >= 0 else block.parent.end
