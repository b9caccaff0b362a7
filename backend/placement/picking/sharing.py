"""buffer-copy-sharing: a copy of what a select gives is that itself, where nobody writes to either any more.

Which copies, `rules/placement/picking/sharing.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op
from ownlog.rules.relations import FreedOperand, SharedCopy


def share(module: Module, context: Context) -> bool:
    """Let allocations of `module` be what they get a copy of, in place; whether some are, where something is freed. Remarks say which.

    What is a copy of one of several is looked at again when these are no copies any more.
    """
    freed = False
    while (found := _share_once(module, context)) is not None:
        freed = freed or found
    return freed


def _share_once(module: Module, context: Context) -> bool | None:
    """The first copy; whether something is freed in the module, and None where nothing was left to do."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, FreedOperand, SharedCopy), naming.ops
    found = {ops[row.op]: row for row in rows(SharedCopy)}
    op = next((op for op in module.walk() if op in found), None) if found else None
    if op is None:
        return None
    copier, source = ops[found[op].copier], naming.values[found[op].source]
    rewriters = Rewriters(effects)
    rewriter = rewriters.around(op)
    if isinstance(source.owner, Op):
        source.owner.because += (("shared_copy", (op, copier, source)),)
    context.remarks.append(op.diagnostic("is the buffer that it would get a copy of: nobody writes to either", severity="remark"))
    rewriter.erase(copier)
    rewriter.replace_op(op, [source])
    rewriters.flush()
    return bool(rows(FreedOperand))
