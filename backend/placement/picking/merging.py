"""buffer-select-merging: a select between buffers that gives what another one gave is just one of two, by both conditions.

Which selects, `rules/placement/picking/merging.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op, Value
from ownlog.rules.relations import FreedOperand, Merged

_AS_PLANNED = {"placement": "freeing"}
"""Nobody owns what would be nobody's either if buffers were freed soon."""


def merge(module: Module, context: Context) -> bool:
    """Let selects of `module` go by two conditions at once, in place; whether some do, where something is freed. Remarks say which."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    rows, ops = rows_about(module, naming, context, FreedOperand, Merged, options=_AS_PLANNED), naming.ops
    found: dict[Op, Merged] = {}
    for row in sorted(rows(Merged)):
        found.setdefault(ops[row.op], row)
    rewriters = Rewriters(effects)
    for op in [op for op in module.walk() if op in found] if found else ():
        _go_by_both(op, found[op], naming, rewriters.around(op))
        context.remarks.append(op.diagnostic("goes by two conditions at once: it is known who owns what comes out", severity="remark"))
    rewriters.flush()
    return bool(found and rows(FreedOperand))


def _go_by_both(op: Op, row: Merged, naming: Naming, rewriter: Rewriter) -> None:
    values = naming.values
    condition, inner = _where(values[row.condition], row.when, op, rewriter), _where(values[row.inner], row.outcome, op, rewriter)
    both = build.and_i(condition, inner, rewriter.names)
    rewriter.insert_before(op, [both])
    rewriter.set_operands(op, [both.results[0], values[row.third], values[row.other]])
    op.because += (("merged", (op, values[row.condition], row.when, values[row.inner], row.outcome, values[row.third], values[row.other])),)


def _where(condition: Value, outcome: str, op: Op, rewriter: Rewriter) -> Value:
    """What is true where `condition` is `outcome`, known in front of `op`."""
    if outcome == "true":
        return condition
    opposite = build.xor_i(condition, rewriter.constant(True), rewriter.names)
    rewriter.insert_before(op, [opposite])
    return opposite.results[0]
