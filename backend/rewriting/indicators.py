"""Ownership indicators in the IR: i1 values, and constants that become ops only when needed.

The folds here are the identities of conjunction, negation and choice with a constant; `tests/backend` checks each for
all truth values, and has Z3 prove it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.printing.fresh_names import Names

Indicator = Value | bool
"""An i1 value, or a constant that no op has been made for yet."""


class Indicators:
    """Makes and combines the indicators of one function.

    Methods append new ops to the list `new`; `names` gives fresh names when needed.
    """

    def __init__(self, function: Op, names: Callable[[Op], Names] = Names) -> None:
        self.function = function
        self._make_names = names
        self._constants: dict[bool, Op] = {}

    @cached_property
    def names(self) -> Names:
        """The names in use: most functions get frees only, which have none."""
        return self._make_names(self.function)

    def value(self, indicator: Indicator) -> Value:
        """The indicator as an SSA value; a constant is made at the top of the function, once."""
        if not isinstance(indicator, bool):
            return indicator
        if indicator not in self._constants:
            self._constants[indicator] = build.boolean(indicator, self.names)
        return self._constants[indicator].results[0]

    def conjunction(self, left: Indicator, right: Indicator, new: list[Op]) -> Indicator:
        if isinstance(left, bool):
            return right if left else False
        if isinstance(right, bool):
            return left if right else False
        new.append(build.and_i(left, right, self.names))
        return new[-1].results[0]

    def disjunction(self, left: Indicator, right: Indicator, new: list[Op]) -> Indicator:
        if isinstance(left, bool):
            return True if left else right
        if isinstance(right, bool):
            return True if right else left
        new.append(build.or_i(left, right, self.names))
        return new[-1].results[0]

    def negation(self, indicator: Indicator, new: list[Op]) -> Indicator:
        if isinstance(indicator, bool):
            return not indicator
        new.append(build.xor_i(self.value(True), indicator, self.names))
        return new[-1].results[0]

    def choice(self, condition: Value, on_true: Indicator, on_false: Indicator, new: list[Op]) -> Indicator:
        if on_true is on_false:
            return on_true
        new.append(build.select(condition, self.value(on_true), self.value(on_false), self.names))
        return new[-1].results[0]

    def place_constants(self) -> None:
        """Put the constants at the top of the function, where they dominate all uses."""
        entry = self.function.regions[0].blocks[0]
        for value in (True, False):
            if value in self._constants:
                entry.insert(0, self._constants[value])
