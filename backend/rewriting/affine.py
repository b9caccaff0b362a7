"""Affine expressions as sums of products, where they are that: `d0 * 2 - (d1 + 3)`, and divisions of what is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from ownlog.frontend.text.affine_reader import read_expression

_DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "mod": lambda left, right: left % right,
    "floordiv": lambda left, right: left // right,
    "ceildiv": lambda left, right: -(-left // right),
}
_LARGEST = 2**63

Term = TypeVar("Term")


class Linear(Generic[Term]):
    """A sum of products: a factor for each of some things, none of them 0, and a constant."""

    def __init__(self, factors: Mapping[Term, int], constant: int = 0) -> None:
        self.factors = {term: factor for term, factor in factors.items() if factor}
        self.constant = constant

    def plus(self, other: Linear[Term], times: int = 1) -> Linear[Term]:
        """The sum of this and `times` the other."""
        factors = dict(self.factors)
        for term, factor in other.factors.items():
            factors[term] = factors.get(term, 0) + times * factor
        return Linear(factors, self.constant + times * other.constant)

    @property
    def fits(self) -> bool:
        """Can all its numbers be written in an affine map, and their opposites?"""
        return all(abs(number) < _LARGEST for number in (self.constant, *self.factors.values()))


def read_linear(text: str, meaning: Mapping[str, Linear[Term]]) -> Linear[Term] | None:
    """The linear form of the affine expression `text`; None if it is not linear."""
    try:
        value, end = read_expression(text, 0, _Sums(meaning))
    except ValueError:
        return None
    return None if text[end:].strip() or not value.fits else value


class _Sums(Generic[Term]):
    """Computes with sums of products; ValueError for what is none."""

    def __init__(self, meaning: Mapping[str, Linear[Term]]) -> None:
        self.meaning = meaning

    def number(self, number: int) -> Linear[Term]:
        return Linear({}, number)

    def name(self, name: str) -> Linear[Term]:
        if name not in self.meaning:
            raise ValueError(f"{name} means nothing")
        return self.meaning[name]

    def negative(self, value: Linear[Term]) -> Linear[Term]:
        return _fitting(Linear[Term]({}).plus(value, -1))

    def combined(self, operator: str, left: Linear[Term], right: Linear[Term]) -> Linear[Term]:
        return _fitting(_computed(operator, left, right))


def _fitting(value: Linear[Term]) -> Linear[Term]:
    # What is larger wraps around where the program runs.
    if not value.fits:
        raise ValueError("the numbers are too large")
    return value


def _computed(operator: str, left: Linear[Term], right: Linear[Term]) -> Linear[Term]:
    if operator in "+-":
        return left.plus(right, 1 if operator == "+" else -1)
    if operator == "*":
        for one, other in ((left, right), (right, left)):
            if not one.factors:
                return Linear[Term]({}).plus(other, one.constant)
        raise ValueError("a product of names")
    if left.factors or right.factors or right.constant <= 0:
        raise ValueError("a division of names, or by what is not positive")
    return Linear({}, _DIVISIONS[operator](left.constant, right.constant))
