"""Do the transfers between vectors and what lies in memory say which dimension goes where?"""

from __future__ import annotations

import re
from collections.abc import Callable

from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.forms.language.typerules import dimensions, element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.affine_reader import MapParts, map_parts
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import INDEX, Type
from ownlog.frontend.verify.refusal import refuse
from ownlog.frontend.verify.shapes import shape

_MAP = (
    "for each dimension of the vector, the dimension that it goes along: `permutation_map = affine_map<(d0, d1) ->"
    " (d1)>`"
)
_BOUNDS = "for each dimension of the vector, whether it stays inside: `in_bounds = [true]`"
_PROJECTED = "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)"


def _check_transfer(op: Op) -> None:
    groups = op.groups()
    writes = op.name == "vector.transfer_write"
    if len(groups) != 4 or not groups[0] or (writes and not groups[1]):
        return
    target = groups[1][0].type.canonical if writes else ""
    made = [value.type.canonical for value in op.results]
    if made != [target] * target.startswith("tensor<") if writes else len(made) != 1:
        refuse(
            op,
            "has results that do not fit",
            "a read has a vector, a write to a tensor that tensor, and one to a buffer none",
        )
    shaped, vector = (groups[1][0].type, groups[0][0].type) if writes else (groups[0][0].type, op.results[0].type)
    rank = shape(shaped)
    if rank is None:
        refuse(op, "requires 0 indices", f"'{shaped}' has no known rank")
    parts, bounds = _said(op)
    indices = groups[2] if writes else groups[1]
    for value in indices:
        if value.type is not INDEX:
            refuse(
                op,
                f"operand must be variadic of index, but got '{value.type.canonical}'",
                "an index for each dimension",
            )
    if len(indices) != len(rank):
        refuse(op, f"requires {len(rank)} indices", "an index for each dimension")
    if len(parts.results) != dimensions(vector) - dimensions(element(shaped)):
        refuse(op, "requires a permutation_map with result dims of the same rank as the vector type", _MAP)
    if parts.symbols:
        refuse(op, "requires permutation_map without symbols", _MAP)
    if len(parts.dimensions) != len(rank):
        refuse(op, "requires a permutation_map with input dims of the same rank as the source type", _MAP)
    if any(result not in parts.dimensions and result != "0" for result in parts.results):
        refuse(op, _PROJECTED, _MAP)
    named = [result for result in parts.results if result != "0"]
    if len(set(named)) < len(named):
        refuse(op, "requires a permutation_map that is a permutation (found one dim used more than once)", _MAP)
    if not writes and groups[2] and groups[2][0].type.canonical not in (element(shaped).canonical, vector.canonical):
        refuse(op, "requires formal padding and source of the same elemental type", f"pad with a {element(shaped)}")
    if writes and len(named) < len(parts.results):
        refuse(op, "should not have broadcast dimensions", _MAP)
    if len(bounds) != len(parts.results):
        shown = (
            f"affine_map<({', '.join(parts.dimensions)}) -> ({', '.join(parts.results)})> vs inBounds of size:"
            f" {len(bounds)}"
        )
        refuse(op, f"expects the in_bounds attr of same rank as permutation_map results: {shown}", _BOUNDS)


def _check_access(op: Op, memref: Value, vector: Value, indices: list[Value], word: str) -> None:
    """Check that a vector lies side by side in a buffer, at an index for each dimension."""
    dims = shape(memref.type) or ()
    for value in indices:
        if value.type is not INDEX:
            refuse(
                op,
                f"operand must be variadic of index, but got '{value.type.canonical}'",
                "an index for each dimension",
            )
    if element(memref.type).canonical not in (element(vector.type).canonical, vector.type.canonical):
        refuse(op, "base and result element types should match", f"{memref.ref} holds {element(memref.type)}")
    if len(indices) != len(dims):
        refuse(op, f"requires {len(dims)} indices", "an index for each dimension")
    if word and len(dims) < dimensions(vector.type):
        refuse(op, f"{word} memref has lower rank than the vector", f"{memref.ref} has {len(dims)} dimensions")
    strided = of_memref(memref.type).strided if word else None
    if strided is not None and strided[0] and strided[0][-1] != 1:
        refuse(op, "most minor memref dim must have unit stride", "the elements of the vector lie side by side")


def _check_masked(op: Op) -> None:
    if len(op.operands) < _LEAST_MASKED:
        return
    memref, *indices, mask, vector = op.operands
    if element(mask.type).canonical != "i1" or not mask.type.canonical.startswith("vector<"):
        refuse(
            op,
            f"operand must be vector of 1-bit signless integer values, but got '{mask.type.canonical}'",
            "an i1 for each element",
        )
    if not vector.type.canonical.startswith("vector<"):
        refuse(op, f"operand must be vector of any type values, but got '{vector.type.canonical}'", "write a vector")
    shapes = [_sizes(value.type) for value in (mask, vector)]
    if op.name in ("vector.expandload", "vector.compressstore"):
        # As in MLIR, which compares the first dimension.
        shapes = [sizes.partition("x")[0] for sizes in shapes]
    if shapes[0] != shapes[1]:
        refuse(op, "expected vector shape to match mask shape", "an i1 for each element")
    if op.results and op.results[0].type.canonical != vector.type.canonical:
        refuse(op, "expected pass_thru of same type as result type", "what is not loaded is taken from there")
    _check_access(op, memref, vector, indices, "")


def _check_scattered(op: Op) -> None:
    """Check an op that takes each element of a vector from a place of its own, or puts it there."""
    memref, *indices, places, mask, vector = op.operands
    for value, plain, what in ((places, _PLACES, "integer or index"), (mask, "i1", "1-bit signless integer")):
        if re.compile(plain).fullmatch(element(value.type).canonical) is None or not value.type.canonical.startswith(
            "vector<"
        ):
            refuse(
                op, f"operand must be vector of {what} values, but got '{value.type.canonical}'", "one for each element"
            )
    if not vector.type.canonical.startswith("vector<"):
        refuse(op, f"operand must be vector of any type values, but got '{vector.type.canonical}'", "write a vector")
    if not _sizes(places.type) == _sizes(mask.type) == _sizes(vector.type):
        refuse(op, "expected vector dim to match indices dim and mask dim", "a place and an i1 for each element")
    if op.results and op.results[0].type.canonical != vector.type.canonical:
        refuse(op, "expected pass_thru of same type as result type", "what is not taken is taken from there")
    _check_access(op, memref, vector, indices, "")


def _sizes(type: Type) -> str:
    """The sizes of a vector, as written."""
    return type.canonical.removesuffix(f"{element(type).canonical}>")


def _said(op: Op) -> tuple[MapParts, list[str]]:
    """The map, and what is in bounds."""
    bounds = op.properties.get("in_bounds")
    if bounds is None or not bounds.startswith("["):
        refuse(op, "requires attribute 'in_bounds'", _BOUNDS)
    entries = split_top_level(bounds.strip()[1:-1])
    if not set(entries) <= {"true", "false"}:
        refuse(op, "attribute 'in_bounds' failed to satisfy constraint: 1-bit boolean array attribute", _BOUNDS)
    maps = map_parts(op.properties.get("permutation_map") or "")
    if len(maps) != 1:
        refuse(op, "requires attribute 'permutation_map'", _MAP)
    return maps[0], entries


_PLACES = r"[su]?i\d+|index"
_LEAST_MASKED = 3
"""A buffer, a mask and a vector."""

CHECKS: dict[str, Callable[[Op], None]] = {
    "vector.compressstore": _check_masked,
    "vector.expandload": _check_masked,
    "vector.gather": _check_scattered,
    "vector.load": lambda op: _check_access(op, op.operands[0], op.results[0], op.operands[1:], "destination"),
    "vector.maskedload": _check_masked,
    "vector.maskedstore": _check_masked,
    "vector.scatter": _check_scattered,
    "vector.store": lambda op: _check_access(op, op.operands[1], op.operands[0], op.operands[2:], "source"),
    "vector.transfer_read": _check_transfer,
    "vector.transfer_write": _check_transfer,
}
