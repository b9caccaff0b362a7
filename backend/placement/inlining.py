"""inlining: functions that may return their arguments replace their calls (`rules/placement/inlining.dl`)."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.placing import Placing
from ownlog.backend.rewriting.bodies import copied
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedOperand, Inlined


def inlining(module: Module, context: Context) -> bool:
    """Inline such functions of `module`, in place; whether something freed changed.

    The functions themselves stay. Callers have fewer calls, so the next round may inline them.
    """
    freed = False
    while (found := _inline_once(module, context)) is not None:
        freed = freed or found
    return freed


def _inline_once(module: Module, context: Context) -> bool | None:
    """One round; whether something is freed in the module, and None where nothing was left to do."""
    placing = Placing(module, context, FreedOperand, Inlined)
    rows, ops = placing.rows, placing.ops
    found = {ops[row.call]: ops[row.function] for row in rows(Inlined)}
    if not found:
        return None
    for call in placing.in_order(found):
        _put_in_place(call, found[call], placing.rewriters.around(call))
        placing.remark(call, "the body of the function stands here: it may give back what it is given")
    placing.rewriters.flush()
    return bool(rows(FreedOperand))


def _put_in_place(call: Op, function: Op, rewriter: Rewriter) -> None:
    (block,) = function.regions[0].blocks
    values = dict(zip(block.arguments, call.operands, strict=True))
    *body, end = block.ops
    made = copied(body, values, rewriter.names)
    for op in made:
        op.because += (("inlined", (call, function)),)
    rewriter.insert_before(call, made)
    rewriter.replace_op(call, [values.get(value, value) for value in end.operands])
