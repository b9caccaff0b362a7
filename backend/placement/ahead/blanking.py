"""buffer-blanking: a buffer that nobody ever writes to is one that the function has made before.

Which buffers, `rules/placement/sinking/blanks.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.base.errors import Diagnostic
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op
from ownlog.rules.relations import FilledInBy, FreedOperand


def fill_in(module: Module, context: Context) -> bool:
    """Let blank allocations of `module` be others, in place; whether some are, where something is freed. Remarks say which."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, FilledInBy, FreedOperand), naming.ops
    found = {ops[row.op]: ops[row.other] for row in rows(FilledInBy)}
    rewriters = Rewriters(effects)
    for blank in [op for op in module.walk() if op in found] if found else ():
        other = found[blank]
        other.because += (("filled_in_by", (blank, other)),)
        context.remarks.append(_remark(blank, other))
        rewriters.around(blank).replace_op(blank, list(other.results))
    rewriters.flush()
    return bool(found and rows(FreedOperand))


def _remark(blank: Op, other: Op) -> Diagnostic:
    at = other.position
    where = f"of line {at.line}" if at is not None else "made before it"
    return blank.diagnostic(f"is the buffer {where}: nobody ever writes to it", severity="remark")
