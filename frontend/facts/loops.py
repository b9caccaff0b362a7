"""Facts about the bounds of loops that attributes say: arrays and affine maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from ownlog.frontend.forms.language.attributes import DYNAMIC
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.affine_reader import MapParts, map_parts
from ownlog.frontend.text.literals import integer_elements, integer_literal

RELATIONS = ("loop_dimensions", "loop_bound", "loop_bound_value")

Bound = int | Value | None
"""A constant, a value, or what no attribute says so plainly."""

_MOST = 10**9
"""Numbers from here on are left out: engines with numbers of 32 bits subtract them."""
_ARRAYS = ("staticLowerBound", "staticUpperBound", "staticStep")
_PARTS = ("lower", "upper", "step")


def bounds_of(op: Op) -> tuple[Sequence[Bound], Sequence[Bound], Sequence[Bound]] | None:
    """The lower bounds, upper bounds and steps of a loop, by dimension; None if its attributes have none."""
    if op.attribute(_ARRAYS[1]) is not None:
        return _of_arrays(op)
    for lower, upper, step in (
        ("lowerBoundMap", "upperBoundMap", "step"),
        ("lowerBoundsMap", "upperBoundsMap", "steps"),
    ):
        if (text := op.attribute(upper)) is not None:
            return _of_maps(op, op.attribute(lower) or "", text, op.attribute(step) or "")
    return None


def loop_rows(op: Op) -> Iterator[tuple[str, int, int | Value]]:
    """What is told of each bound: the part, the dimension, and the number or the value."""
    for part, found in zip(_PARTS, bounds_of(op) or (), strict=False):
        for dimension, bound in enumerate(found):
            if isinstance(bound, Value) or (bound is not None and abs(bound) < _MOST):
                yield part, dimension, bound


def _of_arrays(op: Op) -> tuple[Sequence[Bound], Sequence[Bound], Sequence[Bound]]:
    values = iter(op.operands)
    found: list[list[Bound]] = []
    for name in _ARRAYS:
        elements = integer_elements(op.attribute(name))
        numbers = elements.all() if elements is not None else []
        found.append([next(values, None) if number == DYNAMIC else number for number in numbers])
    return found[0], found[1], found[2]


def _of_maps(op: Op, lower: str, upper: str, steps: str) -> tuple[Sequence[Bound], Sequence[Bound], Sequence[Bound]]:
    maps = [map_parts(lower), map_parts(upper)]
    if any(len(parts) != 1 for parts in maps):
        return [None], [None], [None]
    (low,), (high,) = maps
    middle = len(low.dimensions) + len(low.symbols)
    last = middle + len(high.dimensions) + len(high.symbols)
    groups = [_groups(op, "lowerBoundsGroups", low), _groups(op, "upperBoundsGroups", high)]
    lowers = _bounds(low, groups[0], op.operands[:middle], least=False)
    uppers = _bounds(high, groups[1], op.operands[middle:last], least=True)
    number = integer_literal(steps)
    listed = integer_elements(steps)
    each: list[Bound] = [number.value] if number is not None else [*(listed.all() if listed is not None else ())]
    return lowers, uppers, each


def _groups(op: Op, name: str, parts: MapParts) -> Sequence[int]:
    """How many results of a map are the bounds of each dimension."""
    found = integer_elements(op.attribute(name))
    return found.all() if found is not None else [len(parts.results)]


def _bounds(parts: MapParts, groups: Sequence[int], operands: Sequence[Value], least: bool) -> list[Bound]:
    """The bound of each dimension: the least or the greatest result of its group."""
    values = dict(zip_longest((*parts.dimensions, *parts.symbols), operands))
    found: list[Bound] = []
    at = 0
    for size in groups:
        results = parts.results[at : at + size]
        at += size
        numbers = [int(result) for result in results if result.lstrip("-").isdecimal()]
        if len(results) == 1 and results[0] in values:
            found.append(values[results[0]])
        elif results and len(numbers) == len(results):
            found.append(min(numbers) if least else max(numbers))
        else:
            found.append(None)
    return found
