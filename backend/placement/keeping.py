"""keeping: an allocation filled from a buffer that is then freed becomes that buffer (`rules/placement/keeping.dl`)."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import CopyIsKept


def keeping(module: Module, context: Context) -> bool:
    """Replace allocations of `module` by the buffers that they copy, in place; whether there are some. Remarks say
    which.
    """
    placing = Placing(module, context, CopyIsKept)
    ops = placing.ops
    found = {ops[row.op]: (ops[row.copier], ops[row.free]) for row in placing.rows(CopyIsKept)}
    for op in placing.in_order(found):
        copier, free = found[op]
        rewriter = placing.rewriters.around(op)
        # What is freed may be what another allocation was until now.
        given = free.operands[0]
        if isinstance(given.owner, Op):
            given.owner.because += (("kept", (op, copier, free)),)
        placing.remark(op, "is the buffer that it would get a copy of, which is not used any more")
        rewriter.erase(copier)
        rewriter.erase(free)
        rewriter.replace_op(op, [given])
    placing.rewriters.flush()
    return bool(found)
