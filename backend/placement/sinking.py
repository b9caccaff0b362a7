"""sinking: allocations, with their views, move right before their first use (`rules/placement/sinking.dl`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ownlog.backend.context import Context
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedOperand, SunkWith


def sinking(module: Module, context: Context) -> bool:
    """Move allocations of `module` down to their first use, in place; whether something freed changed."""
    placing = Placing(module, context, FreedOperand, SunkWith)
    rows, ops = placing.rows, placing.ops
    going = {ops[row.carried]: (ops[row.op], ops[row.anchor]) for row in rows(SunkWith)}
    if not going:
        return False
    there = set(_there({op: anchor for op, (_, anchor) in going.items()}))
    joined = {anchor for op, (_, anchor) in going.items() if op not in there}
    moves = [Move(op, going[op][1]) for op in placing.in_order(going) if going[op][1] in joined]
    for move in moves:
        move.op.because += (("sunk", going[move.op]),)
    carry_out(moves)
    return bool(moves and rows(FreedOperand))


def _there(anchors: Mapping[Op, Op]) -> Iterator[Op]:
    """The ops that are already in front of their anchor, apart from others that move or belong there, too."""
    for block in dict.fromkeys(op.parent for op in anchors):
        follows = None
        for op in reversed(block.ops if block is not None else ()):
            if op not in anchors:
                follows = op
            elif anchors[op] is follows:
                yield op
