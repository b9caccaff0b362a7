"""Linalg ops with shapes given by inputs and dimensions: transpose, broadcast, reduce, map, softmax."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from ownlog.frontend.forms.language.attributes import array_numbers
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.verify.refusal import refuse
from ownlog.frontend.verify.shapes import shape

_PERMUTED = "dimension i of the output is dimension `permutation[i]` of the input"
_BROADCAST = "`dimensions` are those of the output that the input does not have"
_REDUCED = "the output has the input's dimensions but for those in `dimensions`"
_SAME = "inputs and output have one shape"

Shape = tuple[str, ...]


def _shapes(op: Op) -> list[Shape] | None:
    """The shapes of the operands; None where one has no rank."""
    found = [shape(value.type) for value in op.operands]
    return [each for each in found if each is not None] if None not in found else None


def _numbers(op: Op, name: str) -> list[int]:
    text = op.attribute(name)
    return array_numbers(text) if text is not None else []


def _check_count(op: Op) -> None:
    if len(op.operands) != 2:
        refuse(op, f"expected 2 operands, but found {len(op.operands)}", "an input and an output")


def _check_transpose(op: Op) -> None:
    _check_count(op)
    shapes, permutation = _shapes(op), _numbers(op, "permutation")
    if shapes is None or len(shapes) != 2:
        return
    given, made = shapes
    if sorted(permutation) != list(range(len(permutation))) or len(permutation) != len(given):
        refuse(op, "permutation is not valid", f"it names each of the {len(given)} dimensions once")
    if len(given) != len(made):
        refuse(op, f"input rank {len(given)} does not match init rank {len(made)}", _PERMUTED)
    for number, source in enumerate(permutation):
        if made[number] != given[source]:
            message = (
                f"dim(result, {number}) = {made[number]} doesn't match dim(input, permutation[{number}]) ="
                f" {given[source]}"
            )
            refuse(op, message, _PERMUTED)


def _check_broadcast(op: Op) -> None:
    _check_count(op)
    shapes, added = _shapes(op), _numbers(op, "dimensions")
    if shapes is None or len(shapes) != 2:
        return
    given, made = shapes
    if len(given) + len(added) != len(made):
        ranks = f"input rank: {len(given)}, dimensions size: {len(added)}, init rank: {len(made)}"
        refuse(op, f"input rank plus added dimensions does not match init rank. {ranks}", _BROADCAST)
    for number, dimension in enumerate(added):
        if not 0 <= dimension < len(made):
            place = f"expected range: [0, {len(made) - 1}], got: {dimension}"
            refuse(op, f"dimension {number} is out of range. {place}", _BROADCAST)
    kept = [number for number in range(len(made)) if number not in added]
    if len(kept) != len(given):
        refuse(op, "dimensions name one dimension twice", _BROADCAST)
    for number, target in enumerate(kept):
        if given[number] != made[target]:
            sizes = f"input: {given[number]}, init: {made[target]}"
            refuse(op, f"input dim {number} should match init dim {target}. {sizes}", _BROADCAST)


def _check_reduce(op: Op) -> None:
    shapes, gone = _shapes(op), _numbers(op, "dimensions")
    if shapes is None or len(shapes) < 2 or len(shapes) % 2:
        return
    half = len(shapes) // 2
    inputs, inits = shapes[:half], shapes[half:]
    if any(first >= second for first, second in pairwise(gone)):
        message = (
            "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing"
            " order"
        )
        refuse(op, message, "name each dimension once, the lowest first")
    for what, group in (("input", inputs), ("init", inits)):
        for number, each in enumerate(group):
            if each != group[0]:
                place = f"Shape at {what}-index {number} is not equal to the shape at {what}-index 0."
                refuse(
                    op,
                    f"expects all {'inputs' if what == 'input' else 'outputs'} to have the same shapes. {place}",
                    _REDUCED,
                )
    if any(not 0 <= dimension < len(inputs[0]) for dimension in gone):
        refuse(op, f"dimensions for reduction should be in the range [0, {len(inputs[0]) - 1}].", _REDUCED)
    left = [size for number, size in enumerate(inputs[0]) if number not in gone]
    if len(left) != len(inits[0]):
        refuse(
            op,
            f"number of dimensions after reduction {len(left)} doesn't match the init rank {len(inits[0])}",
            _REDUCED,
        )
    if tuple(left) != inits[0]:
        sizes = f"[{', '.join(inits[0])}] doesn't match input dimensions after reduction [{', '.join(left)}]"
        refuse(op, f"init dimensions {sizes}", _REDUCED)


def _check_map(op: Op) -> None:
    shapes = _shapes(op)
    for given in (shapes or [])[:-1]:
        made = (shapes or [])[-1]
        if given != made:
            sizes = f"({', '.join(given)}) to match shape of output ({', '.join(made)})"
            refuse(op, f"expected shape of input {sizes}", _SAME)


def _check_softmax(op: Op) -> None:
    _check_count(op)
    shapes = _shapes(op)
    if shapes is None or len(shapes) != 2:
        return
    given, made = shapes
    if len(given) != len(made) or any(
        one != other and "?" not in (one, other) for one, other in zip(given, made, strict=True)
    ):
        refuse(op, "incompatible output shape", _SAME)
    if element(op.operands[0].type).canonical != element(op.operands[1].type).canonical:
        refuse(op, "failed to verify that input and output have same element type", _SAME)
    dimension = integer_literal(op.attribute("dimension"))
    if dimension is not None and not 0 <= dimension.value < len(given):
        refuse(op, "incorrect dimension specified", f"there are {len(given)} dimensions")


CHECKS: dict[str, Callable[[Op], None]] = {
    "linalg.broadcast": _check_broadcast,
    "linalg.map": _check_map,
    "linalg.reduce": _check_reduce,
    "linalg.softmax": _check_softmax,
    "linalg.transpose": _check_transpose,
}
