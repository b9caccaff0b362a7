"""Drop flags: an i1 in memory for each buffer with ownership that no SSA value can follow.

So has each parameter that a function frees on some paths only. Which buffers have one is derived in
`rules/analysis/block_ends/conditional_frees.dl`, and for the pipeline's plan in `rules/analysis/plan/drop_flags.dl`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.actions.schema import Actions, Clear, FlagKind
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.text.types import Type

_I1_BUFFER = Type.get("memref<i1>")


class Flags:
    """The flags of one function: in its frame, for recursion, and at its top, so that loops do not grow it.

    In parallel regions, each iteration has its own: at the top of the region. `because` has the reasons.
    """

    def __init__(self, indicators: Indicators, actions: Actions, because: Mapping[Value, Reason]) -> None:
        self.indicators = indicators
        self.actions = actions
        self.because = because
        self._flags: dict[tuple[FlagKind, Value], Op] = {}
        self._nothing: dict[tuple[Type, Block], Op] = {}

    def _scope(self, block: Block) -> Block:
        """The block at whose top there are the flags for what is defined in `block`."""
        return self.actions.noted_in.get(block, self.indicators.function.regions[0].blocks[0])

    def _flag(self, value: Value, kind: FlagKind) -> Value:
        if (kind, value) not in self._flags:
            self._flags[kind, value] = op = build.alloca(
                _I1_BUFFER, self.indicators.names, "owned" if kind == "flag" else kind
            )
            op.because = (self.because[value] if kind == "flag" else ("tells_unfreed", (None, None, value)),)
        return self._flags[kind, value].results[0]

    def load(self, value: Value, new: list[Op], kind: FlagKind = "flag") -> Value:
        """What the flag of `value` says. The op that asks is appended to `new`."""
        new.append(build.get_flag(self._flag(value, kind), self.indicators.names))
        return new[-1].results[0]

    def store(self, value: Value, indicator: Indicator, new: list[Op], kind: FlagKind = "flag") -> None:
        """Let the flag of `value` say `indicator`. The op is appended to `new`."""
        new.append(build.set_flag(self.indicators.value(indicator), self._flag(value, kind)))

    def present(self, base: Value, owned: Indicator, block: Block, new: list[Op]) -> Value:
        """`base` if owned, else a buffer that shares its memory with no other, for the end of `block`.

        A deallocation skips a buffer with the address of an earlier one in its list, even if that is not owned. A freed
        one may have the address of any younger buffer.
        """
        key = base.type, self._scope(block)
        if key not in self._nothing:
            self._nothing[key] = build.alloca(base.type, self.indicators.names)
        new.append(
            build.select(self.indicators.value(owned), base, self._nothing[key].results[0], self.indicators.names)
        )
        return new[-1].results[0]

    def start_unfreed(self, parameter: Value) -> list[Op]:
        """The ops that say, at the beginning of its function, that nobody has freed `parameter` yet."""
        new: list[Op] = []
        self.store(parameter, True, new, "unfreed")
        new[-1].because = (("tells_unfreed", (None, None, parameter)),)
        return new

    def clear(self, row: Clear, heard: Value | None) -> list[Op]:
        """The ops that clear a flag: before the op that frees, or after the call whose result `heard` says so."""
        assert row.op.parent is not None
        new: list[Op] = []
        kept: Indicator = heard or False
        if row.how != "always":
            new += self.actions.addresses.compare("ne", row.freed, row.owner, self.indicators.names)
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
            made.because = (row.because,)
        return new

    def place(self) -> None:
        """Put the flags at the top of the function or region, after other ops that go there."""
        homes = [(op, self._scope(value.block)) for (_, value), op in self._flags.items()]
        homes += [(op, scope) for (_, scope), op in self._nothing.items()]
        for op, scope in reversed(homes):
            scope.insert(0, op)
