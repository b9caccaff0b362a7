"""Affine expressions as sums of products, where they are that: `d0 * 2 - (d1 + 3)`, and divisions of what is known.

The grammar is MLIR's: a sign binds closest, then `*`, `mod`, `floordiv` and `ceildiv` from left to right, then `+` and `-`. Any word may be
the name of a dimension or symbol, so what a word means is told by where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from ownlog.frontend.text.literals import number_of

_TOKEN = re.compile(r"\s*(?:(?P<number>0x[0-9A-Fa-f]+|[0-9]+)|(?P<word>[A-Za-z_][\w$.]*)|(?P<sign>[-+*()]))", re.ASCII)
_STRENGTH = {"+": 1, "-": 1, "*": 2, "mod": 2, "floordiv": 2, "ceildiv": 2, "negative": 3}
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
    """What the affine expression `text` computes of the names in it; None where that is no sum of products, or no affine expression."""
    try:
        return _Reader(text, meaning).run()
    except _NotLinear:
        return None


class _NotLinear(Exception):
    """The expression is not what the reader is for."""


class _Reader(Generic[Term]):
    """Operands and operators on stacks of their own (Dijkstra's shunting yard), so that nesting takes no recursion."""

    def __init__(self, text: str, meaning: Mapping[str, Linear[Term]]) -> None:
        self.text = text.strip()
        self.meaning = meaning
        self.values: list[Linear[Term]] = []
        self.operators: list[str] = []

    def run(self) -> Linear[Term]:
        at, operand_next = 0, True
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                raise _NotLinear
            operand_next = self._operand(found) if operand_next else self._operator(found)
            at = found.end()
        if operand_next:
            raise _NotLinear
        self._apply_down_to(0)
        if self.operators or not self.values[0].fits:
            raise _NotLinear
        return self.values[0]

    def _operand(self, found: re.Match[str]) -> bool:
        """Take a token where an operand begins; whether one is still to come."""
        if found["number"] is not None:
            self.values.append(Linear({}, number_of(found["number"])))
            return False
        if found["word"] is not None:
            if found["word"] not in self.meaning:
                raise _NotLinear
            self.values.append(self.meaning[found["word"]])
            return False
        if found["sign"] not in "(-":
            raise _NotLinear
        self.operators.append("(" if found["sign"] == "(" else "negative")
        return True

    def _operator(self, found: re.Match[str]) -> bool:
        """Take a token behind an operand; whether another operand is to come."""
        word = found["word"] or found["sign"]
        if word == ")":
            self._apply_down_to(0)
            if not self.operators:
                raise _NotLinear
            self.operators.pop()
            return False
        if word not in _STRENGTH:
            raise _NotLinear
        self._apply_down_to(_STRENGTH[word])
        self.operators.append(word)
        return True

    def _apply_down_to(self, strength: int) -> None:
        """Compute with what stands on top and binds at least as close."""
        while self.operators and self.operators[-1] != "(" and _STRENGTH[self.operators[-1]] >= strength:
            operator, right = self.operators.pop(), self.values.pop()
            new = Linear[Term]({}).plus(right, -1) if operator == "negative" else _computed(operator, self.values.pop(), right)
            # What is larger wraps around where the program runs.
            if not new.fits:
                raise _NotLinear
            self.values.append(new)


def _computed(operator: str, left: Linear[Term], right: Linear[Term]) -> Linear[Term]:
    if operator in "+-":
        return left.plus(right, 1 if operator == "+" else -1)
    if operator == "*":
        for one, other in ((left, right), (right, left)):
            if not one.factors:
                return Linear[Term]({}).plus(other, one.constant)
        raise _NotLinear
    if left.factors or right.factors or right.constant <= 0:
        raise _NotLinear
    return Linear({}, _DIVISIONS[operator](left.constant, right.constant))
