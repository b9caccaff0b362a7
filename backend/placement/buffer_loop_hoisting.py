"""buffer-loop-hoisting: allocations leave loops whose iterations can share them. Source: MLIR's pass of this name."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.placement.moves import Move, move_in_order, reasons
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedBehindLoop, FreedOperand, OutOfLoops


def buffer_loop_hoisting(module: Module, _: Options, context: Context) -> bool:
    """Move allocations, with their frees, out of loops, in place; whether it changed something freed."""
    placing = Placing(module, context, FreedBehindLoop, FreedOperand, OutOfLoops)
    rows, ops = placing.rows, placing.ops
    moves = [Move(ops[row.op], ops[row.loop]) for row in rows(OutOfLoops)]
    move_in_order(module, moves, reasons("out_of_loops", moves), placing.effects)
    moves = [Move(ops[row.free], ops[row.loop], behind=True) for row in rows(FreedBehindLoop)]
    move_in_order(module, moves, reasons("freed_behind_loop", moves), placing.effects)
    return bool(rows(OutOfLoops) and rows(FreedOperand))


PASSES = (
    Pass(
        "buffer-loop-hoisting",
        "let allocations leave loops whose iterations can share them",
        buffer_loop_hoisting,
        careful=True,
    ),
)
