"""Affine maps and sets as MLIR's printer spells them, simplified as MLIR does when it makes them.

An expression is an int, a name `d0` or `s0`, or a triple of an operator and two expressions.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from ownlog.frontend.text.affine_reader import NotAffineError, read_expression

Expression = int | str | tuple[str, "Expression", "Expression"]

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_][\w$.]*)|(->|[<>=]=|[-+*()\[\],:]))")
_HEAD = re.compile(r"affine_(map|set)\s*<")
_LEVEL_TYPE = re.compile(r"\s*(\w+(?:\([^()]*\))?)\s*")
_NAME = re.compile(r"[A-Za-z_][\w$.]*")
_CLOSE = re.compile(r"\s*>")


def canonical_levels(text: str) -> str:
    """`(i, j) -> (i : dense, j : compressed)` of a sparse tensor in canonical spelling; other text unchanged."""
    reader = _Reader(text, 0)
    try:
        return reader.levels()
    except ValueError:
        return text


def canonical_maps(text: str) -> str:
    """`text` with each affine map and set in it spelled as MLIR does; what is none is left as it is."""
    pieces, at = [], 0
    while (found := _HEAD.search(text, at)) is not None:
        reader = _Reader(text, found.end())
        try:
            shown = reader.set() if found[1] == "set" else reader.map()
        except ValueError:
            pieces.append(text[at : found.end()])
            at = found.end()
            continue
        pieces += [text[at : found.start()], f"affine_{found[1]}<{shown}>"]
        at = reader.at
    return "".join(pieces) + text[at:]


@lru_cache(4096)
def map_problem(text: str) -> tuple[str, int] | None:
    """What is wrong with an affine map or set, in mlir-opt's words, and where in `text`; None where nothing is."""
    head = _HEAD.match(text)
    if head is None:
        return None
    reader = _Reader(text, head.end())
    try:
        _ = reader.set() if head[1] == "set" else reader.map()
    except NotAffineError as error:
        return str(error), max(error.at, 0)
    return None


class _Reader:
    """Reads a map or set from behind its `<` to behind its `>`. NotAffineError for what is neither."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.names: dict[str, str] = {}

    def map(self) -> str:
        head = self._head()
        self._expect("->")
        results = self._list(lambda: _shown(self._sum()))
        self._end()
        return f"{head} -> ({', '.join(results)})"

    def set(self) -> str:
        head = self._head()
        self._expect(":")
        constraints = self._list(self._constraint)
        self._end()
        return f"{head} : ({', '.join(constraints) or '0 == 0'})"

    def levels(self) -> str:
        head = self._head()
        self._expect("->")
        shown = self._list(self._level)
        if self.text[self.at :].strip():
            raise NotAffineError("expected the end of the levels", self.at)
        return f"{head} -> ({', '.join(shown)})"

    def _level(self) -> str:
        value = _shown(self._sum())
        self._expect(":")
        found = _LEVEL_TYPE.match(self.text, self.at)
        if found is None:
            raise NotAffineError("expected a level type", self.at)
        self.at = found.end()
        return f"{value} : {found[1]}"

    def _peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return found[0].strip() if found is not None else ""

    def _take(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise NotAffineError("expected affine expression", self.at)
        self.at = found.end()
        return found[0].strip()

    def _expect(self, token: str) -> None:
        at = self.at
        if self._take() != token:
            raise NotAffineError(f"expected '{token}'", at)

    def _end(self) -> None:
        found = _CLOSE.match(self.text, self.at)
        if found is None:
            raise NotAffineError("expected '>'", self.at)
        self.at = found.end()

    def _head(self) -> str:
        dims = self._named("(", ")", "d")
        symbols = self._named("[", "]", "s") if self._peek() == "[" else []
        return f"({', '.join(dims)})" + (f"[{', '.join(symbols)}]" if symbols else "")

    def _named(self, opening: str, closing: str, letter: str) -> list[str]:
        self._expect(opening)
        made: list[str] = []
        while self._peek() != closing:
            if made:
                self._expect(",")
            made.append(f"{letter}{len(made)}")
            at, name = self.at, self._take()
            if not _NAME.fullmatch(name):
                raise NotAffineError("expected bare identifier", at)
            if name in self.names:
                raise NotAffineError(f"redefinition of identifier '{name}'", at)
            self.names[name] = made[-1]
        self._take()
        return made

    def _list(self, read: object) -> list[str]:
        assert callable(read)
        self._expect("(")
        found: list[str] = []
        while self._peek() != ")":
            if found:
                self._expect(",")
            found.append(read())
        self._take()
        return found

    def _constraint(self) -> str:
        left = self._sum()
        sign = self._take()
        right = self._sum()
        if sign not in ("==", ">=", "<="):
            raise NotAffineError("expected '== affine-expr' or '>= affine-expr' at end of affine constraint", self.at)
        if sign == "<=":
            left, right, sign = right, left, ">="
        return f"{_shown(_add(left, _multiply(right, -1)))} {sign} 0"

    def _sum(self) -> Expression:
        value, self.at = read_expression(self.text, self.at, self)
        return value

    # What an expression is made of (see `Algebra`).

    def number(self, number: int) -> Expression:
        if number >= 1 << 63:
            raise NotAffineError("constant too large for index")
        return number

    def name(self, name: str) -> Expression:
        if name not in self.names:
            raise NotAffineError("use of undeclared identifier")
        return self.names[name]

    def negative(self, value: Expression) -> Expression:
        return _multiply(value, -1)

    def combined(self, operator: str, left: Expression, right: Expression) -> Expression:
        if operator in ("+", "-"):
            return _add(left, right if operator == "+" else _multiply(right, -1))
        if not _is_symbolic(right) and (operator != "*" or not _is_symbolic(left)):
            operands = "at least one of the multiply operands" if operator == "*" else f"right operand of {operator}"
            raise NotAffineError(f"non-affine expression: {operands} has to be either a constant or symbolic")
        return _multiply(left, right) if operator == "*" else _divide(operator, left, right)


def _is_symbolic(value: Expression) -> bool:
    if isinstance(value, tuple):
        return _is_symbolic(value[1]) and _is_symbolic(value[2])
    return isinstance(value, int) or value.startswith("s")


def _constant(value: Expression, operator: str) -> int | None:
    """The number at the right of an `operator`."""
    return value[2] if isinstance(value, tuple) and value[0] == operator and isinstance(value[2], int) else None


def _scaled(value: Expression) -> tuple[Expression, int]:
    factor = _constant(value, "*")
    assert factor is None or isinstance(value, tuple)
    return (value, 1) if factor is None else (value[1], factor)  # type: ignore[index]


def _in_wrong_order(left: Expression, right: Expression) -> bool:
    """Two dimensions, or two symbols, stand in the order of their numbers."""
    return isinstance(left, str) and isinstance(right, str) and left[0] == right[0] and int(left[1:]) > int(right[1:])


def _add(left: Expression, right: Expression) -> Expression:
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if isinstance(left, int) or (_is_symbolic(left) and not _is_symbolic(right)):
        return _add(right, left)
    if right == 0:
        return left
    if _in_wrong_order(left, right):
        left, right = right, left
    summand = _constant(left, "+")
    if summand is not None and isinstance(right, int):
        return _add(left[1], summand + right)  # type: ignore[index]
    (first, one), (second, two) = _scaled(left), _scaled(right)
    if first == second:
        return _multiply(first, one + two)
    if summand is not None:
        return _add(_add(left[1], right), summand)  # type: ignore[index]
    if isinstance(second, tuple) and second[0] == "floordiv" and second[1] == left and second[2] == -two:
        return _divide("mod", left, -two)
    return ("+", left, right)


def _multiply(left: Expression, right: Expression) -> Expression:
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    if (not _is_symbolic(right) and _is_symbolic(left)) or isinstance(left, int):
        return _multiply(right, left)
    if right == 1:
        return left
    if right == 0:
        return 0
    if _in_wrong_order(left, right):
        left, right = right, left
    factor = _constant(left, "*")
    if factor is not None:
        inner = left[1]  # type: ignore[index]
        return (
            _multiply(inner, factor * right) if isinstance(right, int) else _multiply(_multiply(inner, right), factor)
        )
    return ("*", left, right)


def _divide(operator: str, left: Expression, right: Expression) -> Expression:
    if not isinstance(right, int) or right < 1:
        return (operator, left, right)
    if isinstance(left, int):
        return {"floordiv": left // right, "ceildiv": -(-left // right), "mod": left % right}[operator]
    if operator == "mod":
        return _remainder(left, right)
    if right == 1:
        return left
    factor = _constant(left, "*")
    if factor is not None and factor % right == 0:
        return _multiply(left[1], factor // right)
    if (
        operator == "floordiv"
        and isinstance(left, tuple)
        and left[0] == "+"
        and any(_divisor(part) % right == 0 for part in left[1:])
    ):
        return _add(_divide(operator, left[1], right), _divide(operator, left[2], right))
    return (operator, left, right)


def _remainder(left: Expression, right: int) -> Expression:
    if _divisor(left) % right == 0:
        return 0
    if isinstance(left, tuple) and left[0] == "+":
        for part, rest in ((left[1], left[2]), (left[2], left[1])):
            if _divisor(part) % right == 0:
                return _divide("mod", rest, right)
    modulus = _constant(left, "mod")
    if modulus is not None and modulus % right == 0:
        return _divide("mod", left[1], right)  # type: ignore[index]
    return ("mod", left, right)


def _divisor(value: Expression) -> int:
    """A number that the expression is known to be a multiple of."""
    if isinstance(value, int):
        return abs(value)
    if isinstance(value, str):
        return 1
    operator, left, right = value
    if operator == "*":
        return _divisor(left) * _divisor(right)
    if operator in ("+", "mod"):
        return math.gcd(_divisor(left), _divisor(right))
    if isinstance(right, int) and right and _divisor(left) % right == 0:
        return _divisor(left) // abs(right)
    return 1


def _shown(value: Expression, strong: bool = False) -> str:
    if not isinstance(value, tuple):
        return str(value)
    operator, left, right = value
    if operator == "*" and right == -1:
        text = f"-{_shown(left, True)}"
    elif operator != "+":
        text = f"{_shown(left, True)} {operator} {_shown(right, True)}"
    elif isinstance(right, int) and right < 0:
        text = f"{_shown(left)} - {-right}"
    elif (factor := _constant(right, "*")) is not None and factor < 0:
        inner = right[1]  # type: ignore[index]
        if factor == -1:
            text = f"{_shown(left)} - {_shown(inner, isinstance(inner, tuple) and inner[0] == '+')}"
        else:
            text = f"{_shown(left)} - {_shown(inner, True)} * {-factor}"
    else:
        text = f"{_shown(left)} + {_shown(right)}"
    return f"({text})" if strong else text
