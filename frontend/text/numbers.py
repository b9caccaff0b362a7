"""Are numbers in attributes of their types, and are numbers in types valid?

Source: MLIR's attribute parser, including the messages.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from ownlog.frontend.text.literals import WIDEST, number_of, width_of

_NUMBER = r"(?s)(-?)\s*(0x[0-9a-fA-F]++|[0-9]++)(\.[0-9]*+(?:[eE][-+]?[0-9]++)?)?\s*(?::\s*(.*?))?\s*\Z"
_FLOAT = r"(?:bf|tf|f)[0-9]\w*\Z"
_LONG = r"(?:(?<![\w.!])|(?<=x))(?:([su]?i)([0-9]{8,})(?!\w)|([0-9]{19,})(?=\s*x))"
_INTEGER = r"([su]?)i[0-9]+\Z|index\Z"
_DIGITS = "[0-9]+"
_SHAPED = r"(?s)(?:memref|tensor|vector)<(\*x|(?:(?:[0-9]+|\?)x)*)(.*?)(?:,.*)?>\Z"
_SCALABLE = r"\A(?:\[?[0-9]+\]?x)*"
_PACKED = r'"0x([0-9a-fA-F]*+)"'
_WIDTH = r"\A(?:[su]?i|f|bf)([0-9]+)\Z"
_PARTS = (
    r"[\[\](),]|-?\s*(?:0x[0-9a-fA-F]++|[0-9]++(?:\.[0-9]*+(?:[eE][-+]?[0-9]++)?)?)"
    r'|true|false|"(?:[^"\\]|\\.)*+"|\w++|\S'
)


@lru_cache(maxsize=4096)
def misfit(text: str) -> str | None:
    """The fault of the attribute `text` (aliases resolved) if it is a number that its type does not have."""
    found = re.match(_NUMBER, text)
    if found is None:
        return None
    minus, digits, fraction, type = found.groups()
    if fraction is not None:
        return None if type is None or re.match(_FLOAT, type) else "floating point value not valid for specified type"
    type = type or "i64"
    if re.match(_FLOAT, type):
        if not digits.startswith("0x"):
            return "unexpected decimal integer literal for a floating point value"
        if minus:
            return "hexadecimal float literal should not have a leading minus"
        return (
            None if number_of(digits) < 1 << _float_width(type) else "hexadecimal float constant out of range for type"
        )
    integer = re.match(_INTEGER, type)
    if (problem := impossible(type)) is not None:
        return problem
    if integer is None:
        return "integer literal not valid for specified type"
    sign = integer[1] or ""
    if minus and sign == "u":
        return "negative integer literal not valid for unsigned integer type"
    return None if _fits(minus, digits, type, sign) else "integer constant out of range for attribute"


def impossible(type: str) -> str | None:
    """The fault of numbers in a type, widths and dimensions out of bounds, if there is one."""
    for _, width, dimension in re.findall(_LONG, type):
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


def elements_misfit(body: str, type: str) -> str | None:
    """The fault of `dense<body>` as elements of a type (aliases resolved), in mlir-opt's words.

    Elements of a dialect's own types are not checked.
    """
    found = re.match(_SHAPED, type)
    if found is None:
        return None if type.startswith("!") else "elements literal must be a shaped type"
    if "?" in found[1] or "*" in found[1]:
        return "elements literal type must have static shape"
    dimensions = [int(size) for size in found[1].split("x")[:-1]]
    count, element, body = math.prod(dimensions), re.sub(_SCALABLE, "", found[2]), body.strip()
    if not body:
        return f"parsed zero elements, but type ('{type}') expected at least 1" if count else None
    if (packed := re.fullmatch(_PACKED, body)) is not None:
        return _packed_misfit(packed[1], count, type, element)
    tokens = re.findall(_PARTS, body)
    shape = _nesting(tokens)
    if isinstance(shape, str):
        return shape
    if "[" in tokens and shape != dimensions:
        return f"inferred shape of elements literal ({_listed(shape)}) does not match type ({_listed(dimensions)})"
    return next(
        filter(None, (_element_misfit(text, element) for text in dict.fromkeys(tokens) if text not in "[](),")), None
    )


def _element_misfit(text: str, element: str) -> str | None:
    integer = element == "index" or re.match(_INTEGER, element) is not None
    if not integer and not re.match(_FLOAT, element):
        return None if text[0] == '"' or element.startswith("complex") else f"expected string token, got {text}"
    if text in ("true", "false"):
        return None if element == "i1" else "expected i1 type for 'true' or 'false' values"
    if re.match(_NUMBER, text) is None:
        return "expected element literal of primitive type"
    problem = misfit(f"{text} : {element}")
    if integer and problem is not None:
        return (
            "expected integer elements, but parsed floating-point"
            if "." in text
            else "integer constant out of range for type"
        )
    return problem


def _nesting(tokens: list[str]) -> list[int] | str:
    """The shape of nested lists, or what is wrong with them. Elements in parentheses are one each."""
    entries: list[int] = []  # of each list that is open
    sizes: dict[int, int] = {}
    leaf: int | None = None  # how deep elements lie
    ended, inside = False, False  # did an entry end just now; does one in parentheses go on?
    for token in tokens:
        if inside:
            inside = token != ")"
        elif token == ",":
            if not ended or not entries:
                return "expected '>'" if ended else "expected element literal of primitive type"
            ended = False
        elif token == "]":
            if not entries or (not ended and entries[-1]):
                return "expected element literal of primitive type"
            size, ended = entries.pop(), True
            if sizes.setdefault(len(entries), size) != size:
                return "tensor literal is invalid; ranks are not consistent between elements"
        elif ended:
            return "expected ']'" if entries else "expected '>'"
        else:
            if entries:
                entries[-1] += 1
            if token == "[":
                entries.append(0)
            else:
                leaf = len(entries) if leaf is None else leaf
                ended, inside = True, token == "("
            if leaf is not None and len(entries) != leaf and (token != "[" or len(entries) > leaf):
                return "tensor literal is invalid; ranks are not consistent between elements"
    return [sizes[depth] for depth in sorted(sizes)] if ended and not entries else "expected ']'"


def _packed_misfit(digits: str, count: int, type: str, element: str) -> str | None:
    """Hexadecimal digits hold a whole number of bytes for each element, of i1 a bit; or one element, for all."""
    width = 64 if element == "index" else int(found[1]) if (found := re.search(_WIDTH, element)) is not None else 0
    size = (width + 7) // 8
    if not width or len(digits) == 2 * ((count + 7) // 8 if width == 1 else count * size):
        return None
    # One element stands for all; of bits, eight at once do.
    if len(digits) == 2 * size and (width > 1 or digits.lower() in ("00", "ff")):
        return None
    return f"elements hex data size is invalid for provided type: '{type}'"


def _float_width(type: str) -> int:
    return 19 if type == "tf32" else int(re.findall(_DIGITS, type)[0])


def _listed(sizes: list[int]) -> str:
    return f"[{', '.join(map(str, sizes))}]"
