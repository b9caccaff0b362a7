"""Simplifications of `bufferization.dealloc` without alias analysis: constants, repetitions and emptiness.

Source: the canonicalization patterns of `bufferization.dealloc` in MLIR.
"""

from __future__ import annotations

from ownlog.backend.dealloc_op.operands import KEPT, OTHER, SAME, Deallocation, condition
from ownlog.backend.proofs.obligation import Dealloc
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.terms import Or, Result
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import truth
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value


def simplify_dealloc(op: Op, rewriter: Rewriter, prover: Prover) -> bool:
    """Simplify the deallocation `op` once; whether anything changed."""
    dealloc = Deallocation(op, rewriter, prover)
    patterns = (_erase_empty, _drop_false, _merge_operands, _merge_retained, _free_allocation)
    return any(pattern(dealloc) for pattern in patterns)


def _erase_empty(dealloc: Deallocation) -> bool:
    """Without operands nothing is freed and no retained buffer is owned."""
    if dealloc.buffers or not dealloc.proves("empty", (Dealloc((), (KEPT,)),), (), ((Result(0, 0), False),)):
        return False
    rewriter = dealloc.rewriter
    for result in dealloc.op.results:
        if rewriter.is_used(result):
            rewriter.replace(result, rewriter.constant(False))
    rewriter.erase(dealloc.op)
    return True


def _drop_false(dealloc: Deallocation) -> bool:
    """An operand whose condition is false frees nothing."""
    kept = [(buffer, owned) for buffer, owned in dealloc.operands() if truth(owned) is not False]
    if len(kept) == len(dealloc.buffers):
        return False
    after = Dealloc((OTHER,), (KEPT,))
    for buffer, owned in dealloc.operands():
        before = Dealloc(((buffer, False), OTHER), (KEPT,))
        if truth(owned) is False and not dealloc.proves("false-condition", (before,), (after,), SAME):
            return False
    dealloc.set(kept)
    return True


def _merge_operands(dealloc: Deallocation) -> bool:
    """A buffer that is listed twice is freed if one of its conditions holds."""
    merged: dict[Value, Value] = {}
    for buffer, owned in dealloc.operands():
        earlier = merged.get(buffer)
        if earlier is None:
            merged[buffer] = owned
            continue
        first, second = condition(earlier), condition(owned)
        before = Dealloc(((buffer, first), (buffer, second), OTHER), (KEPT,))
        after = Dealloc(((buffer, Or((first, second))), OTHER), (KEPT,))
        if not dealloc.proves("repeated-operand", (before,), (after,), SAME):
            return False
        if earlier is not owned:
            either = build.or_i(earlier, owned, dealloc.rewriter.names)
            either.because = dealloc.op.because
            dealloc.rewriter.insert_before(dealloc.op, [either])
            merged[buffer] = either.results[0]
    if len(merged) == len(dealloc.buffers):
        return False
    dealloc.set(list(merged.items()))
    return True


def _merge_retained(dealloc: Deallocation) -> bool:
    """A buffer that is retained twice gives the same result twice."""
    first: dict[Value, Value] = {}
    kept = [
        value not in first and first.setdefault(value, result) is result
        for value, result in zip(dealloc.retained, dealloc.op.results, strict=True)
    ]
    if all(kept):
        return False
    before, after = Dealloc((OTHER,), ("r", "r")), Dealloc((OTHER,), ("r",))
    results = ((Result(0, 0), Result(0, 0)), (Result(0, 1), Result(0, 0)))
    if not dealloc.proves("repeated-retained", (before,), (after,), results):
        return False
    for value, result, keep in zip(dealloc.retained, dealloc.op.results, kept, strict=True):
        if not keep:
            dealloc.rewriter.replace(result, first[value])
    dealloc.retain_only(kept)
    return True


def _free_allocation(dealloc: Deallocation) -> bool:
    """The base buffer of what was allocated with all its metadata is the allocation itself."""
    operands = [(_allocation_of(buffer), owned) for buffer, owned in dealloc.operands()]
    changed = [(old, new) for (new, _), old in zip(operands, dealloc.buffers, strict=True) if new is not old]
    for old, new in changed:
        before = Dealloc(((old, OTHER[1]), OTHER), (KEPT,))
        after = Dealloc(((new, OTHER[1]), OTHER), (KEPT,))
        if not dealloc.proves("base-of-allocation", (before,), (after,), SAME, must=((old, new),)):
            return False
    if changed:
        dealloc.set(operands)
    return bool(changed)


def _allocation_of(buffer: Value) -> Value:
    op = buffer.owner
    if isinstance(op, Op) and op.name == build.METADATA and op.results[0] is buffer:
        source = op.operands[0]
        if isinstance(source.owner, Op) and source.owner.name in (build.CLONE, build.ALLOC):
            return source
    return buffer
