"""buffer-hoisting: allocations stand where all uses of them are below. Source: MLIR's pass of this name."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.placement.moves import Move, move_in_order, reasons
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedOperand, Hoisted


def buffer_hoisting(module: Module, _: Options, context: Context) -> bool:
    """Move allocations of `module` up to dominate all uses, in place; whether it changed something freed."""
    placing = Placing(module, context, FreedOperand, Hoisted)
    rows, ops = placing.rows, placing.ops
    moves = [Move(ops[row.op], ops[row.anchor]) for row in rows(Hoisted)]
    move_in_order(module, moves, reasons("hoisted", moves), placing.effects)
    return bool(moves and rows(FreedOperand))


PASSES = (
    Pass("buffer-hoisting", "let allocations stand where all uses of them are below", buffer_hoisting, careful=True),
)
