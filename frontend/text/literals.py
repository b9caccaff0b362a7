"""Integer attributes as numbers: decimal and hexadecimal literals, `true`, splats, nested lists, packed bytes.

A number is a value of its type's width: `255 : i8` and `-1 : i8` are the same number, -1. Signless integers and `index`
(64 bits) count as signed, `ui8` as unsigned, and i1 is 0 or 1. Aliases are resolved before.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_INTEGER = re.compile(r"(?a)(-?)\s*(0x[0-9A-Fa-f]+|[0-9]+)\s*(?::\s*([su]?i[0-9]+|index))?")
INTEGER_TYPE = re.compile(r"(?a)[su]?i[0-9]+|index")
_ELEMENT = r"(?a)-?\s*(?:0x[0-9A-Fa-f]+|[0-9]+)(?![\w.])|(?:true|false)\b"
_DENSE = r"(?s)dense<(.*)>\s*:\s*(?:tensor|vector|memref)<(.*)>"
_ARRAY = r"(?s)array<\s*(i[0-9]+)\s*(?::(.*))?>"
_SHAPE = r"(?s)\s*((?:\[?[0-9]+\]?\s*x\s*)*)([su]?i[0-9]+|index)\s*(?:,.*)?"
_PACKED = r'\s*"0x((?:[0-9A-Fa-f]{2})*)"\s*'
_NESTED = r"[\[\],\s]*"
_DIGITS = r"[0-9]+"
WIDEST = (1 << 24) - 1
"""The width of the widest integer type."""
_SHORT = 200  # characters of a text that a program may have often
_CHUNK = 4_000  # decimal digits that Python converts at once, whatever its limit


class Integer(NamedTuple):
    """An integer attribute: its number and its type ("i64" where the text has none, "i1" for `true` and `false`)."""

    value: int
    type: str


@dataclass(frozen=True, slots=True)
class Elements:
    """The numbers of a dense, array or list attribute, in row-major order; a splat is one of `count`."""

    values: tuple[int, ...]
    count: int
    type: str

    def all(self) -> list[int]:
        """One number for each element."""
        return list(self.values) * self.count if len(self.values) == 1 else list(self.values)


def integer_literal(text: str | None) -> Integer | None:
    """The integer attribute that `text` spells (`-5`, `0x10 : i8`, `true`); None for anything else."""
    text = (text or "").strip()
    if text in ("true", "false"):
        return Integer(int(text == "true"), "i1")
    found = _INTEGER.fullmatch(text)
    if found is None:
        return None
    sign, digits, type = found.groups()
    number = number_of(digits)
    return Integer(in_type(-number if sign else number, type or "i64"), type or "i64")


def number_in(text: str | None) -> int:
    """The number of an integer attribute, such as a dimension or an alignment; 0 where there is none."""
    found = integer_literal(text)
    return 0 if found is None else found.value


def integer_elements(text: str | None) -> Elements | None:
    """The elements of `dense<..> : tensor<..>`, `array<i32: 1, 2>` or a list of integers; None for others."""
    text = (text or "").strip()
    return _few(text) if len(text) <= _SHORT else _elements(text)


def _elements(text: str) -> Elements | None:
    if (found := re.fullmatch(_DENSE, text)) is not None:
        return _dense(found[1], found[2])
    if (found := re.fullmatch(_ARRAY, text)) is not None:
        return _listed(found[2] or "", found[1], None)
    if text.startswith("[") and text.endswith("]"):
        entries = [integer_literal(entry) for entry in text[1:-1].split(",")] if text[1:-1].strip() else []
        known = [entry for entry in entries if entry is not None]
        same = {entry.type for entry in known}
        if len(known) < len(entries) or len(same) > 1:
            return None
        return Elements(tuple(entry.value for entry in known), len(known), same.pop() if same else "i64")
    return None


_few = lru_cache(maxsize=4096)(_elements)


def in_type(number: int, type: str) -> int:
    """The number that the low bits of `number` mean in an integer type."""
    return unsigned(number, type) if type.startswith("u") or width_of(type) == 1 else signed(number, type)


def signed(number: int, type: str) -> int:
    """The number with the bits that `number` has in an integer type, as a signed one: `true` is -1."""
    width = width_of(type)
    low = number & ((1 << width) - 1)
    return low - (1 << width) if width and low >> (width - 1) else low


def unsigned(number: int, type: str) -> int:
    """The number with the bits that `number` has in an integer type, as an unsigned one."""
    return number & ((1 << width_of(type)) - 1)


def width_of(type: str) -> int:
    """The width of an integer type or of `index`, in bits; the greatest that there is where the type asks for more."""
    digits = "64" if type == "index" else type.lstrip("su")[1:]
    return min(int(digits), WIDEST) if len(digits) < 9 else WIDEST


def number_of(digits: str) -> int:
    """The number that decimal or (after `0x`) hexadecimal digits spell, however many they are."""
    if digits.startswith("0x"):
        return int(digits, 16)
    if len(digits) <= _CHUNK:
        return int(digits)
    half = len(digits) // 2
    power: int = 10 ** (len(digits) - half)
    return number_of(digits[:half]) * power + number_of(digits[half:])


def signed_number(digits: str) -> int:
    """The number that `digits_of` spells so."""
    return -number_of(digits[1:]) if digits.startswith("-") else number_of(digits)


def digits_of(number: int) -> str:
    """The decimal digits of a number, with its sign, however many they are."""
    if number < 0:
        return "-" + digits_of(-number)
    length = int(number.bit_length() * 0.30103) + 1
    if length <= _CHUNK:
        return str(number)
    half = length // 2
    high, low = divmod(number, 10**half)
    return digits_of(high) + digits_of(low).rjust(half, "0")


def _dense(body: str, type: str) -> Elements | None:
    found = re.fullmatch(_SHAPE, type)
    if found is None:
        return None
    count = math.prod(int(dim) for dim in re.findall(_DIGITS, found[1]))
    packed = re.fullmatch(_PACKED, body)
    return _listed(body, found[2], count) if packed is None else _unpacked(bytes.fromhex(packed[1]), found[2], count)


def _listed(body: str, type: str, count: int | None) -> Elements | None:
    """Numbers in text; None where there is anything else, or not as many as the shape says."""
    if re.fullmatch(_NESTED, re.sub(_ELEMENT, "", body)) is None:
        return None
    values = tuple(_element(found[0], type) for found in re.finditer(_ELEMENT, body))
    if count is None or len(values) == count:
        return Elements(values, len(values), type)
    return Elements(values, count, type) if len(values) == 1 and "[" not in body else None


def _element(text: str, type: str) -> int:
    if text in ("true", "false"):
        return int(text == "true")
    number = number_of(text.lstrip("- "))
    return in_type(-number if text[0] == "-" else number, type)


def _unpacked(data: bytes, type: str, count: int) -> Elements | None:
    """Numbers of bytes, the lowest first; i1 takes a bit for each element, others whole bytes; one is a splat."""
    width = width_of(type)
    if width == 1:
        if len(data) == 1 and data[0] in (0, 0xFF):
            return Elements((data[0] & 1,), count, type)
        bits = tuple(data[i // 8] >> (i % 8) & 1 for i in range(count)) if len(data) * 8 >= count else ()
        return Elements(bits, count, type) if len(data) == (count + 7) // 8 else None
    size = (width + 7) // 8
    values = tuple(in_type(int.from_bytes(data[at : at + size], "little"), type) for at in range(0, len(data), size))
    return Elements(values, count, type) if len(data) % size == 0 and len(values) in (1, count) else None
