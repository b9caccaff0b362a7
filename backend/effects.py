"""Which ops may be removed when nobody uses their results, and which compute the same result from the same operands.

Source: the traits and memory effects (`Pure`, `MemRead`, `MemAlloc` on the op's own result) of MLIR's op definitions. An op that is not
listed here is left alone.
"""

from __future__ import annotations

from ownlog.frontend.ir import Op

_PURE_DIALECTS = frozenset({"arith", "complex", "index", "math"})
_PURE = frozenset(
    (
        "affine.apply affine.delinearize_index affine.linearize_index affine.max affine.min bufferization.to_buffer "
        "bufferization.to_tensor builtin.unrealized_conversion_cast func.constant memref.cast memref.collapse_shape memref.dim "
        "memref.expand_shape memref.extract_aligned_pointer_as_index memref.extract_strided_metadata memref.get_global "
        "memref.memory_space_cast memref.rank memref.reinterpret_cast memref.subview memref.transpose memref.view tensor.cast "
        "tensor.collapse_shape tensor.dim tensor.empty tensor.expand_shape tensor.extract tensor.extract_slice "
        "tensor.from_elements tensor.insert tensor.insert_slice ub.poison vector.bitcast vector.broadcast vector.extract "
        "vector.insert vector.shape_cast vector.splat"
    ).split()
)
_READS = frozenset("affine.load memref.load vector.load vector.transfer_read".split())
# They allocate what nobody else knows, or read memory.
_REMOVABLE = frozenset("bufferization.alloc_tensor bufferization.clone memref.alloc memref.alloca memref.reshape".split()) | _READS


def is_pure(op: Op) -> bool:
    """Does the op nothing but compute its results from its operands?"""
    return not op.regions and (op.name in _PURE or op.name.partition(".")[0] in _PURE_DIALECTS)


def is_removable(op: Op) -> bool:
    """May the op go when nobody uses its results?"""
    return bool(op.results) and (is_pure(op) or op.name in _REMOVABLE)


def only_reads(op: Op) -> bool:
    """Is what the op computes determined by its operands and by memory?"""
    return op.name in _READS


def may_write(op: Op) -> bool:
    """May what is read after the op differ from what was read before it?"""
    return not is_pure(op) and op.name not in _REMOVABLE
