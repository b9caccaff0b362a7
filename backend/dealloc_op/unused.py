"""Allocations that only a `bufferization.dealloc` uses: they need not be made.

Source: MLIR's canonicalization of `bufferization.dealloc`; `rules/analysis/aliasing/unused_allocations.dl`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.backend.dealloc_op.operands import KEPT, OTHER, SAME, Deallocation
from ownlog.backend.proofs.obligation import Dealloc
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import truth
from ownlog.frontend.ir.ir import Op, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ownlog.backend.proofs.prover import Prover
    from ownlog.backend.rewriting.rewriter import Rewriter
    from ownlog.rules import relations as rel

Unused = dict[Op, set[Value]]
"""Buffers by the deallocation that alone uses them."""


def used_once(rewriter: Rewriter) -> bool:
    """Does some deallocation of a function always free what no other op uses? Only then the rules need to be asked."""
    return any(op.name == build.DEALLOC and frees_what_it_alone_uses(op, rewriter) for op in rewriter.ops())


def frees_what_it_alone_uses(op: Op, rewriter: Rewriter) -> bool:
    """Does the deallocation `op` always free the result of an op that no other op uses?"""
    operands = zip(*op.groups()[:2], strict=True)
    return any(
        truth(owned) is True and isinstance(buffer.owner, Op) and rewriter.users(buffer) == [op]
        for buffer, owned in operands
    )


def unused_allocations(
    rows: Iterable[rel.UnusedAllocation], ops: Mapping[str, Op], values: Mapping[str, Value]
) -> Unused:
    """The unused allocations by deallocation; `ops` and `values` are what the names in `rows` mean."""
    found: Unused = {}
    for row in rows:
        found.setdefault(ops[row.free], set()).add(values[row.value])
    return found


def drop_unused(unused: Unused, rewriter: Rewriter, prover: Prover) -> bool:
    """Remove `unused` allocations of a function that are proved to be freed always; whether there were any."""
    changed = False
    for op in rewriter.ops() if unused else ():
        buffers = unused.get(op, ())
        dealloc = Deallocation(op, rewriter, prover) if buffers else None
        for buffer, owned in dealloc.operands() if dealloc is not None else ():
            if buffer in buffers and truth(owned) is True and dealloc is not None and _proves(dealloc, buffer):
                dealloc.set([operand for operand in dealloc.operands() if operand[0] is not buffer])
                assert isinstance(buffer.owner, Op)
                rewriter.erase(buffer.owner)
                changed = True
    return changed


def _proves(dealloc: Deallocation, buffer: Value) -> bool:
    before, after = Dealloc(((buffer, True), OTHER), (KEPT,)), Dealloc((OTHER,), (KEPT,))
    # Nobody else knows the allocation, so nothing else can be it.
    never = ((buffer, OTHER[0]), (buffer, KEPT))
    return dealloc.proves("unused-allocation", (before,), (after,), SAME, never=never, erased=(buffer,))
