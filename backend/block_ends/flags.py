"""Ownership flags: an i1 in memory for each buffer whose ownership changes where no SSA value could follow it.

Which buffers have one is derived in `rules/analysis/block_ends/conditional_frees.dl`, and for the pipeline's plan in
`rules/analysis/plan/drop_flags.dl`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ownlog.backend.block_ends.plan import Clearing
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.text.types import Type

_I1_BUFFER = Type.get("memref<i1>")

Resolve = Callable[[str, list[Op]], Indicator]
"""The indicator that an ownership state names; new ops are appended to the list."""


class Places(Protocol):
    """What a plan has to say: where what is noted has a place of its own, and whose address tells what allocation a buffer has."""

    noted_in: dict[Block, Block]

    def addressed(self, value: Value) -> Value: ...


class Flags:
    """The flags of one function: in its frame, so that recursion has its own, and at its top, so that loops do not grow it.

    Where control may be several times at once, each time has its own: at the top of the region.
    """

    def __init__(self, indicators: Indicators, plan: Places, relation: str = "drop_flag") -> None:
        self.indicators = indicators
        self.plan = plan
        self.relation = relation
        self._flags: dict[tuple[str, Value], Op] = {}
        self._nothing: dict[tuple[Type, Block], Op] = {}

    def _scope(self, block: Block) -> Block:
        """The block at whose top there are the flags for what is defined in `block`."""
        return self.plan.noted_in.get(block, self.indicators.function.regions[0].blocks[0])

    def _flag(self, value: Value, kind: str) -> Value:
        if (kind, value) not in self._flags:
            self._flags[kind, value] = op = build.alloca(_I1_BUFFER, self.indicators.names, "owned" if kind == "flag" else kind)
            op.because = ((self.relation, (value,)),) if kind == "flag" else (("tells_unfreed", (None, None, value)),)
        return self._flags[kind, value].results[0]

    def load(self, value: Value, new: list[Op], kind: str = "flag") -> Value:
        """What the flag of `value` says: "flag" that it is owned, "unfreed" that it has not been freed."""
        new.append(build.get_flag(self._flag(value, kind), self.indicators.names))
        return new[-1].results[0]

    def store(self, value: Value, indicator: Indicator, new: list[Op], kind: str = "flag") -> None:
        """Let the flag of `value` say `indicator`."""
        new.append(build.set_flag(self.indicators.value(indicator), self._flag(value, kind)))

    def present(self, base: Value, owned: Indicator, block: Block, new: list[Op]) -> Value:
        """`base` where it is owned, else a buffer that shares its memory with no other, for the end of `block`.

        A deallocation skips a buffer with the address of an earlier one in its list, even if that is not owned. One that was freed before
        may have the address of any younger buffer, so it must not be there.
        """
        key = base.type, self._scope(block)
        if key not in self._nothing:
            self._nothing[key] = build.alloca(base.type, self.indicators.names)
        new.append(build.select(self.indicators.value(owned), base, self._nothing[key].results[0], self.indicators.names))
        return new[-1].results[0]

    def start(self, value: Value, state: str, resolve: Resolve) -> None:
        """Store the state that `value` is defined with, right there."""
        new: list[Op] = []
        self.store(value, resolve(state, new), new)
        for op in new:
            op.because = (("drop_flag_start", (value, state)),)
        if isinstance(value.owner, Block):
            value.owner.insert_before(value.owner.ops[0], new)
        else:
            value.block.insert_before(_following(value.owner), new)

    def start_unfreed(self, parameter: Value) -> None:
        """Say that nobody has freed `parameter` yet."""
        parameter.block.insert_before(parameter.block.ops[0], self.starting_unfreed(parameter))

    def starting_unfreed(self, parameter: Value) -> list[Op]:
        """The ops that say, at the beginning of its function, that nobody has freed `parameter` yet."""
        new: list[Op] = []
        self.store(parameter, True, new, "unfreed")
        new[-1].because = (("tells_unfreed", (None, None, parameter)),)
        return new

    def clear(self, row: Clearing, unfreed: Value | None) -> None:
        """Clear a flag where `row` says so; `unfreed` is what the call says about the argument, if it does."""
        assert row.op.parent is not None
        row.op.parent.insert_before(_following(row.op) if unfreed else row.op, self.clearing(row, unfreed))

    def clearing(self, row: Clearing, unfreed: Value | None) -> list[Op]:
        """The ops that clear a flag: before the op that frees, or after the call that says as `unfreed` what it has not freed."""
        assert row.op.parent is not None
        new: list[Op] = []
        kept: Indicator = unfreed or False
        if row.how != "always":
            names = self.indicators.names
            new += [build.pointer(value, names) for value in (self.plan.addressed(row.freed), self.plan.addressed(row.owner))]
            new.append(build.compare("ne", new[0].results[0], new[1].results[0], names))
            kept = self.indicators.disjunction(kept, new[-1].results[0], new)
        if isinstance(kept, Value) and self._scope(row.op.parent) is not self._scope(row.owner.block):
            # Others may clear the flag meanwhile: it is cleared, or not touched.
            cleared: list[Op] = []
            self.store(row.owner, False, cleared, row.kind)
            new.append(build.when(self.indicators.value(self.indicators.negation(kept, new)), cleared))
        else:
            if kept is not False:
                kept = self.indicators.conjunction(self.load(row.owner, new, row.kind), kept, new)
            self.store(row.owner, kept, new, row.kind)
        for made in new:
            made.because = ((row.relation, (row.op, row.owner, row.freed, row.how, row.argument)),)
        return new

    def place(self) -> None:
        """Put the flags at the top of the function or region, where they dominate all uses."""
        homes = [(op, self._scope(value.block)) for (_, value), op in self._flags.items()]
        homes += [(op, scope) for (_, scope), op in self._nothing.items()]
        for op, scope in reversed(homes):
            scope.insert(0, op)


def _following(op: Op) -> Op:
    assert op.parent is not None
    return op.parent.ops[op.parent.ops.index(op) + 1]
