"""buffer-hoisting and buffer-loop-hoisting: allocations stand further up.

Source: MLIR's passes of these names. Which allocations move, and to where, `rules/placement/hoisting.dl` and `loop_hoisting.dl` say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ownlog.backend.context import Context
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.placement.under import put_under_condition
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op, Reason
from ownlog.rules.relations import FreedBehindLoop, FreedOperand, Hoisted, Lifted, LiftedUnder, LiftedWith, OutOfLoops

_LOOPS = 32
"""So many loops an allocation leaves at most, one after the other."""


def hoist(module: Module, context: Context) -> bool:
    """Move allocations of `module` up to where all uses are below them, in place; whether some did, where something is freed."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, FreedOperand, Hoisted), naming.ops
    moves = [Move(ops[row.op], ops[row.anchor]) for row in rows(Hoisted)]
    _move(module, moves, _reasons("hoisted", moves), effects)
    return bool(moves and rows(FreedOperand))


def hoist_out_of_loops(module: Module, context: Context) -> bool:
    """Move allocations of `module` out of loops, in place, with their deallocations; whether some did, where something is freed."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, FreedBehindLoop, FreedOperand, OutOfLoops), naming.ops
    moves = [Move(ops[row.op], ops[row.loop]) for row in rows(OutOfLoops)]
    _move(module, moves, _reasons("out_of_loops", moves), effects)
    moves = [Move(ops[row.free], ops[row.loop], behind=True) for row in rows(FreedBehindLoop)]
    _move(module, moves, _reasons("freed_behind_loop", moves), effects)
    return bool(rows(OutOfLoops) and rows(FreedOperand))


def lift_out_of_loops(module: Module, context: Context) -> bool:
    """Move allocations of `module` out of loops, in place, with what frees and measures them, where that costs none; whether some did."""
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
    _move(module, up.values(), reasons.__getitem__, effects)
    _move(module, down, reasons.__getitem__, effects)
    return bool(up)


def _put_under(module: Module, loops: Mapping[Op, str], naming: Naming, effects: Effects) -> None:
    """Let each of `loops` stand under the condition that it has a round, by what knows that; in the order of the text."""
    order = {op: number for number, op in enumerate(module.walk())} if loops else {}
    rewriters = Rewriters(effects)
    for loop in sorted(loops, key=order.__getitem__):
        for op in put_under_condition(loop, loops[loop], (), naming.traits, rewriters.around(loop)):
            op.because += (("lifted_under", (loop, loops[loop])),)
    rewriters.flush()


def _reasons(relation: str, moves: Collection[Move]) -> Callable[[Op], Reason]:
    """For each op that moves, the row of a relation of ops and their anchors."""
    return {move.op: (relation, (move.op, move.anchor)) for move in moves}.__getitem__


def _move(module: Module, moves: Collection[Move], reason: Callable[[Op], Reason], effects: Effects) -> None:
    """Carry out moves in the order of the text, for the `reason` of each op; what moves keeps its name where nothing else has it."""
    order = {op: number for number, op in enumerate(module.walk())} if moves else {}
    moves = sorted(moves, key=lambda move: order[move.op])
    rewriters = Rewriters(effects)
    for move in moves:
        move.op.because += (reason(move.op),)
        rewriter = rewriters.around(move.op)
        for result in move.op.results:
            if rewriter.names.is_shared(result.name):
                old = result.name
                rewriter.rename([result], rewriter.names.again(old))
                rewriter.names.release(old)
                move.op.mark_changed()
    carry_out(moves)
