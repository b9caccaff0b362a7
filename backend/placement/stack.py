"""promote-buffers-to-stack: small buffers that no scope hands out are allocated on the stack.

Source: MLIR's `-promote-buffers-to-stack`. Which ones, and as which op, `rules/placement/stack.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Options
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rows import Derive
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module
from ownlog.rules.relations import FreedOperand, OnStack

_MOST = 2**31 - 2
"""Larger buffers are never small, whatever the user says: the facts do not tell how large they are."""


def promote(module: Module, options: Options, effects: Effects, derive: Derive) -> bool:
    """Let allocations of `module` be on the stack, in place; whether some are, where something is freed."""
    naming = Naming(module, effects)
    limits = {name: str(min(int(text), _MOST)) for name, text in options.items()}
    rows = rows_about(module, naming, derive, FreedOperand, OnStack, options=limits)
    for row in rows(OnStack):
        op = naming.ops[row.op]
        op.name = row.form
        op.because += (("on_stack", (op, row.form)),)
        op.mark_changed()
    return bool(rows(OnStack) and rows(FreedOperand))
