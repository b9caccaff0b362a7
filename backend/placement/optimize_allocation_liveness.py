"""optimize-allocation-liveness: each deallocation moves behind the last use of its buffer.

Source: MLIR's `-optimize-allocation-liveness`; `rules/placement/optimize_allocation_liveness.dl`.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.placement.moves import Move, carry_out
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import CanFreeBehind, FreedAtHome
from ownlog.rules.typed_rows import TypedRows, relation_names


def optimize_allocation_liveness(module: Module, _: Options, context: Context) -> bool:
    """Move deallocations of `module` up to the last use, in place; whether there were any.

    As in mlir-opt, of those behind one op, the one with the last allocation comes first.
    """
    naming = Naming(module, context.effects(module))
    rows = TypedRows(context.about(module, naming, relation_names(CanFreeBehind, FreedAtHome)))
    order = {op: number for number, op in enumerate(module.walk())}
    made = {row.free: order[naming.ops[row.op]] for row in rows(FreedAtHome)}
    moves = []
    for row in sorted(rows(CanFreeBehind), key=lambda row: made[row.free]):
        free, last = naming.ops[row.free], naming.ops[row.last]
        free.because += (("can_free_behind", (free, last)),)
        moves.append(Move(free, last, behind=True))
    carry_out(moves)
    return bool(moves)


PASSES = (
    Pass(
        "optimize-allocation-liveness",
        "free buffers right behind their last use",
        optimize_allocation_liveness,
        careful=True,
    ),
)
