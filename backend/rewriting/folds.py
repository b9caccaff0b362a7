"""Folds of i1 arithmetic, selects, comparisons and sizes with constant, equal or opposite operands.

Source: the folders of MLIR's arith and memref dialects. Each fold of i1 is an identity that
`tests/backend/rewriting/test_folds.py` has checked for all values.
"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import compare, integer, merge_constant, predicate, truth
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import I1

Folded = Value | bool | None
"""The value that takes the place of a result, a constant, or None where there is no fold."""

_INVERSE = (1, 0, 5, 4, 3, 2, 9, 8, 7, 6)
"""The predicate that holds where another (eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge) does not."""


def may_fold(name: str) -> bool:
    """Whether `fold` or `invert_comparison` may have something to say of ops of this name."""
    return name == "arith.constant" or name in _FOLDERS


def fold(op: Op, rewriter: Rewriter) -> bool:
    """Replace `op` by what it folds to; whether it did."""
    if op.name == "arith.constant":
        return merge_constant(op, rewriter)
    folder = _FOLDERS.get(op.name)
    if folder is None or len(op.results) != 1:
        return False
    if op.name not in ("arith.select", "memref.dim") and op.results[0].type is not I1:
        return False
    found = folder(op)
    if found is None:
        return _put_constant_last(op, rewriter)
    new = rewriter.constant(found) if isinstance(found, bool) else found
    if not rewriter.may_replace(op.results[0], new):
        return False
    rewriter.replace_op(op, [new])
    return True


def _fold_and(op: Op) -> Folded:
    left, right = op.operands
    for value, other in ((left, right), (right, left)):
        known = truth(value)
        if known is not None:
            return other if known else False
        if value is other or _is_operand("arith.andi", value, other):
            return value
    return False if _opposite(left, right) else None


def _fold_or(op: Op) -> Folded:
    left, right = op.operands
    for value, other in ((left, right), (right, left)):
        known = truth(value)
        if known is not None:
            return True if known else other
        if value is other or _is_operand("arith.ori", value, other):
            return value
    return True if _opposite(left, right) else None


def _fold_xor(op: Op) -> Folded:
    left, right = op.operands
    if left is right:
        return False
    if _opposite(left, right):
        return True
    for value, other in ((left, right), (right, left)):
        known = truth(value)
        if known is False:
            return other
        if known is True:
            value_of_other = truth(other)
            return negated(other) if value_of_other is None else not value_of_other
    return None


def _fold_select(op: Op) -> Folded:
    condition, on_true, on_false = op.operands
    known = truth(condition)
    if on_true is on_false or known is True:
        return on_true
    if known is False:
        return on_false
    if op.results[0].type is I1:
        if truth(on_true) is True and truth(on_false) is False:
            return condition
        if on_true is condition and truth(on_false) is False:
            return condition
        if on_false is condition and truth(on_true) is True:
            return condition
    return None


def _fold_compare(op: Op) -> Folded:
    by, left, right = predicate(op), *op.operands
    if by is None:
        return None
    known = (0, 0) if left is right else (integer(left), integer(right))
    if known[0] is None or known[1] is None:
        return None
    return compare(by, known[0], known[1], left.type.canonical)


def _fold_truncation(op: Op) -> Folded:
    """An i1 that was a number on the way."""
    source = op.operands[0].owner
    if not isinstance(source, Op):
        return None
    if source.name == "arith.extui" and source.operands[0].type is I1:
        return source.operands[0]
    if source.name == "arith.select" and source.operands[0].type is I1:
        on_true, on_false = (integer(value) for value in source.operands[1:])
        if on_true is not None and on_false is not None:
            if on_true % 2 == on_false % 2:
                return bool(on_true % 2)
            return source.operands[0] if on_true % 2 else None
    return None


def _fold_size(op: Op) -> Folded:
    """A dynamic size that an allocation was given."""
    buffer, dimension = op.operands[0], integer(op.operands[1])
    while (
        isinstance(buffer.owner, Op)
        and buffer.owner.name == "memref.cast"
        and not buffer.owner.operands[0].type.is_unranked_memref
    ):
        buffer = buffer.owner.operands[0]
    if (
        dimension is None
        or not isinstance(buffer.owner, Op)
        or buffer.owner.name not in ("memref.alloc", "memref.alloca")
    ):
        return None
    sizes = buffer.type.memref_parts[0]
    if not 0 <= dimension < len(sizes) or sizes[dimension] != "?":
        return None
    return buffer.owner.operands[sizes[:dimension].count("?")]


_FOLDERS: dict[str, Callable[[Op], Folded]] = {
    "arith.andi": _fold_and,
    "arith.ori": _fold_or,
    "arith.xori": _fold_xor,
    "arith.select": _fold_select,
    "arith.cmpi": _fold_compare,
    "arith.trunci": _fold_truncation,
    "memref.dim": _fold_size,
}


def negated(value: Value) -> Value | None:
    """What `value` is the negation of, where it is one."""
    op = value.owner
    if isinstance(op, Op) and op.name == "arith.xori":
        left, right = op.operands
        if truth(right) is True:
            return left
        if truth(left) is True:
            return right
    return None


def _opposite(left: Value, right: Value) -> bool:
    return negated(left) is right or negated(right) is left


def _is_operand(name: str, value: Value, other: Value) -> bool:
    """Is `value` the result of the op `name` on `other`?"""
    return (
        isinstance(value.owner, Op)
        and value.owner.name == name
        and any(operand is other for operand in value.owner.operands)
    )


def _is_address(value: Value) -> bool:
    return isinstance(value.owner, Op) and value.owner.name == "memref.extract_aligned_pointer_as_index"


def _put_constant_last(op: Op, rewriter: Rewriter) -> bool:
    """The order of operands that MLIR's canonicalization gives: of two ops that are the same, cse can keep one."""
    if (
        op.name not in ("arith.andi", "arith.ori", "arith.xori")
        or truth(op.operands[0]) is None
        or truth(op.operands[1]) is not None
    ):
        return False
    rewriter.set_operands(op, op.operands[::-1])
    return True


def invert_comparison(op: Op, rewriter: Rewriter) -> bool:
    """Replace the negation of a comparison by the inverse comparison; whether `op` is one.

    Comparisons of addresses are not duplicated: if one is used otherwise, too, its negation stays.
    """
    if op.name != "arith.xori" or op.results[0].type is not I1:
        return False
    compared = negated(op.results[0])
    if compared is None or not isinstance(compared.owner, Op) or compared.owner.name != "arith.cmpi":
        return False
    by = predicate(compared.owner)
    left, right = compared.owner.operands
    if by is None or (_is_address(left) and rewriter.users(compared) != [op]):
        return False
    new = build.compare_by(f"{_INVERSE[by]} : i64", left, right, rewriter.names)
    new.because = op.because
    rewriter.replace_by(op.results[0], new)
    rewriter.erase(op)
    return True
