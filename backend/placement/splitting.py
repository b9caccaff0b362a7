"""splitting: contents of one buffer with disjoint lifetimes get buffers of their own.

Source: webs of a variable (S. S. Muchnick, Advanced Compiler Design and Implementation, 16.3.3);
`rules/placement/splitting.dl`.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.placing import Placing
from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import FreedOperand, SplitOff


def splitting(module: Module, context: Context) -> bool:
    """Split allocations of `module`, in place; whether something freed changed. Remarks say which."""
    placing = Placing(module, context, FreedOperand, SplitOff)
    rows, ops, rewriters = placing.rows, placing.ops, placing.rewriters
    users: dict[tuple[Op, Op], list[Op]] = {}
    for row in rows(SplitOff):
        users.setdefault((ops[row.op], ops[row.begin]), []).append(ops[row.user])
    order = {op: number for number, op in enumerate(module.walk())} if users else {}
    for op, begin in sorted(users, key=lambda pair: order[pair[1]]):
        rewriter, old = rewriters.around(begin), op.results[0]
        made = build.again(op, list(op.operands))
        made.location = op.location
        made.add_result(rewriter.names.fresh("alloc"), old.type)
        made.because = (("split_off", (op, begin, begin)),)
        rewriter.insert_before(begin, [made])
        for user in users[op, begin]:
            rewriter.replace_in(user, old, made.results[0])
        at = op.position
        where = f"of line {at.line}" if at is not None else "that it writes to"
        placing.remark(begin, f"writes to a buffer of its own: nobody needs what the buffer {where} held before")
    for op in dict.fromkeys(op for op, _ in users):
        rewriter = rewriters.around(op)
        if not rewriter.users(op.results[0]):
            rewriter.erase(op)
    rewriters.flush()
    return bool(users and rows(FreedOperand))
