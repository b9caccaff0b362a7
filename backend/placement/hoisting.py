"""hoisting: allocations leave loops with what frees and measures them, where that costs no memory."""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.context import Context
from ownlog.backend.placement.guards import put_under_condition
from ownlog.backend.placement.moves import Move, move_in_order
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.ir import Op, Reason
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import Lifted, LiftedUnder, LiftedWith

_LOOPS = 32
"""So many loops an allocation leaves at most, one after the other."""


def hoisting(module: Module, context: Context) -> bool:
    """Move allocations out of loops with their frees, in place, at no cost in memory; whether some moved."""
    done = 0
    while done < _LOOPS and _lift(module, context):
        done += 1
    return done > 0


def _lift(module: Module, context: Context) -> bool:
    placing = Placing(module, context, Lifted, LiftedUnder, LiftedWith)
    rows, ops = placing.rows, placing.ops
    under = {ops[row.loop]: row.how for row in rows(LiftedUnder)}
    reasons: dict[Op, Reason] = {}
    up: dict[Op, Move] = {}
    down: list[Move] = []
    for row in rows(Lifted):
        op, free, loop = ops[row.op], ops[row.free], ops[row.loop]
        up[op] = Move(op, loop)
        down.append(Move(free, loop, behind=True))
        reasons[op] = reasons[free] = ("lifted", (op, free, loop))
    for part in rows(LiftedWith):
        computes = ops[part.computes]
        up[computes] = Move(computes, ops[part.loop])
        reasons[computes] = ("lifted_with", (computes, ops[part.op], ops[part.loop]))
    _put_under(under, placing)
    move_in_order(module, up.values(), reasons.__getitem__, placing.effects)
    move_in_order(module, down, reasons.__getitem__, placing.effects)
    return bool(up)


def _put_under(loops: Mapping[Op, str], placing: Placing) -> None:
    """Guard each of `loops`, in the order of the text."""
    for loop in placing.in_order(loops):
        rewriter = placing.rewriters.around(loop)
        for op in put_under_condition(loop, loops[loop], (), placing.naming.traits, rewriter):
            op.because += (("lifted_under", (loop, loops[loop])),)
    placing.rewriters.flush()
