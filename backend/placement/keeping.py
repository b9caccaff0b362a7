"""keeping: an allocation filled from a buffer that is then freed becomes that buffer (`rules/placement/keeping.dl`)."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import CopyIsKept


def keeping(module: Module, context: Context) -> bool:
    """Replace allocations of `module` by the buffers that they copy, in place; whether there are some. Remarks say
    which.
    """
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, CopyIsKept), naming.ops
    found = {ops[row.op]: (ops[row.copier], ops[row.free]) for row in rows(CopyIsKept)}
    rewriters = Rewriters(effects)
    for op in [op for op in module.walk() if op in found] if found else ():
        copier, free = found[op]
        rewriter = rewriters.around(op)
        # What is freed may be what another allocation was until now.
        given = free.operands[0]
        if isinstance(given.owner, Op):
            given.owner.because += (("kept", (op, copier, free)),)
        context.remarks.append(
            op.diagnostic("is the buffer that it would get a copy of, which is not used any more", severity="remark")
        )
        rewriter.erase(copier)
        rewriter.erase(free)
        rewriter.replace_op(op, [given])
    rewriters.flush()
    return bool(found)
