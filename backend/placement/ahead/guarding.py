"""buffer-loop-guarding: a loop whose rounds alone need some memory stands, with that, under the condition that it has a round.

Which loops, and what goes along, `rules/placement/sinking/guards.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.placement.under import put_under_condition
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op
from ownlog.rules.relations import CarriedToLoop, FreedOperand, FreedWithLoop, Guarded


def guard(module: Module, context: Context) -> bool:
    """Put loops of `module` under the condition that they have a round, in place; whether some are, where something is freed."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, CarriedToLoop, FreedOperand, FreedWithLoop, Guarded), naming.ops
    found = {ops[row.loop]: row.how for row in rows(Guarded)}
    order = {op: number for number, op in enumerate(module.walk())} if found else {}
    freed: dict[Op, list[Op]] = {}
    for row in rows(FreedWithLoop):
        freed.setdefault(ops[row.loop], []).append(ops[row.free])
    rewriters = Rewriters(effects)
    for loop in sorted(found, key=order.__getitem__):
        rewriter = rewriters.around(loop)
        behind = sorted(freed.get(loop, ()), key=order.__getitem__)
        for op in put_under_condition(loop, found[loop], behind, naming.traits, rewriter):
            op.because += (("guarded", (loop, found[loop])),)
        message = "stands under the condition that it has a round: some memory is needed only then"
        context.remarks.append(loop.diagnostic(message, severity="remark"))
    rewriters.flush()
    moves = [Move(ops[row.carried], ops[row.loop]) for row in rows(CarriedToLoop)]
    carry_out(sorted(moves, key=lambda move: order[move.op]))
    return bool(found and rows(FreedOperand))
