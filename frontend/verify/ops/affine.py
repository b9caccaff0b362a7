"""Do the maps of affine ops fit their operands, and what they access?"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.frontend.forms.parts.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.affine_reader import map_parts
from ownlog.frontend.verify.common.refusal import refuse
from ownlog.frontend.verify.common.shapes import shape

_MAP = "each dimension and symbol of the map has an operand"


def _inputs_and_results(op: Op, operands: int) -> int | None:
    """How many results the map has, which has to take so many operands; None where it is no plain map."""
    maps = map_parts(op.attribute("map") or "")
    if not maps:
        return None
    dimensions, symbols, results = map(len, maps[0])
    if dimensions + symbols != operands:
        refuse(op, "operand count and affine map dimension and symbol count must match", _MAP)
    return results


def _check_apply(op: Op) -> None:
    if _inputs_and_results(op, len(op.operands)) not in (None, 1):
        refuse(op, "mapping must produce one value", "affine.min and affine.max take more")


def _check_least(op: Op) -> None:
    if _inputs_and_results(op, len(op.operands)) == 0:
        refuse(op, "affine map expect at least one result", "write an expression for each number to compare")


def _check_access(op: Op, memref: Value, value: Value, indices: int) -> None:
    results, dims = _inputs_and_results(op, indices), shape(memref.type)
    if results is not None and dims is not None and results != len(dims):
        refuse(op, "affine map num results must equal memref rank", f"{memref.ref} has {len(dims)} dimensions")
    if value.type.canonical != element(memref.type).canonical:
        what = "result type must match" if op.results else "value to store must have the same type as memref"
        refuse(op, f"{what} element type", f"{memref.ref} holds {element(memref.type)}")


CHECKS: dict[str, Callable[[Op], None]] = {
    "affine.apply": _check_apply,
    "affine.load": lambda op: _check_access(op, op.operands[0], op.results[0], len(op.operands) - 1),
    "affine.max": _check_least,
    "affine.min": _check_least,
    "affine.store": lambda op: _check_access(op, op.operands[1], op.operands[0], len(op.operands) - 2),
}
