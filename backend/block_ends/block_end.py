"""The end of one block: the copies and deallocations before its terminator, and what the terminator passes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ownlog.backend.block_ends.branching import EdgeBlock, case_conditions
from ownlog.backend.block_ends.flags import Flags
from ownlog.backend.block_ends.plan import BlockPlan, Plan
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.copies import copy_buffer
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.backend.rewriting.layouts import is_strided
from ownlog.backend.rewriting.rows import LEAVES
from ownlog.base.errors import InputError
from ownlog.frontend.ir.ir import Block, Op, Reason, Value


class Rewrite(Protocol):
    """What a block's end asks the rewrite of the whole module."""

    plan: Plan
    copy_op: str
    flags: dict[Indicators, Flags]

    def indicators(self, block: Block | None) -> Indicators: ...

    def resolve(self, state: str, new: list[Op]) -> Indicator: ...


def because(ops: list[Op], reason: Reason) -> None:
    """Say why ops were made, where nothing more particular has been said."""
    for op in ops:
        op.because = op.because or (reason,)


@dataclass(frozen=True)
class _Copy:
    """What is returned instead of a buffer, and the ops that make it; a choice between the two is one op without its operand."""

    value: Value
    ops: list[Op]


class BlockEnd:
    """The new ops before one block's terminator."""

    def __init__(self, block: Block, plan: BlockPlan, rewrite: Rewrite) -> None:
        assert block.terminator is not None
        self.block = block
        self.plan = plan
        self.rewrite = rewrite
        self.terminator = block.terminator
        self.indicators = rewrite.indicators(block)
        self.copies: dict[int, _Copy] = {}
        self.deallocs: dict[int, Op] = {}
        self.kept: dict[int, dict[Value, Value]] = {}
        self.edges: dict[int, EdgeBlock] = {}
        self.taken: list[Indicator] = []
        if plan.deallocates and plan.splits:
            # Now, before the successors get arguments for indicators.
            self.edges = {i: EdgeBlock(self.terminator, i, self.indicators) for i in range(len(self.terminator.successors))}
        self.new: list[Op] = []
        self.last: list[Op] = []

    def declare(self) -> None:
        """Make the copies and the deallocations with their results, still without operands."""
        names = self.indicators.names
        for index, (value, unless) in sorted(self.plan.copies.items()):
            copy, ops = copy_buffer(value, self.rewrite.copy_op, names)
            self.copies[index] = _Copy(copy, ops) if unless == "never" else self._guarded(value, copy, ops)
        if not self.plan.deallocates:
            return
        if self.plan.cases and len(self.terminator.successors) > 1:
            self.taken = case_conditions(self.terminator, *self.plan.cases, self.indicators, self.new)
            because(self.new, ("branch_cases", (self.block, *self.plan.cases)))
        for successor in range(len(self.terminator.successors)) if self.terminator.successors else (LEAVES,):
            retained = self._leaving() if successor == LEAVES else self.plan.retained.get(successor, [])
            addressed = [self.rewrite.plan.addressed(value) for value in retained]
            self.deallocs[successor] = op = build.dealloc([], [], addressed, names)
            self.kept[successor] = dict(zip(retained, op.results, strict=True))

    def _leaving(self) -> list[Value]:
        """What leaves the region: copies in the places of what they were made of."""
        kept = set(self.plan.retained.get(LEAVES, ()))
        operands = enumerate(self.terminator.operands)
        values = (self.copies[i].value if i in self.copies else value for i, value in operands if i in self.copies or value in kept)
        return list(dict.fromkeys(values))

    def _guarded(self, value: Value, copy: Value, ops: list[Op]) -> _Copy:
        keep = [build.yielded([value])]
        give = [*ops, build.yielded([copy])]
        choice = build.if_else(None, keep, give, value.type, self.indicators.names)
        return _Copy(choice.results[0], [choice])

    def fill(self) -> None:
        """Give the new ops their operands."""
        for index, copy in self.copies.items():
            unless = self.plan.copies[index][1]
            start = len(self.new)
            if unless != "never":
                kept = self._not_handed_out(index, self.rewrite.resolve(unless, self.new))
                copy.ops[0].set_operands([self.indicators.value(kept)])
            self.new += copy.ops
            because(self.new[start:], self._copied(index))
        buffers, owned = self._candidates()
        for successor, op in self.deallocs.items():
            start = len(self.new)
            new = self.edges[successor].ops if self.edges else self.new
            conditions = [self.indicators.value(self._taken(successor, indicator)) for indicator in owned]
            because(self.new[start:], ("edge", (self.block, successor, None)))
            retained = op.operands
            op.set_operands([*buffers, *conditions, *retained], [len(buffers), len(conditions), len(retained)])
            new.append(op)
            op.because = self._reasons(successor, list(self.kept[successor]))
        self._pass_on()

    def _copied(self, index: int) -> Reason:
        return ("return_copy", (self.terminator, index, None, None))

    def _reasons(self, successor: int, retained: list[Value]) -> tuple[Reason, ...]:
        """Why the deallocation toward a successor has its operands."""
        copied = {copy.value: self._copied(index) for index, copy in self.copies.items()}
        reasons: list[Reason] = []
        for value, state in self.plan.candidates:
            reasons += [("candidate", (self.block, value, None)), ("condition", (self.block, value, state))]
        reasons += copied.values()
        for value in retained:
            leaves: Reason = ("retained_on_exit", (self.block, value))
            stays: Reason = ("retained_on_edge", (self.block, successor, value))
            reasons.append(copied.get(value, leaves if successor == LEAVES else stays))
        return tuple(dict.fromkeys(reasons))

    def _not_handed_out(self, index: int, owned: Indicator) -> Indicator:
        """`owned`, and the return's operand number `index` is none of the buffers that it may be and that are handed out before it."""
        names = self.indicators.names
        for earlier in self.plan.compares.get(index, ()):
            operands = self.terminator.operands
            other = self.copies[earlier].value if earlier in self.copies else operands[earlier]
            pointers = [build.pointer(self.rewrite.plan.addressed(value), names) for value in (other, operands[index])]
            differ = build.compare("ne", pointers[0].results[0], pointers[1].results[0], names)
            self.new += [*pointers, differ]
            because(self.new[-3:], ("return_compare", (self.terminator, index, earlier)))
            owned = self.indicators.conjunction(owned, differ.results[0], self.new)
        return owned

    def _candidates(self) -> tuple[list[Value], list[Indicator]]:
        """The buffers as they were allocated, and who owns them; of a view whose address does not tell, what it is a view of."""
        resolve = self.rewrite.resolve
        everything: list[tuple[Value, Indicator]] = [(value, resolve(state, self.new)) for value, state in self.plan.candidates]
        everything += [(copy.value, True) for copy in self.copies.values()]
        reasons: list[Reason] = [("candidate", (self.block, value, None)) for value, _ in self.plan.candidates]
        reasons += [self._copied(index) for index in self.copies]
        buffers: list[Value] = []
        for (value, owned), reason in zip(everything, reasons, strict=True):
            start = len(self.new)
            hidden = value in self.plan.hidden
            value = self.rewrite.plan.addressed(value)
            if value.type.is_unranked_memref:
                self.new.append(build.ranked(value, self.indicators.names))
                value = self.new[-1].results[0]
            base = value
            if is_strided(value.type):
                self.new.append(build.strided_metadata(value, self.indicators.names))
                base = self.new[-1].results[0]
            elif hidden:
                advice = "give it a strided layout, or let the program free nothing by hand"
                raise InputError(self.terminator.diagnostic("a buffer that is not strided may have been freed before here", advice))
            buffers.append(self.rewrite.flags[self.indicators].present(base, owned, self.block, self.new) if hidden else base)
            because(self.new[start:], reason)
        return buffers, [indicator for _, indicator in everything]

    def _taken(self, successor: int, owned: Indicator) -> Indicator:
        """`owned`, and the terminator goes to `successor`."""
        if owned is False or not (self.taken or self.plan.condition):
            return owned
        return self.indicators.conjunction(owned, self._goes_to(successor), self.new)

    def _goes_to(self, successor: int) -> Indicator:
        if self.taken:
            return self.taken[successor]
        assert self.plan.condition is not None
        return self.plan.condition if successor == 0 else self.indicators.negation(self.plan.condition, self.new)

    def merged(self, value: Value) -> Indicator:
        """Who owns `value` after this block: what the deallocations toward the successors that need it say."""
        says = [(successor, kept[value]) for successor, kept in sorted(self.kept.items()) if value in kept]
        start = len(self.last)
        chosen: Indicator = says[-1][1]
        for successor, kept in reversed(says[:-1]):
            condition = self.taken[successor] if self.taken else self.plan.condition
            if not isinstance(condition, bool):
                assert condition is not None
                chosen = self.indicators.choice(condition, kept, chosen, self.last)
        because(self.last[start:], ("retained_on_edge", (self.block, None, value)))
        return chosen

    def tell(self, value: Value, flags: Flags) -> None:
        """Let the flag of `value` say who owns it from here on, if the block retains it."""
        for successor, edge in self.edges.items():
            if value in self.kept[successor]:
                flags.store(value, self.kept[successor][value], edge.ops)
                because(edge.ops, ("retained_on_edge", (self.block, successor, value)))
        if not self.edges and any(value in kept for kept in self.kept.values()):
            flags.store(value, self.merged(value), self.last)
            because(self.last, ("retained_on_edge", (self.block, None, value)))

    def _pass_on(self) -> None:
        """Give the terminator the copies instead of what they were made of, and the indicators of the buffers it passes on."""
        if not self.plan.passes and not self.copies:
            return
        op = self.terminator
        operands = [self.copies[index].value if index in self.copies else value for index, value in enumerate(op.operands)]
        told = {i: [self._told(i, value) for value in values] for i, values in self.plan.passes.items()}
        op.set_operands(operands)
        # Where edges are blocks, these pass the indicators on.
        self.rewrite.plan.grow(op, {} if self.edges else told)
        passed: list[Reason] = [("passes_indicator", (op, i, None, value)) for i, values in self.plan.passes.items() for value in values]
        op.because = (*map(self._copied, self.copies), *passed)

    def _told(self, successor: int, value: Value) -> Value:
        # A block without candidates owns nothing that it could pass on.
        return self.kept[successor][value] if successor in self.kept else self.indicators.value(False)

    def place(self) -> None:
        """Put the new ops where they belong."""
        for successor, edge in reversed(self.edges.items()):
            edge.place([self._told(successor, value) for value in self.plan.passes.get(successor, ())])
        self.block.insert_before(self.terminator, [*self.new, *self.last])
