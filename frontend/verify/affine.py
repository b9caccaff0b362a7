"""Do the maps of affine ops fit their operands, and what they access?"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.frontend.forms.language.attributes import array_numbers
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.affine_reader import map_parts, set_inputs
from ownlog.frontend.text.literals import integer_elements
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import INDEX
from ownlog.frontend.verify.refusal import refuse
from ownlog.frontend.verify.shapes import shape

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


def _check_yields(op: Op, *, every: bool = True) -> None:
    """Each region yields values of the types of the results."""
    wanted = [value.type.canonical for value in op.results]
    for region in op.regions:
        end = region.blocks[-1].ops[-1] if region.blocks and region.blocks[-1].ops else None
        given = (
            [value.type.canonical for value in end.operands] if end is not None and end.name == "affine.yield" else None
        )
        if given is not None and given != wanted:
            refuse(
                op, "types mismatch between yield op and its parent", f"yield {', '.join(wanted) or 'nothing'} there"
            )
    if every and wanted and not all(region.blocks for region in op.regions):
        refuse(op, "must have an else block if defining values", "yield the results in `else { affine.yield ... }` too")


def _check_if(op: Op) -> None:
    inputs = set_inputs(op.attribute("condition") or "")
    if inputs is not None and len(inputs[0]) + len(inputs[1]) != len(op.operands):
        refuse(op, "operand count and condition integer set dimension and symbol count must match", _MAP)
    _check_yields(op)


def _check_for(op: Op) -> None:
    if op.segments is None or len(op.segments) != 3 or not op.regions[0].blocks:
        return
    lower, upper, inits = op.groups()
    for name, given in (("lowerBoundMap", lower), ("upperBoundMap", upper)):
        maps = map_parts(op.attribute(name) or "")
        if maps and len(maps[0].dimensions) + len(maps[0].symbols) != len(given):
            refuse(op, "operand count must match with affine map dimension and symbol count", _MAP)
        if maps and not maps[0].results:
            refuse(op, "expected bound map to have at least one result", _MAP)
        if any(value.type is not INDEX for value in given):
            refuse(op, "operand must be variadic of index", "bounds are of type index")
    arguments = op.regions[0].blocks[0].arguments
    carried = arguments[1:]
    if not arguments or arguments[0].type is not INDEX:
        refuse(
            op,
            "expected body to have a single index argument for the induction variable",
            "the counter is of type index",
        )
    types = [[value.type.canonical for value in values] for values in (inits, carried, op.results)]
    if types[0] != types[1] or types[1] != types[2]:
        refuse(
            op,
            "init, region iter_arg and result have different types",
            "each of `iter_args` has an argument and a result of its type",
        )
    _check_yields(op)


def _check_parallel(op: Op) -> None:
    counters = len(op.regions[0].blocks[0].arguments) if op.regions and op.regions[0].blocks else 0
    groups = [integer_elements(op.attribute(f"{word}BoundsGroups")) for word in ("lower", "upper")]
    steps = array_numbers(op.attribute("steps"))
    if len(steps) != counters or any(group is not None and group.count != counters for group in groups):
        counts = f"the number of region arguments ({counters}) and the number of map groups and steps must all match"
        refuse(op, counts, "each counter has two bounds and a step")
    reductions = op.attribute("reductions") or ""
    if len([each for each in split_top_level(reductions.strip()[1:-1]) if each.strip()]) != len(op.results):
        refuse(op, "a reduction must be specified for each output", 'write `reduce ("addf")`')
    _check_yields(op)


CHECKS: dict[str, Callable[[Op], None]] = {
    "affine.apply": _check_apply,
    "affine.for": _check_for,
    "affine.if": _check_if,
    "affine.parallel": _check_parallel,
    "affine.load": lambda op: _check_access(op, op.operands[0], op.results[0], len(op.operands) - 1),
    "affine.max": _check_least,
    "affine.min": _check_least,
    "affine.store": lambda op: _check_access(op, op.operands[1], op.operands[0], len(op.operands) - 2),
}
