"""The reader of affine expressions, for any result, and of maps and their parts.

The grammar is MLIR's: a sign binds closest, then `*`, `mod`, `floordiv` and `ceildiv` from left to right, then `+` and
`-`. Any word may be the name of a dimension or symbol, depending on its place.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from ownlog.frontend.text.literals import number_of
from ownlog.frontend.text.tokens import split_top_level

_TOKEN = re.compile(r"(?a)\s*(?:(?P<number>0x[0-9A-Fa-f]+|[0-9]+)|(?P<word>[A-Za-z_][\w$.]*)|(?P<sign>-(?!>)|[+*()]))")
_NEGATIVE = "negative"
_STRENGTH = {"+": 1, "-": 1, "*": 2, "mod": 2, "floordiv": 2, "ceildiv": 2, _NEGATIVE: 3}

_MAP = r"affine_map\s*<\s*\(([^()]*)\)\s*(?:\[([^\[\]]*)\]\s*)?->\s*\("
_SET = r"affine_set\s*<\s*\(([^()]*)\)\s*(?:\[([^\[\]]*)\])?"

Value = TypeVar("Value")


class MapParts(NamedTuple):
    """An affine map as it is written: the names of its dimensions and symbols, and its results."""

    dimensions: tuple[str, ...]
    symbols: tuple[str, ...]
    results: tuple[str, ...]


@lru_cache(4096)
def map_parts(text: str) -> tuple[MapParts, ...]:
    """The affine maps that stand in a text, in their order. What is no map is left out."""
    found = []
    for head in re.finditer(_MAP, text):
        results = _within(text, head.end())
        if results is not None:
            found.append(MapParts(*map(_names, (head[1], head[2], results))))
    return tuple(found)


def set_inputs(text: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The dimensions and symbols of an affine set; None for another text."""
    head = re.match(_SET, text)
    return None if head is None else (_names(head[1]), _names(head[2]))


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(split_top_level(text or ""))


def _within(text: str, start: int) -> str | None:
    """What stands from there up to the parenthesis that closes, where the map ends behind that."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at] if text[at + 1 :].lstrip().startswith(">") else None
    return None


class NotAffineError(ValueError):
    """An expression, or what stands around some, is written as one and is none; `at` is where."""

    def __init__(self, message: str, at: int = -1) -> None:
        super().__init__(message)
        self.at = at


class Algebra(Protocol[Value]):
    """What to make of the parts of an expression. Each method may raise ValueError for what it cannot take; if that is
    a NotAffineError, it says where once it comes out of `read_expression`.
    """

    def number(self, number: int) -> Value:
        """A number."""

    def name(self, name: str) -> Value:
        """A dimension or symbol."""

    def negative(self, value: Value) -> Value:
        """The opposite of a value."""

    def combined(self, operator: str, left: Value, right: Value) -> Value:
        """Two values with `+`, `-`, `*`, `mod`, `floordiv` or `ceildiv` between them."""


def read_expression(text: str, at: int, algebra: Algebra[Value]) -> tuple[Value, int]:
    """The expression that begins at `at`, as far as it goes, and where it ends. ValueError where there is none."""
    return _Reader(algebra).run(text, at)


class _Reader(Generic[Value]):
    """Operands and operators on stacks of their own (Dijkstra's shunting yard), so that nesting takes no recursion."""

    def __init__(self, algebra: Algebra[Value]) -> None:
        self.algebra = algebra
        self.values: list[Value] = []
        self.operators: list[str] = []
        self.at = 0
        """Where the token stands that was taken last."""

    def run(self, text: str, at: int) -> tuple[Value, int]:
        try:
            return self._run(text, at)
        except NotAffineError as error:
            error.at = self.at if error.at < 0 else error.at
            raise

    def _run(self, text: str, at: int) -> tuple[Value, int]:
        operand_next, depth = True, 0
        while (found := _TOKEN.match(text, at)) is not None:
            self.at = found.start(found.lastgroup or 0)
            if operand_next:
                operand_next = self._operand(found)
                depth += found["sign"] == "("
            elif found["sign"] == ")" and depth:
                self._apply_down_to(0)
                self.operators.pop()
                depth -= 1
            elif (operator := found["word"] or found["sign"]) in _STRENGTH and operator != _NEGATIVE:
                self._apply_down_to(_STRENGTH[operator])
                self.operators.append(operator)
                operand_next = True
            else:
                break
            at = found.end()
        if operand_next or depth:
            raise NotAffineError("expected affine expression", at)
        self._apply_down_to(0)
        return self.values[0], at

    def _operand(self, found: re.Match[str]) -> bool:
        """Take a token where an operand begins; whether one is still to come."""
        if found["number"] is not None:
            self.values.append(self.algebra.number(number_of(found["number"])))
            return False
        if found["word"] is not None:
            self.values.append(self.algebra.name(found["word"]))
            return False
        if found["sign"] not in ("(", "-"):
            raise NotAffineError("expected affine expression")
        self.operators.append("(" if found["sign"] == "(" else _NEGATIVE)
        return True

    def _apply_down_to(self, strength: int) -> None:
        """Compute with what stands on top and binds at least as close."""
        while self.operators and self.operators[-1] != "(" and _STRENGTH[self.operators[-1]] >= strength:
            operator, right = self.operators.pop(), self.values.pop()
            if operator == _NEGATIVE:
                self.values.append(self.algebra.negative(right))
            else:
                self.values.append(self.algebra.combined(operator, self.values.pop(), right))
