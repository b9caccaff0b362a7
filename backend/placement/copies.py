"""Copies where control comes together, so that each value that may hold a buffer of several holds one of its own.

Source: the first step of MLIR's former `-buffer-deallocation` ("introduce clones"). Which operands are copied, in which functions, and what
is only lent then, `rules/placement/copies.dl` says.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ownlog.backend.placement.rows import rows_about
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.backend.rewriting.rows import Derive
from ownlog.base.errors import Diagnostic
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module, Op
from ownlog.rules.relations import CopiesShow, HandsOverCopy, OnlyLends


@dataclass
class Copies:
    """What was copied in a module: not in the functions `left_out`, of which `remarks` say why."""

    left_out: set[str]
    remarks: list[Diagnostic] = field(default_factory=list)

    def lent(self, module: Module, naming: Naming, derive: Derive) -> list[tuple[str, int, str]]:
        """What ops of `module` forward and do not give away: the op, the number of the edge or -1, and the owner, if it is one."""
        rows = rows_about(module, naming, derive, OnlyLends)
        others = tuple(f"{function}/" for function in self.left_out)
        return sorted((row.op, row.edge, row.value) for row in rows(OnlyLends) if not row.op.startswith(others))


def hand_over_copies(module: Module, effects: Effects, derive: Derive, left_out: Collection[str] = ()) -> Copies:
    """Let ops of `module` hand over clones, in place, where the rules say so, but for those in the functions `left_out`."""
    naming = Naming(module, effects)
    rows = rows_about(module, naming, derive, CopiesShow, HandsOverCopy)
    showing = {row.function for row in rows(CopiesShow)}
    copies = Copies({*left_out, *showing})
    for name in sorted(showing.difference(left_out)):
        problem = f"{name}: nothing is copied where control comes together, because somebody may see that; i1s say who owns what"
        copies.remarks.append(naming.ops[name].diagnostic(problem, severity="remark"))
    copied: dict[Op, list[int]] = {}
    for row in sorted(rows(HandsOverCopy)):
        copied.setdefault(naming.ops[row.op], []).append(row.operand)
    rewriters: dict[Op, Rewriter] = {}
    for op in list(module.walk()) if copied else ():
        function = effects.function_around(op) if op in copied else None
        if function is not None and naming.op(function) not in copies.left_out:
            if function not in rewriters:
                rewriters[function] = Rewriter(function, effects)
            _hand_over(op, copied[op], rewriters[function])
    for rewriter in rewriters.values():
        rewriter.flush()
    return copies


def _hand_over(op: Op, positions: Collection[int], rewriter: Rewriter) -> None:
    operands = list(op.operands)
    for position in positions:
        clone = build.clone(operands[position], rewriter.names)
        clone.because = (("hands_over_copy", (op, position)),)
        rewriter.insert_before(op, [clone])
        operands[position] = clone.results[0]
    rewriter.set_operands(op, operands)
