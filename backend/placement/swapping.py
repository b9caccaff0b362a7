"""buffer-loop-swapping: loops swap two buffers, where each round allocated one and freed one.

Known as double buffering. Which loops do so, and with what, `rules/placement/reuse/swapping.dl` says.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op, Value
from ownlog.rules.relations import Swapped


def swap(module: Module, context: Context) -> bool:
    """Let loops of `module` carry spare buffers along, in place; whether some do. Remarks say which."""
    effects = context.effects(module)
    naming = Naming(module, effects)
    ops = naming.ops
    order = {op: number for number, op in enumerate(module.walk())}
    rows = [tuple(ops[name] for name in row) for row in rows_about(module, naming, context, Swapped)(Swapped)]
    rewriters = Rewriters(effects)
    for loop, op, earlier, free in sorted(rows, key=lambda row: order[row[1]]):
        _carry_spare(loop, op, earlier, free, rewriters.around(loop))
        message = "each round swaps this buffer with the one that it was given, and allocates none"
        context.remarks.append(op.diagnostic(message, severity="remark"))
    rewriters.flush()
    return bool(rows)


def _carry_spare(loop: Op, op: Op, earlier: Op, free: Op, rewriter: Rewriter) -> None:
    """Let `loop` carry a buffer more, like that of `earlier`, which `op` takes and `free` leaves."""
    reason = ("swapped", (loop, op, earlier, free))
    names, type = rewriter.names, op.results[0].type
    made = build.alloc(type, list(earlier.operands), dict(earlier.attrs), names, "spare")
    made.properties, made.segments = dict(earlier.properties), earlier.segments
    rewriter.insert_before(loop, [made])
    block = loop.regions[0].blocks[0]
    assert block.terminator is not None
    taken = block.add_argument(names.fresh("spare"), type)
    rewriter.set_operands(block.terminator, [*block.terminator.operands, free.operands[0]])
    _enter_with(loop, made.results[0], rewriter)
    left = build.append_result(loop, type, names)
    gone = build.free(left, free.name)
    rewriter.insert_after(loop, [gone])
    rewriter.replace_op(op, [taken])
    rewriter.erase(free)
    for new in (made, gone, block.terminator):
        new.because += (reason,)


def _enter_with(loop: Op, value: Value, rewriter: Rewriter) -> None:
    groups = loop.groups()
    rewriter.set_groups(loop, [*groups[:-1], [*groups[-1], value]])
