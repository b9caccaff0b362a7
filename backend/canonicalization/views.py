"""Views of buffers: casts that users need not see, parts of parts, and copies of a part onto itself.

Source: the canonicalization patterns of MLIR's memref dialect. That a cast tells less than what it is a cast of is seen by its types.
"""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.memrefs.buffers import Number, castable, of_memref, subview
from ownlog.backend.rewriting.memrefs.slices import PARTS, numbers, written
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value


def visit_view(op: Op, rewriter: Rewriter) -> bool:
    """Simplify `op` as a view or a user of views; whether anything changed."""
    match op.name:
        case build.CAST:
            return _fold_cast_of_cast(op, rewriter)
        case build.SUBVIEW:
            return _fold_whole(op, rewriter) or _compose(op, rewriter) or _slice_uncast(op, rewriter)
        case build.COPY:
            return _drop_self_copy(op, rewriter) or _use_uncast(op, rewriter, range(2))
    accessed = [int(k) for (k,) in rewriter.effects.rows("accesses_memory", op.name)]
    if accessed or op.name in (build.FREE, build.DIM):
        return _use_uncast(op, rewriter, accessed or [0])
    if op.name.startswith("linalg.") and not op.results:
        return _use_uncast(op, rewriter, range(len(op.operands)))
    return False


def _uncast(value: Value) -> Value | None:
    """What `value` is a cast of, if that is ranked."""
    op = value.owner
    if not isinstance(op, Op) or op.name != build.CAST or value.type.is_unranked_memref:
        return None
    source = op.operands[0]
    return None if source.type.is_unranked_memref else source


def _use_uncast(op: Op, rewriter: Rewriter, operands: Sequence[int]) -> bool:
    """Give `op`, to which the type of these operands makes no difference, what was cast."""
    found = {k: source for k in operands if k < len(op.operands) and (source := _uncast(op.operands[k])) is not None}
    if found:
        rewriter.set_operands(op, [found.get(k, value) for k, value in enumerate(op.operands)])
    return bool(found)


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


# Slices


def static_slice(op: Op) -> list[list[Number]] | None:
    """The offsets, sizes and strides of a slice, None for those that are values."""
    return None if any(op.attribute(name) is None for name in PARTS) else [numbers(op, name) for name in PARTS]


def _drop_self_copy(op: Op, rewriter: Rewriter) -> bool:
    source, target = op.operands
    if source is not target and not _same_part(source, target):
        return False
    rewriter.erase(op)
    return True


def _same_part(one: Value, other: Value) -> bool:
    """Are two values one part of one buffer?"""
    left, right = one.owner, other.owner
    if not isinstance(left, Op) or not isinstance(right, Op) or left.name != build.SUBVIEW or right.name != build.SUBVIEW:
        return False
    same = all(left.attribute(name) == right.attribute(name) for name in PARTS) and left.segments == right.segments
    return same and len(left.operands) == len(right.operands) and all(a is b for a, b in zip(left.operands, right.operands, strict=True))


def _fold_whole(op: Op, rewriter: Rewriter) -> bool:
    """A slice that is all of its buffer."""
    source, result, parts = op.operands[0], op.results[0], static_slice(op)
    if parts is None or any(None in part for part in parts):
        return False
    sizes = of_memref(source.type).sizes
    if sizes is None or tuple(parts[1]) != sizes or any(parts[0]) or any(step != 1 for step in parts[2]):
        return False
    return _replace(op, source, rewriter) if result.type.canonical == source.type.canonical or castable(source.type, result.type) else False


def _compose(op: Op, rewriter: Rewriter) -> bool:
    """A slice of a slice, of the same rank, both with nothing but constants."""
    inner = op.operands[0].owner
    if not isinstance(inner, Op) or inner.name != build.SUBVIEW:
        return False
    first, then = static_slice(inner), static_slice(op)
    if first is None or then is None or any(None in part for part in (*first, *then)):
        return False
    if len(first[0]) != len(then[0]) or len(then[0]) != len(of_memref(op.results[0].type).sizes or ()):
        return False
    offsets: list[Number] = [(o or 0) + (p or 0) * (s or 0) for o, p, s in zip(first[0], then[0], first[2], strict=True)]
    strides: list[Number] = [(s or 0) * (t or 0) for s, t in zip(first[2], then[2], strict=True)]
    source, result = of_memref(inner.operands[0].type), of_memref(op.results[0].type)
    if source.strided is None or subview(source, offsets, then[1], strides, result.sizes or ()).strided != result.strided:
        return False
    op.properties |= {name: written(part) for name, part in zip(PARTS, (offsets, then[1], strides), strict=True)}
    rewriter.set_operands(op, [inner.operands[0]])
    return True


def _slice_uncast(op: Op, rewriter: Rewriter) -> bool:
    """A slice of a cast that tells less: of what was cast, cast to the type of the slice."""
    source = _uncast(op.operands[0])
    parts = static_slice(op)
    if source is None or parts is None:
        return False
    told, shown, result = of_memref(source.type), of_memref(op.operands[0].type), of_memref(op.results[0].type)
    if told.strided is None or shown.strided is None or result.sizes is None or not _tells_less(shown.sizes, told.sizes):
        return False
    (steps, offset), (shown_steps, shown_offset) = told.strided, shown.strided
    if not _tells_less((*shown_steps, shown_offset), (*steps, offset)):
        return False
    type = subview(told, parts[0], parts[1], parts[2], result.sizes).type
    new = Op(op.name, [source, *op.operands[1:]], dict(op.attrs), properties=dict(op.properties), segments=op.segments)
    new.add_result(rewriter.names.fresh("subview"), type)
    rewriter.insert_before(op, [new])
    return _replace(op, new.results[0], rewriter)


def _tells_less(shown: Sequence[Number] | None, told: Sequence[Number] | None) -> bool:
    return shown is not None and told is not None and all(a is None or a == b for a, b in zip(shown, told, strict=True))


def _replace(op: Op, value: Value, rewriter: Rewriter) -> bool:
    """Let users of the result of `op` have `value`, cast where its type is another one."""
    result = op.results[0]
    if value.type.canonical == result.type.canonical:
        rewriter.replace_op(op, [value])
        return True
    rewriter.replace_by(result, build.cast(value, result.type, rewriter.names))
    rewriter.erase(op)
    return True
