"""Arithmetic on integers by the width of their type: what ops compute, and how integers compare, for all passes, the
checker and `ownlog verify`.

A number represents the bits of its type, as `frontend.text.literals.in_type` returns them: signed, of an i1 0 or 1. An
op interprets them as signed or unsigned: `true` is -1 under a signed predicate, and 1 under an unsigned one.

Source: the folders of MLIR's arith dialect.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from ownlog.frontend.text.literals import INTEGER_TYPE, in_type, signed, unsigned, width_of

_Numbers = Callable[[int, int], int]
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip
_SAME_BITS: dict[str, _Numbers] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "and": operator.and_, "or": operator.or_,
    "xor": operator.xor,
}  # fmt: skip
"""What gives the same low bits of signed and of unsigned numbers."""
_SHIFTS: dict[str, _Numbers] = {"shl": operator.lshift, "shr": operator.rshift}
_PICKS: dict[str, _Numbers] = {"max": max, "min": min}


def _towards_zero(first: int, second: int) -> int:
    return abs(first) // abs(second) * (1 if (first < 0) == (second < 0) else -1)


_DIVISIONS: dict[str, _Numbers] = {
    "div": _towards_zero,
    "rem": lambda first, second: first - second * _towards_zero(first, second),
    "floordiv": operator.floordiv,
    "ceildiv": lambda first, second: -(-first // second),
}

_OF_MAPS: dict[str, _Numbers] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "mods": operator.mod,
    "floordivs": operator.floordiv, "ceildivs": _DIVISIONS["ceildiv"],
}  # fmt: skip


def compare(how: str, numbers: Sequence[int], type: str) -> bool:
    """The comparison of two integers of a type: "eq", "ne", or "lt", "le", "gt", "ge" with "s" or "u" in front."""
    take = unsigned if how.startswith("u") else signed
    first, second = (take(number, type) for number in numbers)
    return _COMPARISONS[how.lstrip("su")](first, second)


def compare_any(how: str, numbers: Sequence[int | None], type: str) -> bool | None:
    """The comparison if it holds for all values of the integers that are None; else None.

    An order is monotone in each operand, so the ends of the range decide: no integer is below an unsigned 0.
    """
    if None in numbers and how in ("eq", "ne"):
        return None
    width = width_of(type)
    ends = (0, (1 << width) - 1) if how.startswith("u") else (-1 << (width - 1), (1 << (width - 1)) - 1)
    choices = [[in_type(end, type) for end in ends] if number is None else [number] for number in numbers]
    found = {compare(how, chosen, type) for chosen in product(*choices)}
    return found.pop() if len(found) == 1 else None


def computed(how: str, numbers: Sequence[int], source: str, target: str) -> int | None:
    """The integer of type `target` that `how` computes from integers of type `source`; None for undefined results.

    `how` is a word of the model relation `integer_op`, or "add", "sub", "mul", "and", "or", "xor", "maxs", "mins".
    Undefined are divisions by zero or with overflow, and shifts by the width or more.
    """
    if INTEGER_TYPE.fullmatch(source) is None or INTEGER_TYPE.fullmatch(target) is None:
        return None
    if how in ("casts", "castu"):
        return in_type((signed if how == "casts" else unsigned)(numbers[0], source), target)
    first, second = numbers
    if how in _SAME_BITS:
        return in_type(_SAME_BITS[how](first, second), target)
    take = unsigned if how.endswith("u") else signed
    word = how.rstrip("su") if how != "shl" else how
    if word in _SHIFTS:
        places = unsigned(second, source)
        return in_type(_SHIFTS[word](take(first, source), places), target) if places < width_of(source) else None
    first, second = take(first, source), take(second, source)
    if word in _PICKS:
        return in_type(_PICKS[word](first, second), target)
    if not second or (take is signed and second == -1 and first == -1 << (width_of(source) - 1)):
        return None
    return in_type(_DIVISIONS[word](first, second), target)


@dataclass(frozen=True, slots=True)
class IndexMap:
    """An affine map that makes one index of others: the `how` ("greatest" or "least") of its results.

    `parts` and `results` are those of the facts `map_part` and `map_result`.
    """

    how: str
    parts: Sequence[tuple[str, int, int]]
    results: Sequence[int]

    def of(self, operands: Sequence[int]) -> int | None:
        """What it makes of some indices; None for an undefined result.

        Undefined are divisions by what is not positive, and numbers that wrap around on the way, or would with the
        other sign: the ops that MLIR lowers maps to have no result then.
        """
        found: list[int] = []
        for how, first, second in self.parts:
            if how == "number":
                number = first
            elif how == "operand":
                number = operands[first]
            elif found[second] <= 0 and how not in ("add", "sub", "mul"):
                return None
            else:
                number = _OF_MAPS[how](found[first], found[second])
            if abs(number) >= 1 << 63:
                return None
            found.append(number)
        return (max if self.how == "greatest" else min)(found[part] for part in self.results)
