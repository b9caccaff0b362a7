"""Sizes given by types, by defining ops and by views; allocations of constant sizes.

Source: the folders and canonicalization patterns of MLIR's memref, tensor and bufferization dialects.
"""

from __future__ import annotations

from ownlog.backend.canonicalization.buffer_casts import show_as
from ownlog.backend.canonicalization.buffer_slices import static_slice
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import integer
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.language.memrefs import Buffer, of_memref, of_tensor, resized
from ownlog.frontend.ir.ir import Op, Value

_DIMS = (build.DIM, build.TENSOR_DIM)
_CASTS = (build.CAST, build.TENSOR_CAST)
_SLICES = (build.SUBVIEW, build.EXTRACT_SLICE)
_SIZED = (build.ALLOC, build.ALLOCA, build.ALLOC_TENSOR, build.EMPTY)
"""Ops whose first operands are the dynamic sizes of their result."""


def visit_size(op: Op, rewriter: Rewriter) -> bool:
    """Simplify `op` as one that asks for a size or is given some; whether anything changed."""
    if op.name in _DIMS:
        return _fold_size(op, rewriter)
    if op.name == build.ALLOC_TENSOR and not rewriter.is_used(op.results[0]):
        rewriter.erase(op)
        return True
    if op.name in _SIZED:
        return _drop_written_only(op, rewriter) or _use_constants(op, rewriter)
    return False


def _shape(value: Value) -> Buffer | None:
    text = value.type.canonical
    if text.startswith("tensor<"):
        return of_tensor(value.type)
    return of_memref(value.type) if value.type.is_memref else None


def _fold_size(op: Op, rewriter: Rewriter) -> bool:
    """The size of a dimension where a type says it, or an op was given it."""
    value, number = op.operands[0], integer(op.operands[1])
    shape = _shape(value)
    if number is None or shape is None or shape.sizes is None or not 0 <= number < len(shape.sizes):
        return False
    known = shape.sizes[number]
    if known is not None:
        return _put(op, known, rewriter)
    owner = value.owner
    if not isinstance(owner, Op):
        return False
    if owner.name in _SIZED:
        if owner.name == build.ALLOC_TENSOR and owner.groups()[1]:
            return False
        return _put_value(op, owner.operands[sum(size is None for size in shape.sizes[:number])], rewriter)
    if owner.name in _CASTS:
        source = _shape(owner.operands[0])
        if source is not None and source.sizes is not None:
            rewriter.set_operands(op, [owner.operands[0], op.operands[1]])
            return True
    if owner.name in (build.TO_TENSOR, build.TO_BUFFER):
        ask = build.dim if owner.name == build.TO_TENSOR else build.dim_of_tensor
        rewriter.replace_by(op.results[0], ask(owner.operands[0], op.operands[1], rewriter.names))
        rewriter.erase(op)
        return True
    return owner.name in _SLICES and _size_of_slice(op, owner, number, rewriter)


def _size_of_slice(op: Op, slice_: Op, number: int, rewriter: Rewriter) -> bool:
    """The size that a slice was given, where it has all its dimensions."""
    parts, shape = static_slice(slice_), _shape(slice_.results[0])
    if parts is None or shape is None or len(parts[1]) != len(shape.sizes or ()) or slice_.segments is None:
        return False
    known = parts[1][number]
    if known is not None:
        return _put(op, known, rewriter)
    return _put_value(op, slice_.groups()[2][sum(size is None for size in parts[1][:number])], rewriter)


def _put_value(op: Op, size: Value, rewriter: Rewriter) -> bool:
    """Put the size in place of `op` where it may stand."""
    if not rewriter.may_replace(op.results[0], size):
        return False
    rewriter.replace_op(op, [size])
    return True


def _put(op: Op, size: int, rewriter: Rewriter) -> bool:
    new = build.index(size, rewriter.names)
    rewriter.insert_before(op, [new])
    rewriter.replace_op(op, new.results)
    return True


def _drop_written_only(op: Op, rewriter: Rewriter) -> bool:
    """Drop a buffer that nothing is read from, with the stores to it and its deallocation."""
    buffer = op.results[0]

    def is_needless(user: Op) -> bool:
        return user.name == build.FREE or (user.name == build.STORE and user.operands[0] is not buffer)

    if not buffer.type.is_memref or not rewriter.is_only_used_by(buffer, is_needless):
        return False
    for user in rewriter.users(buffer):
        rewriter.erase(user)
    rewriter.erase(op)
    return True


def _use_constants(op: Op, rewriter: Rewriter) -> bool:
    """Let the type say the sizes that are constants."""
    shape = _shape(op.results[0])
    groups = op.groups()
    if shape is None or shape.sizes is None or shape.layout is not None or any(groups[1:]):
        return False
    dynamic = iter(groups[0])
    sizes, left = list(shape.sizes), list[Value]()
    for number, size in enumerate(shape.sizes):
        given = None if size is not None else next(dynamic)
        known = None if given is None else integer(given)
        if known is not None and known >= 0:
            sizes[number] = known
        elif given is not None:
            left.append(given)
    if len(left) == len(groups[0]):
        return False
    result = op.results[0]
    rewriter.set_operands(op, left, op.segments and [len(left), *op.segments[1:]])
    tensor = result.type.is_tensor
    type = resized(result.type, sizes) if tensor else Buffer(tuple(sizes), shape.element, None, shape.space).type
    show_as(result, type, result.type, rewriter)
    return True
