"""Ownership flags: an i1 in memory for each buffer whose ownership changes where no SSA value could follow it.

Which buffers have one is derived in `rules/analysis/frees.dl`.
"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend import build
from ownlog.backend.indicators import Indicator, Indicators
from ownlog.frontend.ir import Block, Op, Value
from ownlog.frontend.types import Type

Resolve = Callable[[str, list[Op]], Indicator]
"""The indicator that an ownership state names; new ops are appended to the list."""


class Flags:
    """The flags of one function: in its frame, so that recursion has its own, and at its top, so that loops do not grow it."""

    def __init__(self, indicators: Indicators) -> None:
        self.indicators = indicators
        self._flags: dict[Value, Op] = {}
        self._nothing: dict[Type, Op] = {}

    def _flag(self, value: Value) -> Value:
        if value not in self._flags:
            self._flags[value] = op = build.flag(self.indicators.names)
            op.because = (("flagged", (value,)),)
        return self._flags[value].results[0]

    def load(self, value: Value, new: list[Op]) -> Indicator:
        """What the flag of `value` says."""
        new.append(build.get_flag(self._flag(value), self.indicators.names))
        return new[-1].results[0]

    def store(self, value: Value, indicator: Indicator, new: list[Op]) -> None:
        """Let the flag of `value` say `indicator`."""
        new.append(build.set_flag(self.indicators.value(indicator), self._flag(value)))

    def present(self, base: Value, owned: Indicator, new: list[Op]) -> Value:
        """`base` where it is owned, else a buffer that shares its memory with no other.

        A deallocation skips a buffer with the address of an earlier one in its list, even if that is not owned. One that was freed before
        may have the address of any younger buffer, so it must not be there.
        """
        if base.type not in self._nothing:
            self._nothing[base.type] = build.alloca(base.type, self.indicators.names)
        new.append(build.select(self.indicators.value(owned), base, self._nothing[base.type].results[0], self.indicators.names))
        return new[-1].results[0]

    def start(self, value: Value, state: str, resolve: Resolve) -> None:
        """Store the state that `value` is defined with, right there."""
        new: list[Op] = []
        self.store(value, resolve(state, new), new)
        for op in new:
            op.because = (("flag_start", (value, state)),)
        if isinstance(value.owner, Block):
            value.owner.insert_before(value.owner.ops[0], new)
        else:
            following = value.block.ops[value.block.ops.index(value.owner) + 1]
            value.block.insert_before(following, new)

    def clear(self, op: Op, holder: Value, freed: Value, how: str) -> None:
        """Before `op` frees `freed`, clear the flag of `holder`, always or where their addresses are the same."""
        assert op.parent is not None
        new: list[Op] = []
        kept: Indicator = False
        if how != "always":
            names = self.indicators.names
            new += [build.pointer(freed, names), build.pointer(holder, names)]
            new.append(build.compare("ne", new[0].results[0], new[1].results[0], names))
            differ = new[-1].results[0]
            kept = self.indicators.conjunction(self.load(holder, new), differ, new)
        self.store(holder, kept, new)
        for made in new:
            made.because = (("flag_cleared", (op, holder, freed, how)),)
        op.parent.insert_before(op, new)

    def place(self) -> None:
        """Put the flags at the top of the function, where they dominate all uses."""
        entry = self.indicators.function.regions[0].blocks[0]
        for op in reversed([*self._flags.values(), *self._nothing.values()]):
            entry.insert(0, op)
