"""Where control goes at the end of a block: conditions for its successors, or blocks on its edges where there are none."""

from __future__ import annotations

import re

from ownlog.backend import build
from ownlog.backend.indicators import Indicator, Indicators
from ownlog.frontend.ir import Block, Op, Value


def case_conditions(flag: Value, cases: str, count: int, indicators: Indicators, new: list[Op]) -> list[Indicator]:
    """For each of `count` successors whether control goes there: to number 0 where `flag` equals none of `cases`.

    `cases` is the text of an attribute.
    """
    taken: list[Indicator] = []
    any_case: Indicator = False
    values = _elements(cases, count - 1)
    for number, value in enumerate(values):
        if value in values[:number]:
            taken.append(False)
            continue
        constant = build.integer(value, flag.type, indicators.names)
        equal = build.compare("eq", flag, constant.results[0], indicators.names)
        new += [constant, equal]
        taken.append(equal.results[0])
        any_case = indicators.disjunction(any_case, equal.results[0], new)
    return [indicators.negation(any_case, new), *taken]


def _elements(text: str, count: int) -> list[int]:
    """The elements of a dense integer attribute: a list, one number for all, or bytes in hexadecimal."""
    _, _, inner = text.partition("<")
    if packed := re.match(r'"0x([0-9A-Fa-f]*)"', inner):
        data = bytes.fromhex(packed[1])
        size = len(data) // count
        values = [int.from_bytes(data[at : at + size], "little", signed=True) for at in range(0, size * count, size)]
    else:
        values = [int(number) for number in re.findall(r"-?\d+", inner[: inner.index(">")])]
    return values * count if len(values) == 1 else values


class EdgeBlock:
    """A new block on the edge from a terminator to its successor number `number`; `ops` is what control does on the way.

    It takes the arguments that the successor had when this was made, so that the terminator keeps its operands.
    """

    def __init__(self, terminator: Op, number: int, indicators: Indicators) -> None:
        self.terminator = terminator
        self.number = number
        self.target = terminator.successors[number]
        self.block = Block(indicators.names.fresh_label())
        self.arguments = [self.block.add_argument(indicators.names.fresh_number(), value.type) for value in self.target.arguments]
        self.ops: list[Op] = []

    def place(self, passed: list[Value]) -> None:
        """Put the block on the edge. `passed` goes to the target behind its own arguments."""
        here = self.terminator.parent
        assert here is not None
        assert here.parent is not None
        here.parent.insert(here.parent.blocks.index(here) + 1, self.block)
        for op in [*self.ops, build.branch(self.target, [*self.arguments, *passed])]:
            self.block.append(op)
        self.terminator.successors[self.number] = self.block
        self.terminator.mark_changed()
