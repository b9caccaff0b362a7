"""Named linalg ops take as many operands as what they compute for one element has arguments, of types that this takes."""

from __future__ import annotations

from ownlog.base.errors import InputError
from ownlog.base.later import pattern
from ownlog.frontend.generic.hidden import hidden_arguments, hidden_problem
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.verify.refusal import bare, name_offset

_NAME = pattern(r"[\w.]+\s*")
_ADVICE = "all elements are floats, all integers (no index), or all complex numbers; what has one input computes with floats"


def check_linalg(op: Op) -> None:
    """InputError for a named op with another number of operands than its region has arguments, or with elements that it cannot take."""
    wanted = hidden_arguments(op)
    if wanted is not None and wanted != len(op.operands):
        message = f"generated region expects {wanted} args, got {len(op.operands)}"
        bare(op, f"custom op '{op.name}' {message}", f"ins and outs have {wanted} operands together")
    problem = hidden_problem(op)
    if problem is not None and op.source is not None:
        # As mlir-opt, which makes the region when it has read the name.
        name = _NAME.match(op.source.text, name_offset(op.source, op.start))
        raise InputError(op.source.diagnostic(op.start if name is None else name.end(), f"custom op '{op.name}' {problem}", _ADVICE))
