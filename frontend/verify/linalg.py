"""Named linalg ops take as many operands as what they compute for one element has arguments."""

from __future__ import annotations

from ownlog.frontend.generic.hidden import hidden_arguments
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.verify.refusal import bare


def check_linalg(op: Op) -> None:
    """InputError for a named op with another number of operands than its region has arguments."""
    wanted = hidden_arguments(op)
    if wanted is not None and wanted != len(op.operands):
        message = f"generated region expects {wanted} args, got {len(op.operands)}"
        bare(op, f"custom op '{op.name}' {message}", f"ins and outs have {wanted} operands together")
