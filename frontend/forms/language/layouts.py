"""The strides and the offset of a memref's layout, whether `strided<...>` or an affine map says them.

Source: MLIR's `getStridesAndOffset`. A map has strides if its one result is a sum of dimensions, each times something
without dimensions; a division of dimensions has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from ownlog.frontend.text.affine_reader import map_parts, read_expression

Number = int | None
"""A size, stride or offset; None where it is known at run time only."""

_STRIDED = r"strided<\s*\[([-?\d,\s]*)\]\s*(?:,\s*offset\s*:\s*([-?\d]+)\s*)?>"
_Sum = dict[tuple[str, ...], int]
"""A sum of products: how often each product of names, in order, is in it."""


@lru_cache(maxsize=4096)
def strides_of(layout: str) -> tuple[list[Number], Number] | None:
    """Strides and offset of a layout that is not the identity; None where it has none."""
    found = re.fullmatch(_STRIDED, layout)
    if found is None:
        return _strides_of_map(layout)
    strides = [_number(stride) for stride in found[1].split(",") if stride.strip()]
    return strides, _number(found[2] or "0")


def _number(text: str) -> Number:
    return None if text.strip() == "?" else int(text)


def _strides_of_map(layout: str) -> tuple[list[Number], Number] | None:
    maps = map_parts(layout)
    if len(maps) != 1 or len(maps[0].results) != 1:
        return None
    dimensions, symbols, (result,) = maps[0]
    try:
        value, _ = read_expression(result, 0, _Sums(dimensions, symbols))
    except ValueError:
        return None
    # MLIR sees no offset in a division that is a summand of its own, only in a multiple of one.
    if any(factor == 1 and len(names) == 1 and "(" in names[0] for names, factor in value.items()):
        return None
    by_dimension: dict[str | None, _Sum] = {}
    for names, factor in value.items():
        own = next((name for name in names if name in dimensions), None)
        by_dimension.setdefault(own, {})[tuple(name for name in names if name != own)] = factor
    strides = [_constant(by_dimension.get(dimension, {})) for dimension in dimensions]
    return strides, _constant(by_dimension.get(None, {}))


def _constant(value: _Sum) -> Number:
    return None if value.keys() - {()} else value.get((), 0)


class _Sums:
    """Computes with sums of products, in which a division of symbols is one more name; ValueError for one of
    dimensions.
    """

    def __init__(self, dimensions: Sequence[str], symbols: Sequence[str]) -> None:
        self.dimensions = {*dimensions}
        self.names = {*dimensions, *symbols}

    def number(self, number: int) -> _Sum:
        return {(): number} if number else {}

    def name(self, name: str) -> _Sum:
        if name not in self.names:
            raise ValueError(f"{name!r} is no dimension or symbol")
        return {(name,): 1}

    def negative(self, value: _Sum) -> _Sum:
        return {names: -factor for names, factor in value.items()}

    def combined(self, operator: str, left: _Sum, right: _Sum) -> _Sum:
        if operator in "+-":
            return _added(left, right if operator == "+" else self.negative(right))
        if operator == "*":
            made: _Sum = {}
            for (one, factor), (other, times) in product(left.items(), right.items()):
                made = _added(made, {tuple(sorted((*one, *other))): factor * times})
            return made
        return self._divided(operator, left, right)

    def _divided(self, operator: str, left: _Sum, right: _Sum) -> _Sum:
        divisor = right.get((), 0)
        if right.keys() == {()} and divisor > 0:
            whole = {names: factor // divisor for names, factor in left.items() if factor % divisor == 0}
            rest = {names: factor for names, factor in left.items() if factor % divisor}
            if not rest.keys() - {()}:
                begun = rest.get((), 0)
                if operator == "mod":
                    return self.number(begun % divisor)
                if operator == "floordiv" or not rest:
                    return _added(whole, self.number(begun // divisor))
        if any(not self.dimensions.isdisjoint(names) for names in (*left, *right)):
            raise ValueError("a division of dimensions")
        return {(f"{operator}({sorted(left.items())}, {sorted(right.items())})",): 1}


def _added(left: _Sum, right: _Sum) -> _Sum:
    made = dict(left)
    for names, factor in right.items():
        made[names] = made.get(names, 0) + factor
    return {names: factor for names, factor in made.items() if factor}
