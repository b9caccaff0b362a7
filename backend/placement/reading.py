"""reading: readers of a copy of an unchanged buffer read that buffer (`rules/placement/reading.dl`)."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.placement.placing import Placing
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.tokens import split_top_level
from ownlog.rules.relations import DeadRepetition, FreedOperand, ReadThrough


def reading(module: Module, context: Context) -> bool:
    """Let ops of `module` read the sources of copies, in place; whether something freed changed. Remarks say which."""
    placing = Placing(module, context, FreedOperand, DeadRepetition, ReadThrough)
    rows, ops, rewriters = placing.rows, placing.ops, placing.rewriters
    needless = {ops[row.filler] for row in rows(DeadRepetition)}
    for row in sorted(rows(ReadThrough)):
        user, filler = ops[row.user], ops[row.filler]
        operands = [
            filler.operands[0] if number == row.operand else value for number, value in enumerate(user.operands)
        ]
        rewriters.around(user).set_operands(user, operands)
        _set_map(user, row.maps, row.operand, _maps(filler, row.maps)[0])
        user.because += (("read_through", (user, row.operand, filler, row.maps)),)
    for op in placing.in_order(needless):
        placing.remark(op, "is left out: who reads what it repeats reads that itself")
        rewriter = rewriters.around(op)
        rewriter.erase(op)
        made = op.operands[-1]
        if isinstance(made.owner, Op) and not rewriter.users(made):
            rewriter.erase(made.owner)
    rewriters.flush()
    return bool(needless and rows(FreedOperand))


def _maps(op: Op, attribute: str) -> list[str]:
    return [text.strip() for text in split_top_level((op.attribute(attribute) or "").strip()[1:-1])]


def _set_map(op: Op, attribute: str, operand: int, text: str) -> None:
    maps = [text if number == operand else known for number, known in enumerate(_maps(op, attribute))]
    kept = op.properties if attribute in op.properties else op.attrs
    kept[attribute] = f"[{', '.join(maps)}]"
    op.mark_changed()
