"""Copies where control flow merges, so that each such value holds a buffer of its own.

Source: the first step of MLIR's former `-buffer-deallocation` ("introduce clones"); `rules/placement/copies.dl`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ownlog.backend.context import Context
from ownlog.backend.placement.placing import Placing
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import CopiesShow, HandsOverCopy, OnlyLends


@dataclass
class Copies:
    """What was copied in a module: nothing in the functions `left_out`."""

    left_out: set[str]

    def lent(self, module: Module, context: Context) -> list[tuple[str, int, str]]:
        """The ops of `module` that lend an operand: with the edge or -1, and the owner, if it is one."""
        # Whoever asks for reasons goes by the facts of the plan, which are the same.
        rows = Placing(module, replace(context, witness=None), OnlyLends).rows
        others = tuple(f"{function}/" for function in self.left_out)
        return sorted((row.op, row.edge, row.value) for row in rows(OnlyLends) if not row.op.startswith(others))


def hand_over_copies(module: Module, context: Context, left_out: Collection[str] = ()) -> Copies:
    """Pass clones instead of operands in `module`, in place, by the rules, except in the functions `left_out`.

    Remarks say which other functions get no clones.
    """
    placing = Placing(module, context, CopiesShow, HandsOverCopy)
    rows, ops = placing.rows, placing.ops
    showing = {row.function for row in rows(CopiesShow)}
    copies = Copies({*left_out, *showing})
    for name in sorted(showing.difference(left_out)):
        problem = (
            f"{name}: nothing is copied where control comes together, because somebody may see that; i1s say who owns"
            " what"
        )
        placing.remark(ops[name], problem)
    copied: dict[Op, list[int]] = {}
    for row in sorted(rows(HandsOverCopy)):
        copied.setdefault(ops[row.op], []).append(row.operand)
    for op in placing.in_order(copied):
        function = placing.effects.function_around(op)
        if function is not None and placing.naming.op(function) not in copies.left_out:
            _hand_over(op, copied[op], placing.rewriters.of(function))
    placing.rewriters.flush()
    return copies


def _hand_over(op: Op, positions: Collection[int], rewriter: Rewriter) -> None:
    operands = list(op.operands)
    for position in positions:
        clone = build.clone(operands[position], rewriter.names)
        clone.because = (("hands_over_copy", (op, position)),)
        rewriter.insert_before(op, [clone])
        operands[position] = clone.results[0]
    rewriter.set_operands(op, operands)
