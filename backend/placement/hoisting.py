"""buffer-hoisting and buffer-loop-hoisting: allocations stand further up.

Source: MLIR's passes of these names. Which allocations move, and to where, `rules/placement/hoisting.dl` and `loop_hoisting.dl` say.
"""

from __future__ import annotations

from collections.abc import Collection

from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rows import Derive
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op
from ownlog.rules.relations import FreedBehindLoop, FreedOperand, Hoisted, Lifted, LiftedWith, OutOfLoops

_LOOPS = 32
"""So many loops an allocation leaves at most, one after the other."""


def hoist(module: Module, effects: Effects, derive: Derive) -> bool:
    """Move allocations of `module` up to where all uses are below them, in place; whether some did, where something is freed."""
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, derive, FreedOperand, Hoisted), naming.ops
    moves = [Move(ops[row.op], ops[row.anchor]) for row in rows(Hoisted)]
    _move(module, moves, "hoisted", effects)
    return bool(moves and rows(FreedOperand))


def hoist_out_of_loops(module: Module, effects: Effects, derive: Derive) -> bool:
    """Move allocations of `module` out of loops, in place, with their deallocations; whether some did, where something is freed."""
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, derive, FreedBehindLoop, FreedOperand, OutOfLoops), naming.ops
    _move(module, [Move(ops[row.op], ops[row.loop]) for row in rows(OutOfLoops)], "out_of_loops", effects)
    _move(module, [Move(ops[row.free], ops[row.loop], behind=True) for row in rows(FreedBehindLoop)], "freed_behind_loop", effects)
    return bool(rows(OutOfLoops) and rows(FreedOperand))


def lift_out_of_loops(module: Module, effects: Effects, derive: Derive) -> bool:
    """Move allocations of `module` out of loops, in place, with what frees and measures them, where that costs none; whether some did."""
    done = 0
    while done < _LOOPS and _lift(module, effects, derive):
        done += 1
    return done > 0


def _lift(module: Module, effects: Effects, derive: Derive) -> bool:
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, derive, Lifted, LiftedWith), naming.ops
    up = {ops[row.op]: ops[row.loop] for row in rows(Lifted)}
    up |= {ops[row.computes]: ops[row.loop] for row in rows(LiftedWith)}
    _move(module, [Move(op, loop) for op, loop in up.items()], "lifted", effects)
    _move(module, [Move(ops[row.free], ops[row.loop], behind=True) for row in rows(Lifted)], "lifted", effects)
    return bool(up)


def _move(module: Module, moves: Collection[Move], reason: str, effects: Effects) -> None:
    """Carry out moves in the order of the text; what moves keeps its name where nothing else has it."""
    order = {op: number for number, op in enumerate(module.walk())} if moves else {}
    moves = sorted(moves, key=lambda move: order[move.op])
    rewriters: dict[Op, Rewriter] = {}
    for move in moves:
        move.op.because += ((reason, (move.op, move.anchor)),)
        function = effects.function_around(move.op)
        assert function is not None
        if function not in rewriters:
            rewriters[function] = Rewriter(function, effects)
        rewriter = rewriters[function]
        for result in move.op.results:
            if rewriter.names.is_shared(result.name):
                old = result.name
                rewriter.rename([result], rewriter.names.again(old))
                rewriter.names.release(old)
                move.op.mark_changed()
    carry_out(moves)
