"""Where slices may begin and end: within what they are slices of, as far as numbers say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ownlog.frontend.forms.parts.attributes import DYNAMIC, array_numbers
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.verify.refusal import bare
from ownlog.frontend.verify.shapes import shape

_PARTS = ("offsets", "sizes", "strides")


def _check_operands(op: Op) -> None:
    """Check that there is a value for each number that is left to one: they are the op's last groups of operands."""
    if op.segments is None or len(op.segments) < len(_PARTS):
        return
    for part, given in zip(_PARTS, op.segments[-len(_PARTS) :], strict=True):
        left = array_numbers(op.attribute(f"static_{part}")).count(DYNAMIC)
        if given != left:
            message = f"expected the number of '{part}' to match the number of dynamic entries in 'static_{part}' ({given} vs {left})"
            bare(op, message, f"{part} that are values stand in 'static_{part}' as {DYNAMIC}")


def _check_slice(op: Op, of: int) -> None:
    """Check a slice of (or into) operand number `of`."""
    _check_operands(op)
    numbers = []
    for part in _PARTS:
        text = op.attribute(f"static_{part}")
        if text is None:
            return
        numbers.append(array_numbers(text))
        if part != "strides" and (negative := next((n for n in numbers[-1] if n < 0 and n != DYNAMIC), None)) is not None:
            bare(op, f"expected {part} to be non-negative, but got {negative}", f"a slice has no negative {part}")
    dims = shape(op.operands[of].type)
    for number, (dim, offset, size, stride) in enumerate(zip(dims or (), *numbers, strict=False)):
        if dim == "?" or offset == DYNAMIC:
            continue
        advice = f"indices of {op.operands[of].ref} there go up to {int(dim) - 1}"
        if offset >= int(dim):
            bare(op, f"offset {number} is out-of-bounds: {offset} >= {dim}", advice)
        last = offset + (size - 1) * stride
        if DYNAMIC not in (size, stride) and last >= int(dim):
            bare(op, f"slice along dimension {number} runs out-of-bounds: {last} >= {dim}", advice)


CHECKS: dict[str, Callable[[Op], None]] = {
    "memref.reinterpret_cast": _check_operands,
    "memref.subview": partial(_check_slice, of=0),
    "tensor.extract_slice": partial(_check_slice, of=0),
    "tensor.insert_slice": partial(_check_slice, of=1),
    "tensor.parallel_insert_slice": partial(_check_slice, of=1),
}
