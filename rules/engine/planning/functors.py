"""What Soufflé's functors compute, where Python's own operators compute something else.

Numbers are Python integers here: where Soufflé's 32 bits would wrap around, these do not. Strings count in UTF-8 bytes, as in Soufflé.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ownlog.base.errors import Diagnostic, EngineError

_NUMBER = re.compile(r"\s*(-?0b[01]+|-?0x[0-9a-fA-F]+|[+-]?[0-9]+)")

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
    """`length` bytes from byte `start` on, fewer at the end; empty where `start` is outside the text. A negative length means all."""
    data = text.encode("utf-8", "surrogateescape")
    if not 0 <= start <= len(data):
        return ""
    end = len(data) if length < 0 else start + length
    return data[start:end].decode("utf-8", "surrogateescape")


def to_number(text: str | int) -> int:
    """The number at the start of the text, decimal, 0x or 0b, like C's `stoi`. Raises EngineError where there is none."""
    if isinstance(text, int):
        return text
    found = _NUMBER.match(text)
    if found is None:
        raise EngineError(Diagnostic(f'to_number("{text}"): not a number', advice='let the rule ask first: match("-?[0-9]+", text)'))
    digits = found.group(1)
    return int(digits, 0 if digits.lstrip("-")[:2] in ("0x", "0b") else 10)


_DOTALL = 16  # `re.DOTALL`, which takes as long to import as many files to analyze


@lru_cache(maxsize=4096)
def _asked(text: str) -> re.Pattern[str]:
    # Lives on, so that what is compiled with the package (`ownlog/compiling.py`) has the patterns of the rules.
    return re.compile(text, _DOTALL)


@lru_cache(maxsize=4096)
def matcher(text: str) -> Callable[[str], object]:
    """The test whether a whole text matches the pattern. Raises EngineError where the pattern is no regular expression."""
    try:
        return _asked(text).fullmatch
    except re.error as error:
        raise EngineError(Diagnostic(f'match("{text}", ..): {error}', advice="write a regular expression")) from error
