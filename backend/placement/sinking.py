"""sinking: allocations stand right in front of what needs them first, with the views that are made of them before that.

Which ones go down, what goes along, and to where, `rules/placement/sinking.dl` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ownlog.backend.context import Context
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.rows import rows_about
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedOperand, SunkWith


def sinking(module: Module, context: Context) -> bool:
    """Move allocations of `module` down to what needs them first, in place; whether some moved, where something is
    freed.
    """
    naming = Naming(module, context.effects(module))
    rows, ops = rows_about(module, naming, context, FreedOperand, SunkWith), naming.ops
    going = {ops[row.carried]: (ops[row.op], ops[row.anchor]) for row in rows(SunkWith)}
    if not going:
        return False
    there = set(_there({op: anchor for op, (_, anchor) in going.items()}))
    joined = {anchor for op, (_, anchor) in going.items() if op not in there}
    moves = [Move(op, going[op][1]) for op in module.walk() if op in going and going[op][1] in joined]
    for move in moves:
        move.op.because += (("sunk", going[move.op]),)
    carry_out(moves)
    return bool(moves and rows(FreedOperand))


def _there(anchors: Mapping[Op, Op]) -> Iterator[Op]:
    """The ops that are to stand in front of an anchor and do so already, but for others that move or that stand in
    front of it, too.
    """
    for block in dict.fromkeys(op.parent for op in anchors):
        follows = None
        for op in reversed(block.ops if block is not None else ()):
            if op not in anchors:
                follows = op
            elif anchors[op] is follows:
                yield op
