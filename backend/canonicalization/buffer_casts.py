"""Casts of buffers that users need not see. Source: the canonicalization patterns of MLIR's memref dialect."""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.language.memrefs import castable
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import Type


def visit_cast(op: Op, rewriter: Rewriter) -> bool:
    """Simplify `op` as a cast, or as a user of casts; whether anything changed."""
    return _fold_cast_of_cast(op, rewriter) if op.name == build.CAST else use_what_was_cast(op, rewriter)


def use_what_was_cast(op: Op, rewriter: Rewriter) -> bool:
    """Give `op` the buffers whose casts it has, where it may have their types; whether it got any."""
    if op.name == build.COPY:
        return _use_uncast(op, rewriter, range(2))
    accessed = [int(k) for (k,) in rewriter.effects.rows("accesses_memory", op.name)]
    if accessed or op.name in (build.FREE, build.DIM):
        return _use_uncast(op, rewriter, accessed or [0])
    if op.name.startswith("linalg.") and not op.results:
        return _use_uncast(op, rewriter, range(len(op.operands)))
    return False


def uncast(value: Value) -> Value | None:
    """What `value` is a cast of, if that is ranked."""
    op = value.owner
    if not isinstance(op, Op) or op.name != build.CAST or value.type.is_unranked_memref:
        return None
    source = op.operands[0]
    return None if source.type.is_unranked_memref else source


def _use_uncast(op: Op, rewriter: Rewriter, operands: Sequence[int]) -> bool:
    """Give `op` what was cast in place of these operands, as far as it may have operands of such types."""
    found = {k: source for k in operands if k < len(op.operands) and (source := uncast(op.operands[k])) is not None}
    # Together they may fit where each alone does not: some ops want equal shapes.
    tries = [found, *({k: source} for k, source in found.items())] if len(found) > 1 else [found]
    changed = False
    for uncasts in tries if found else ():
        if rewriter.offer(op, [uncasts.get(k, value) for k, value in enumerate(op.operands)]):
            changed = True
            if uncasts is found:
                break
    return changed


def _fold_cast_of_cast(op: Op, rewriter: Rewriter) -> bool:
    source, result = op.operands[0], op.results[0]
    if source.type.canonical == result.type.canonical:
        rewriter.replace_op(op, [source])
        return True
    inner = source.owner
    if not isinstance(inner, Op) or inner.name != build.CAST:
        return False
    (first,) = inner.operands
    if first.type.canonical == result.type.canonical:
        rewriter.replace_op(op, [first])
        return True
    if not castable(first.type, result.type):
        return False
    rewriter.set_operands(op, [first])
    return True


def show_as(value: Value, type: Type, old: Type, rewriter: Rewriter) -> None:
    """Let `value`, the result of an op, be of `type`, which tells more than `old` did: users get a cast."""
    op = value.owner
    assert isinstance(op, Op)
    value.type = type
    cast = build.cast if type.is_memref else build.cast_tensor
    shown = cast(value, old, rewriter.names)
    rewriter.replace(value, shown.results[0])
    rewriter.insert_after(op, [shown])


def put_cast(op: Op, value: Value, rewriter: Rewriter) -> bool:
    """Let users of the result of `op` have `value`, cast where its type is another one; always True."""
    result = op.results[0]
    if value.type.canonical == result.type.canonical:
        rewriter.replace_op(op, [value])
        return True
    cast = build.cast if value.type.is_memref else build.cast_tensor
    rewriter.replace_by(result, cast(value, result.type, rewriter.names))
    rewriter.erase(op)
    return True
