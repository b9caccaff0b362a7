"""The loops of a structured op: ranges follow from operands' shapes, and all other shapes must match.

As in MLIR's verifyStructuredOpInterface: a loop's range is the first operand dimension that its counter alone indexes.
If one of these sizes is dynamic, nothing more is checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from ownlog.frontend.text.affine_reader import MapParts, map_parts, read_expression
from ownlog.frontend.text.affinetext import canonical_maps

Shape = tuple[str, ...]

_DIGITS = 18  # of a number that fits into 64 bits in any case


def loop_problem(maps: str, shapes: tuple[Shape, ...]) -> str | None:
    """A mismatch, in MLIR's words; None without one.

    In: the text of a map for each operand, and the operands' shapes, () of scalars.
    """
    ranks, results = _results(maps)
    if tuple(map(len, shapes)) == ranks:
        sizes = [*chain.from_iterable(shapes)]
        counts = dict(zip(results, sizes, strict=True))
        # What nearly all ops do: each size is that of a loop.
        if [*map(counts.__getitem__, results)] == sizes:
            return None
    return _problem(maps, shapes)


@lru_cache(1024)
def _results(maps: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The number of results of each map, and all of them if each is a counter or 0, and every loop has one."""
    parts = _parts(maps)
    results = [result for part in parts for result in part.results]
    if {*results} - {"0"} != {f"d{number}" for number in range(len(parts[0].dimensions) if parts else 0)}:
        return (-1,), ()
    # With the result 0 an operand has one element for all rounds, and any size fits.
    return tuple(len(part.results) for part in parts), tuple(
        f"{n} 0" if result == "0" else result for n, result in enumerate(results)
    )


@lru_cache(4096)
def _problem(maps: str, shapes: tuple[Shape, ...]) -> str | None:
    """What does not fit, looked at operand by operand."""
    parts = _parts(maps)
    if len(parts) != len(shapes):
        return None
    for number, (part, shape) in enumerate(zip(parts, shapes, strict=True)):
        if len(part.results) != len(shape):
            return (
                f"expected operand #{number} rank ({len(shape)}) to match the result rank of indexing_map"
                f" ({len(part.results)})"
            )
    indexed: dict[str, str] = {}
    for part, shape in zip(parts, shapes, strict=True):
        for result, size in zip(part.results, shape, strict=True):
            indexed.setdefault(result, size)
    counts = {f"d{number}": indexed.get(f"d{number}") for number in range(len(parts[0].dimensions) if parts else 0)}
    if None in counts.values():
        return f"invalid indexing maps are non-invertible: ({_joined(parts)})"
    if "?" in counts.values() or any(len(size) > _DIGITS for shape in shapes for size in shape):
        return None
    last = [int(count or 0) - 1 for count in counts.values()]
    found = (
        _outside(number, part, shape, counts, last)
        for number, (part, shape) in enumerate(zip(parts, shapes, strict=True))
    )
    return next((problem for problem in found if problem is not None), None)


@lru_cache(1024)
def _parts(maps: str) -> tuple[MapParts, ...]:
    """The parts of the maps: a program has few of these texts, and many shapes for each."""
    return map_parts(canonical_maps(maps))


def _outside(
    operand: int, part: MapParts, shape: Shape, counts: Mapping[str, str | None], last: Sequence[int]
) -> str | None:
    """In which dimension of an operand the first or the last round is not where it should be."""
    for number, (result, size) in enumerate(zip(part.results, shape, strict=True)):
        if size in ("?", "0") or counts.get(result) == size:
            continue
        if result == "0":  # where an operand has one element for all rounds
            continue
        plain = result[0] == "d" and result[1:].isdecimal()
        try:
            low, high = sorted(read_expression(result, 0, _At(point))[0] for point in ([0] * len(last), last))
        except ValueError:
            continue
        if low < 0:
            return f"unexpected result less than 0 at expression #{number} in {_joined([part])}"
        where = f"inferred input/output operand #{operand} has shape's dimension #{number} to be"
        if plain:
            if high + 1 != int(size):
                return f"{where} {high + 1}, but found {size}"
        elif high + 1 > int(size):
            return f"{where} greater than or equal to {high + 1}, but found {size}"
    return None


def _joined(parts: Sequence[MapParts]) -> str:
    dimensions = ", ".join(f"d{number}" for number in range(len(parts[0].dimensions)))
    return f"({dimensions}) -> ({', '.join(result for part in parts for result in part.results)})"


class _At:
    """An affine expression's number in one round. Raises ValueError where it has none."""

    def __init__(self, point: Sequence[int]) -> None:
        self._point = point

    def number(self, number: int) -> int:
        if number >= 10**_DIGITS:
            raise ValueError("nobody has that many elements")
        return number

    def name(self, name: str) -> int:
        if not name.startswith("d"):
            raise ValueError(f"nobody knows {name}")
        return self._point[int(name[1:])]

    def negative(self, value: int) -> int:
        return -value

    def combined(self, operator: str, left: int, right: int) -> int:
        if operator in ("mod", "floordiv", "ceildiv"):
            if right <= 0:
                raise ValueError(f"{operator} by {right}")
            return {"mod": left % right, "floordiv": left // right, "ceildiv": -(-left // right)}[operator]
        return {"+": left + right, "-": left - right, "*": left * right}[operator]
