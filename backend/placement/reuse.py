"""reuse: an allocation takes over a buffer that was freed before it (`rules/placement/reuse.dl`)."""

from __future__ import annotations

from math import prod

from ownlog.backend.context import Context
from ownlog.backend.placement.placing import Placing
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.types import Type
from ownlog.rules.relations import PlainlyFreed, TakesOver

_ROUNDS = 8
"""Of several buffers that are freed before several allocations, a round hands over one."""


def reuse(module: Module, context: Context) -> bool:
    """Let allocations of `module` take over freed buffers, in place; whether some do. Remarks say which."""
    done = 0
    while done < _ROUNDS and _hand_over(module, context):
        done += 1
    return done > 0


def _hand_over(module: Module, context: Context) -> bool:
    placing = Placing(module, context, PlainlyFreed, TakesOver)
    rows, ops = placing.rows, placing.ops
    found = {ops[row.op]: ops[row.free] for row in rows(TakesOver)}
    ends = {ops[row.op]: ops[row.free] for row in rows(PlainlyFreed)}
    for op in placing.in_order(found):
        free, rewriter = found[op], placing.rewriters.around(op)
        # What is taken over may have taken over another one in this round.
        given = free.operands[0]
        assert isinstance(given.owner, Op)
        given.owner.because += (("takes_over", (op, free)),)
        at = given.owner.position
        where = f"of line {at.line}" if at is not None else "allocated before"
        placing.remark(op, f"takes over the buffer {where}, which is not used any more")
        if given.type.canonical == op.results[0].type.canonical:
            rewriter.replace_op(op, [given])
        else:
            view = _view(given, op.results[0].type, rewriter)
            view.because = (("takes_over", (op, free)),)
            rewriter.insert_before(op, [view])
            if op in ends:
                # So that others can take over all of it.
                rewriter.set_operands(ends[op], [given])
            rewriter.replace_op(op, view.results)
        rewriter.erase(free)
    placing.rewriters.flush()
    return bool(found)


def _view(buffer: Value, type: Type, rewriter: Rewriter) -> Op:
    """The first elements of a buffer, as a memref of another type of fixed sizes."""
    sizes = [int(size) for size in type.memref_parts[0]]
    strides = [prod(sizes[place + 1 :]) for place in range(len(sizes))]
    return build.reinterpret(buffer, type, 0, sizes, strides, rewriter.names)
