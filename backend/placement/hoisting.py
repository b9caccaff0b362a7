"""hoisting: allocations leave loops with what frees and measures them, where that costs no memory."""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.context import Context
from ownlog.backend.placement.guards import put_under_condition
from ownlog.backend.placement.moves import Move, move_in_order
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
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
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, Lifted, LiftedUnder, LiftedWith), naming.ops
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
    _put_under(module, under, naming, effects)
    move_in_order(module, up.values(), reasons.__getitem__, effects)
    move_in_order(module, down, reasons.__getitem__, effects)
    return bool(up)


def _put_under(module: Module, loops: Mapping[Op, str], naming: Naming, effects: Effects) -> None:
    """Guard each of `loops`, in the order of the text."""
    order = {op: number for number, op in enumerate(module.walk())} if loops else {}
    rewriters = Rewriters(effects)
    for loop in sorted(loops, key=order.__getitem__):
        for op in put_under_condition(loop, loops[loop], (), naming.traits, rewriters.around(loop)):
            op.because += (("lifted_under", (loop, loops[loop])),)
    rewriters.flush()
