"""Conversions between tensors and buffers that undo each other, as in MLIR's bufferization dialect."""

from __future__ import annotations

from dataclasses import replace

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.language.memrefs import casts, of_memref, of_tensor
from ownlog.frontend.ir.ir import Op, Value


def visit_conversion(op: Op, rewriter: Rewriter) -> bool:
    """Simplify `op` as a conversion, or as a user of one; whether anything changed."""
    if op.name == build.TO_TENSOR:
        return _fold_to_tensor(op, rewriter)
    if op.name == build.TO_BUFFER:
        return _fold_to_buffer(op, rewriter) or _convert_uncast(op, rewriter)
    return op.name == build.LOAD and _extract(op, rewriter)


def _made_by(value: Value, name: str) -> Op | None:
    return value.owner if isinstance(value.owner, Op) and value.owner.name == name else None


def _fold_to_tensor(op: Op, rewriter: Rewriter) -> bool:
    """The tensor of the buffer of a tensor is that, if nothing comes between."""
    inner = _made_by(op.operands[0], build.TO_BUFFER)
    if (
        inner is None
        or inner.operands[0].type.canonical != op.results[0].type.canonical
        or not rewriter.follows(op, inner)
    ):
        return False
    rewriter.replace_op(op, [inner.operands[0]])
    return True


def _fold_to_buffer(op: Op, rewriter: Rewriter) -> bool:
    """The buffer of the tensor of a buffer is that, cast or copied to where the type is another one."""
    inner = _made_by(op.operands[0], build.TO_TENSOR)
    if inner is None:
        return False
    source, result = inner.operands[0], op.results[0]
    if source.type.canonical == result.type.canonical:
        rewriter.replace_op(op, [source])
        return True
    have, want = of_memref(source.type), of_memref(result.type)
    if have.sizes is None or want.sizes is None or have.sizes != want.sizes:
        return False
    if casts(have, want):
        rewriter.replace_by(result, build.cast(source, result.type, rewriter.names))
        rewriter.erase(op)
        return True
    made: list[Op] = []
    for number in want.dynamic:
        index = build.index(number, rewriter.names)
        made += [index, build.dim(source, index.results[0], rewriter.names)]
    sizes = [made_op.results[0] for made_op in made if made_op.name == build.DIM]
    alloc = build.alloc(result.type, sizes, {}, rewriter.names)
    rewriter.insert_before(op, [*made, alloc, build.copy(source, alloc.results[0])])
    rewriter.replace_op(op, alloc.results)
    return True


def _convert_uncast(op: Op, rewriter: Rewriter) -> bool:
    """The buffer of a cast of a tensor: of what was cast, cast."""
    cast = _made_by(op.operands[0], build.TENSOR_CAST)
    if (
        cast is None
        or cast.operands[0].type.canonical.startswith("tensor<*")
        or of_memref(op.results[0].type).layout is not None
    ):
        return False
    source = cast.operands[0]
    shape, wanted = of_tensor(source.type), of_memref(op.results[0].type)
    if wanted.sizes is None or not all(
        b is None or a == b for a, b in zip(shape.sizes or (), wanted.sizes, strict=True)
    ):
        return False
    new = build.again(op, [source])
    new.add_result(rewriter.names.fresh_number(), replace(wanted, sizes=shape.sizes).type)
    rewriter.insert_before(op, [new])
    rewriter.replace_by(op.results[0], build.cast(new.results[0], op.results[0].type, rewriter.names))
    rewriter.erase(op)
    return True


def _extract(op: Op, rewriter: Rewriter) -> bool:
    """An element of the buffer of a tensor, to which nobody writes."""
    inner = _made_by(op.operands[0], build.TO_BUFFER)
    if inner is None or not rewriter.is_only_used_by(inner.results[0], lambda user: user.name == op.name):
        return False
    new = build.extract(inner.operands[0], op.operands[1:], op.results[0].type, rewriter.names)
    rewriter.replace_by(op.results[0], new)
    rewriter.erase(op)
    return True
