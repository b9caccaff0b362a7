"""Conditions for the successors of a block, or blocks on its edges if there are none."""

from __future__ import annotations

from ownlog.backend.actions.insertions import put_on_edge
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.indicators import Indicator, Indicators
from ownlog.base.errors import InputError
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.text.literals import in_type, integer_elements


def case_conditions(terminator: Op, flag: Value, cases: str, indicators: Indicators, new: list[Op]) -> list[Indicator]:
    """The condition of each successor of `terminator`: number 0 if `flag` equals none of `cases`.

    `cases` is the text of an attribute; InputError if it does not have a number for each other successor.
    """
    taken: list[Indicator] = []
    any_case: Indicator = False
    elements = integer_elements(cases)
    if elements is None or elements.count != len(terminator.successors) - 1:
        advice = "write them as dense<[1, 2]> : tensor<2xi32>, a number for each successor but the first"
        raise InputError(terminator.diagnostic("the cases of the branch cannot be read", advice))
    values = [in_type(value, flag.type.canonical) for value in elements.all()]
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


class EdgeBlock:
    """A new block on the edge to successor number `number`, with `ops`.

    It takes the successor's former arguments, so that the terminator keeps its operands.
    """

    def __init__(self, terminator: Op, number: int, indicators: Indicators) -> None:
        self.terminator = terminator
        self.number = number
        self.target = terminator.successors[number]
        self.block = Block(indicators.names.fresh_label())
        self.arguments = [
            self.block.add_argument(indicators.names.fresh_number(), value.type) for value in self.target.arguments
        ]
        self.ops: list[Op] = []

    def place(self, passed: list[Value]) -> None:
        """Put the block on the edge. `passed` goes to the target behind its own arguments."""
        here = self.terminator.parent
        assert here is not None
        assert here.parent is not None
        put_on_edge(
            self.terminator,
            self.number,
            self.block,
            self.ops,
            [*self.arguments, *passed],
            here.parent.blocks.index(here) + 1,
        )
