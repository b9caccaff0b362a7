"""Facts about affine maps that compute indices: the parts of their expressions, and their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ownlog.frontend.facts.loops import bounds_of
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.affine_reader import MapParts, map_parts, read_expression

RELATIONS = ("map_part", "map_result")

_WORDS = {"+": "add", "-": "sub", "*": "mul", "mod": "mods", "floordiv": "floordivs", "ceildiv": "ceildivs"}
_MOST = 10**9
"""Numbers from here on are left out: engines with numbers of 32 bits compute with them."""

PartRow = tuple[str, int, str, int, int]
"""The map, the number of the part, how it is made, and of what."""
ResultRow = tuple[str, int, int]
"""The map, the position of the result, and the number of its part."""


def map_rows(op: Op) -> tuple[list[PartRow], list[ResultRow]]:
    """The rows of both relations, without the op's name."""
    parts: list[PartRow] = []
    results: list[ResultRow] = []
    for name, text, first in _maps(op):
        for expressions in map_parts(text):
            _add(name, expressions, first, parts, results)
    return parts, results


def _maps(op: Op) -> Iterator[tuple[str, str, int]]:
    """The maps of an op that compute indices of its operands: name, text, and the number of the first operand."""
    if len(op.results) == 1 and not op.regions and (text := op.attribute("map")) is not None:
        if op.results[0].type.canonical == "index" and all(each.type.canonical == "index" for each in op.operands):
            yield "map", text, 0
        return
    lower, upper = op.attribute("lowerBoundMap"), op.attribute("upperBoundMap")
    if lower is None or upper is None or (bounds := bounds_of(op)) is None:
        return
    if None in bounds[0]:
        yield "lower", lower, 0
    if None in bounds[1]:
        yield "upper", upper, sum(len(each.dimensions) + len(each.symbols) for each in map_parts(lower))


def _add(name: str, parts: MapParts, first: int, rows: list[PartRow], results: list[ResultRow]) -> None:
    operands = {operand: number for number, operand in enumerate((*parts.dimensions, *parts.symbols), first)}
    numbers = _Numbers(name, operands, rows)
    found = []
    for position, expression in enumerate(parts.results):
        try:
            part, end = read_expression(expression, 0, numbers)
        except ValueError:
            return
        if expression[end:].strip():
            return
        found.append((name, position, part))
    results += found


class _Numbers:
    """Affine expressions as rows, a part for each number, operand and sum. ValueError for what no row can say."""

    def __init__(self, map: str, operands: Mapping[str, int], rows: list[PartRow]) -> None:
        self._map, self._operands, self._rows = map, operands, rows

    def _part(self, how: str, of: Sequence[int]) -> int:
        number = len(self._rows)
        self._rows.append((self._map, number, how, of[0], of[1]))
        return number

    def number(self, number: int) -> int:
        if abs(number) >= _MOST:
            raise ValueError("the number is too large")
        return self._part("number", (number, 0))

    def name(self, name: str) -> int:
        if name not in self._operands:
            raise ValueError(f"{name} means nothing")
        return self._part("operand", (self._operands[name], 0))

    def negative(self, value: int) -> int:
        return self._part("sub", (self.number(0), value))

    def combined(self, operator: str, left: int, right: int) -> int:
        return self._part(_WORDS[operator], (left, right))
