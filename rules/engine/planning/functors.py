"""Soufflé's functors and constraints, by name.

Numbers are Python integers, which do not wrap around at 32 bits. Strings count in UTF-8 bytes, as in Soufflé.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ownlog.base.errors import Diagnostic, EngineError

_NUMBER = r"\s*(-?0b[01]+|-?0x[0-9a-fA-F]+|[+-]?[0-9]+)"

_DIVISOR = "let the rule ask first that the divisor is not 0"


def div(a: int, b: int) -> int:
    """C's division, which rounds towards zero. Raises EngineError where `b` is 0."""
    if not b:
        raise EngineError(Diagnostic(f"division by zero: {a} / 0", advice=_DIVISOR))
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def mod(a: int, b: int) -> int:
    """C's remainder, which has the sign of `a`. Raises EngineError where `b` is 0."""
    if not b:
        raise EngineError(Diagnostic(f"division by zero: {a} % 0", advice=_DIVISOR))
    return abs(a) % abs(b) if a >= 0 else -(abs(a) % abs(b))


def strlen(text: str) -> int:
    """The length of the text in UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


def substr(text: str, start: int, length: int) -> str:
    """Up to `length` bytes from byte `start` on (negative: all); empty if `start` is outside of the text."""
    data = text.encode("utf-8", "surrogateescape")
    if not 0 <= start <= len(data):
        return ""
    end = len(data) if length < 0 else start + length
    return data[start:end].decode("utf-8", "surrogateescape")


def to_number(text: str | int) -> int:
    """The number at the start of the text, decimal, 0x or 0b, like C's `stoi`. Raises EngineError."""
    if isinstance(text, int):
        return text
    found = re.match(_NUMBER, text)
    if found is None:
        raise EngineError(
            Diagnostic(f'to_number("{text}"): not a number', advice='let the rule ask first: match("-?[0-9]+", text)')
        )
    digits = found.group(1)
    return int(digits, 0 if digits.lstrip("-")[:2] in ("0x", "0b") else 10)


@lru_cache(maxsize=4096)
def _matcher(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text, re.DOTALL)
    except re.error as error:
        raise EngineError(Diagnostic(f'match("{text}", ..): {error}', advice="write a regular expression")) from error


def matches(pattern: str, text: str) -> bool:
    """Whether a whole text matches the pattern. Raises EngineError where the pattern is no regular expression."""
    return _matcher(pattern).fullmatch(text) is not None


def _cat(*texts: str) -> str:
    return "".join(texts)


def _least(*values: Any) -> Any:
    return min(values)


def _greatest(*values: Any) -> Any:
    return max(values)


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": div,
    "%": mod,
    "neg": operator.neg,
    "band": operator.and_,
    "bor": operator.or_,
    "bxor": operator.xor,
    "bnot": operator.invert,
    "min": _least,
    "max": _greatest,
    "cat": _cat,
    "strlen": strlen,
    "substr": substr,
    "to_number": to_number,
    "to_string": str,
}
"""The functors by name."""
COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "match": matches,
    "!match": lambda pattern, text: not matches(pattern, text),
    "contains": lambda part, text: part in text,
    "!contains": lambda part, text: part not in text,
}
"""What constraints ask of two values, by name."""
