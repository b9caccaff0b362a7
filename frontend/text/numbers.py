"""Is a number that stands in an attribute one of its type, and are the numbers in a type ones that it can have?

Source: MLIR's attribute parser, whose words the messages are.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ownlog.base.later import pattern
from ownlog.frontend.text.literals import WIDEST, number_of, width_of

_NUMBER = pattern(r"(-?)\s*(0x[0-9a-fA-F]++|[0-9]++)(\.[0-9]*+(?:[eE][-+]?[0-9]++)?)?\s*(?::\s*(.*?))?\s*\Z", re.DOTALL)
_FLOAT = pattern(r"(?:bf|tf|f)[0-9]\w*\Z")
_LONG = pattern(r"(?:(?<![\w.!])|(?<=x))(?:([su]?i)([0-9]{8,})(?!\w)|([0-9]{19,})(?=\s*x))")
_INTEGER = pattern(r"([su]?)i[0-9]+\Z|index\Z")


@lru_cache(maxsize=4096)
def misfit(text: str) -> str | None:
    """What is wrong with the attribute `text` (aliases resolved) if it is a number that its type does not have; else None."""
    found = _NUMBER.match(text)
    if found is None:
        return None
    minus, digits, fraction, type = found.groups()
    if fraction is not None:
        return None if type is None or _FLOAT.match(type) else "floating point value not valid for specified type"
    type = type or "i64"
    if _FLOAT.match(type):
        if not digits.startswith("0x"):
            return "unexpected decimal integer literal for a floating point value"
        return "hexadecimal float literal should not have a leading minus" if minus else None
    integer = _INTEGER.match(type)
    if (problem := impossible(type)) is not None:
        return problem
    if integer is None:
        return "integer literal not valid for specified type"
    sign = integer[1] or ""
    if minus and sign == "u":
        return "negative integer literal not valid for unsigned integer type"
    return None if _fits(minus, digits, type, sign) else "integer constant out of range for attribute"


def impossible(type: str) -> str | None:
    """What is wrong with the numbers in the text of a type: widths and dimensions that are out of all bounds; None where nothing is."""
    for _, width, dimension in _LONG.findall(type):
        if width and number_of(width) > WIDEST:
            return f"integer bitwidth is limited to {WIDEST} bits"
        if dimension and number_of(dimension) >= 1 << 63:
            return "invalid dimension"
    return None


def _fits(minus: str, digits: str, type: str, sign: str) -> bool:
    number, width = number_of(digits), width_of(type)
    if width == 0:
        return number == 0 and not minus
    if minus:
        return number <= 1 << (width - 1)
    return number < 1 << (width - 1 if sign == "s" or type == "index" else width)
