"""Clones that need not be made: the only other holder of the contents is freed right after.

Source: `SimplifyClones` and the folding of casts into clones in MLIR. They go by the documentation of `bufferization.clone`: neither the
clone nor what it was made of is written to afterwards. Unlike MLIR, a call counts as a free if its callee may free what it is given.
"""

from __future__ import annotations

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.callees import Frees
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value


def simplify_clone(op: Op, rewriter: Rewriter) -> bool:
    """Use the source of the clone `op` in its place, where one of the two is freed in this block; or fold a cast of the source."""
    return _fold_cast(op, rewriter) or _drop_clone(op, rewriter)


def _fold_cast(op: Op, rewriter: Rewriter) -> bool:
    cast = op.operands[0].owner
    if not isinstance(cast, Op) or cast.name != build.CAST:
        return False
    (source,) = cast.operands
    if source.type.is_unranked_memref or op.operands[0].type.is_unranked_memref or not _is_wider(source, op.operands[0]):
        return False
    rewriter.set_operands(op, [source])
    return True


def _is_wider(source: Value, target: Value) -> bool:
    """Does the cast from `source` to `target` only add static information, about sizes?"""
    (wide, element, rest), (narrow, other, others) = source.type.memref_parts, target.type.memref_parts
    sizes = zip(wide, narrow, strict=False)
    return len(wide) == len(narrow) and element == other and rest == others and all(w in ("?", n) for w, n in sizes)


def _drop_clone(op: Op, rewriter: Rewriter) -> bool:
    source, clone = op.operands[0], op.results[0]
    cast = _cast(source, clone, rewriter)
    if cast is None or rewriter.frees is None or not _frees_follow(op, rewriter):
        return False
    frees = [_frees(value, rewriter) for value in (clone, rewriter.frees.base(source))]
    if any(len(found) > 1 for found in frees):
        return False
    of_clone, of_source = (found[0] if found else None for found in frees)
    if of_clone is not None and of_source is not None and of_clone.parent is of_source.parent:
        # Which of the two goes depends on when they end; neither is said here.
        return False
    redundant = next((free for free in (of_clone, of_source) if free is not None and free.parent is op.parent), None)
    if redundant is None or redundant.name != build.FREE or not _is_next_free(op, redundant, rewriter.frees):
        return False
    rewriter.insert_before(op, cast)
    rewriter.replace_op(op, [cast[-1].results[0] if cast else source])
    rewriter.erase(redundant)
    return True


def _frees_follow(op: Op, rewriter: Rewriter) -> bool:
    """Does anything in the block of `op` free a buffer after it? Only then the rules are asked, about the function as it is."""
    assert op.parent is not None
    rewriter.flush_block(op.parent)
    after = op.parent.ops[op.parent.ops.index(op) :]
    if not any(other.name == build.FREE for other in after):
        return False
    rewriter.flush()
    return True


def _cast(source: Value, clone: Value, rewriter: Rewriter) -> list[Op] | None:
    """What makes the source a value of the clone's type; None where nothing does."""
    if source.type.canonical == clone.type.canonical:
        return []
    if source.type.is_unranked_memref or clone.type.is_unranked_memref:
        return None
    (sizes, element, rest), (others, other, other_rest) = source.type.memref_parts, clone.type.memref_parts
    fits = len(sizes) == len(others) and all("?" in pair or pair[0] == pair[1] for pair in zip(sizes, others, strict=True))
    return [build.cast(source, clone.type, rewriter.names)] if fits and element == other and rest == other_rest else None


def _frees(value: Value, rewriter: Rewriter) -> list[Op]:
    return [user for user in rewriter.users(value) if value in rewriter.effects.freed(user)]


def _is_next_free(op: Op, free: Op, frees: Frees) -> bool:
    """Is `free` the first op after `op` in its block that may free anything?"""
    assert op.parent is not None
    ops = iter(op.parent.ops)
    for other in ops:
        if other is op:
            break
    for other in ops:
        if other is free:
            return True
        if frees.may_free(other):
            return False
    return False
