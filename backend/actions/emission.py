"""What both emitters share: carried and forwarded i1s, flags in memory, results about frees, and types.

Ops have names in the order in which they are made, so an emitter asks for the steps one by one, and ends with `finish`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ownlog.backend.actions.drop_flags import Flags
from ownlog.backend.actions.insertions import Insertions
from ownlog.backend.actions.schema import Actions, Choice, Ownership, Told
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.frontend.forms.registry import is_isolated
from ownlog.frontend.ir.functions import update_function_type
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import I1


def because(ops: Sequence[Op], reason: Reason) -> None:
    """Say why ops were made, where nothing more particular has been said."""
    for op in ops:
        op.because = op.because or (reason,)


class Emission:
    """The state of one rewrite: indicators and flags by function, the i1s so far, and new ops by place.

    `make` gives missing indicators, and appends their ops to the list that it gets. With `newest_first`, flag ops at
    one place are in reverse order.
    """

    def __init__(
        self,
        actions: Actions,
        traits: Traits,
        make: Callable[[Told, list[Op]], Indicator],
        *,
        newest_first: bool = False,
    ) -> None:
        self.actions = actions
        self.traits = traits
        self.insertions = Insertions()
        self.told: dict[Told, Indicator] = {}
        self._make = make
        self._newest_first = newest_first
        self._functions: dict[Op, Indicators] = {}
        self._around: dict[Block, Op] = {}
        self._flags: dict[Op, Flags] = {}
        self._heard: dict[tuple[Op, int], Value] = {}
        self._reasons = {flag.value: flag.because for flag in actions.drop_flags}

    def indicators(self, block: Block | None) -> Indicators:
        """Those of the function around `block`, or of an op in between that sees nothing from outside."""
        assert block is not None
        function = self._seen_from(block)
        if function not in self._functions:
            self._functions[function] = Indicators(function, self._names)
        return self._functions[function]

    def _seen_from(self, block: Block) -> Op:
        """The innermost op around `block` that is a function or isolated: values at its top are visible in `block`."""
        passed: list[Block] = []
        while block not in self._around:
            passed.append(block)
            above = block.parent_op
            assert above is not None
            if above is self.actions.functions[block] or is_isolated(above.name):
                self._around[block] = above
            else:
                assert above.parent is not None
                block = above.parent
        self._around.update(dict.fromkeys(passed, self._around[block]))
        return self._around[block]

    def _names(self, function: Op) -> Names:
        """The names in a function, shared with the function around a nested one."""
        block = function.parent
        while block is not None and block not in self.actions.functions:
            above = block.parent_op
            block = above.parent if above is not None else None
        return Names(function) if block is None else self.indicators(block).names

    def flags(self, block: Block | None) -> Flags:
        """The flags of the function around `block`."""
        indicators = self.indicators(block)
        if indicators.function not in self._flags:
            self._flags[indicators.function] = Flags(indicators, self.actions, self._reasons)
        return self._flags[indicators.function]

    def add_indicators(self) -> None:
        """Add the i1 arguments and results for ownership, and the i1 results about parameters that are not freed."""
        for carry in self.actions.carries:
            if isinstance(carry.home, Block):
                value = carry.home.add_argument(self.indicators(carry.home).names.fresh_number(), I1)
            else:
                value = self._append_result(carry.home)
            value.because = carry.because
            self.told[Told("argument" if isinstance(carry.home, Block) else "result", carry.value)] = value
        for hear in self.actions.hears_unfreed:
            self._heard[hear.op, hear.argument] = result = self._append_result(hear.op)
            result.because = ("told_unfreed", (hear.op, hear.argument))
        homes = [carry.home for carry in self.actions.carries if isinstance(carry.home, Op)]
        for op in dict.fromkeys([*homes, *(hear.op for hear in self.actions.hears_unfreed)]):
            op.pack()

    def _append_result(self, op: Op) -> Value:
        return build.append_result(op, I1, self.indicators(op.parent).names, packed=False)

    def resolve(self, owned: Ownership, new: list[Op]) -> Indicator:
        """The indicator that says whether something is owned; where that takes a new op, it is appended to `new`."""
        if isinstance(owned, bool):
            return owned
        if owned.by == "flag":
            # Not remembered: the next one who asks may get another answer.
            return self.flags(owned.value.block).load(owned.value, new)
        if owned not in self.told:
            self.told[owned] = self._make(owned, new)
        return self.told[owned]

    def choose(self, choice: Choice, new: list[Op]) -> Indicator:
        """What tells whether the result of a select is owned."""
        start = len(new)
        sides = self.resolve(choice.on_true, new), self.resolve(choice.on_false, new)
        chosen = self.indicators(choice.value.block).choice(choice.condition, *sides, new)
        because(new[start:], choice.because)
        return chosen

    def keep_flags(self) -> None:
        """Set flags where buffers are defined, and clear them at every free other than deallocations."""
        for flag in self.actions.drop_flags:
            if flag.starts is not None:
                new: list[Op] = []
                self.flags(flag.value.block).store(flag.value, self.resolve(flag.starts, new), new)
                for op in new:
                    op.because = (flag.start_because,)
                self._note(self.insertions.at_definition(flag.value), new)
        for parameter in dict.fromkeys(tell.parameter for tell in self.actions.tells_unfreed):
            self._note(self.insertions.at_definition(parameter), self.flags(parameter.block).start_unfreed(parameter))
        for row in self.actions.clears:
            heard = self._heard.get((row.op, row.argument))
            cleared = self.flags(row.op.parent).clear(row, heard)
            if heard:
                self._note(self.insertions.behind(row.op), cleared)
            else:
                self.insertions.ahead(row.op).extend(cleared)

    def _note(self, place: list[Op], new: list[Op]) -> None:
        at = 0 if self._newest_first else len(place)
        place[at:at] = new

    def tell_unfreed(self) -> None:
        """Let returns say which parameters are not freed, behind all else that they return."""
        tells: dict[Op, list[Value]] = {}
        for tell in self.actions.tells_unfreed:
            tells.setdefault(tell.op, []).append(tell.parameter)
        for op, parameters in tells.items():
            assert op.parent is not None
            new: list[Op] = []
            told = [self.flags(op.parent).load(parameter, new, "unfreed") for parameter in parameters]
            because(new, ("tells_unfreed", (op, None, None)))
            self.insertions.end(op.parent).extend(new)
            op.set_operands([*op.operands, *told])
            op.because += tuple(("tells_unfreed", (op, None, parameter)) for parameter in parameters)

    def forward(self, op: Op, additions: Mapping[int, Sequence[Value]]) -> None:
        """Let `op` forward more values along its edges."""
        groups = op.groups()
        for edge, values in additions.items():
            # An op that the rules name no group of has only one.
            group = self.actions.groups.get((op, edge), 0)
            groups[group] = [*groups[group], *values]
        op.set_groups(groups)

    def finish(self) -> None:
        """Put the new ops where they belong, and give functions their types."""
        self.insertions.place()
        for widen in self.actions.widens:
            update_function_type(widen.function, self.traits)
            if widen.because is not None:
                widen.function.because = (widen.because,)
        for flags in self._flags.values():
            flags.place()
        for indicators in self._functions.values():
            indicators.place_constants()
