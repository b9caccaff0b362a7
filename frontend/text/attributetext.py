"""Attributes as MLIR's printer spells them."""

from __future__ import annotations

import math
import re
import struct

from ownlog.frontend.text.affinetext import canonical_maps
from ownlog.frontend.text.literals import digits_of, number_of
from ownlog.frontend.text.spelling import closing, key_text, masked, unmasked
from ownlog.frontend.text.tokens import STRING, Cuts
from ownlog.frontend.text.typetext import canonical_text

_NUMBER = re.compile(r"(?s)(-?)[ ]*(0x[0-9A-Fa-f]+|\d+(\.\d*(?:[eE][-+]?\d+)?)?)\s*(?::\s*(.*))?\Z")
_DENSE = re.compile(r"(?s)dense<(.*)>\s*:\s*(.*?)\Z")
_ELEMENT = re.compile(r"-?\d+\.\d*(?:[eE][-+]?\d+)?")
_STRING = re.compile(STRING)
_KEY = re.compile(r"[^=]*")
_VALUE = re.compile(r"\s*=?\s*(?=\S)")
_SYMBOL = re.compile(r"#[\w.$-]+")
_FASTMATH = re.compile(r"(#(?:arith|llvm)\.fastmath)\s*<([\w\s,]*)>\Z")
_FLAGS = ("reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn")
_ESCAPE = re.compile(r'\\(?:[nt"\\]|[0-9A-Fa-f]{2})')
_ESCAPED = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_HEX = re.compile(r'"0x((?:[0-9A-Fa-f]{2})*)"\Z')
# How the elements of hexadecimal dense attributes are packed.
_PACKED = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "index": "q", "f16": "e", "f32": "f", "f64": "d"}
_DIGITS = {"f64": 17, "f32": 9, "f16": 5, "bf16": 4}
_LONG = 100  # dense attributes with more elements are shown in hexadecimal
# An older spelling of `key = value` in data layouts.
_LAYOUT_ENTRY = re.compile(r"#dlti\.dl_entry<([^,<>]*),\s*([^<>]*)>")


def attribute_text(text: str, elided: bool = False) -> str:
    """The spelling of an attribute whose aliases are resolved. `elided`: in a list, where i64 and f64 are left out."""
    text, hidden = masked(text.strip())
    return unmasked(_spelled(text, elided), hidden)


def _spelled(text: str, elided: bool) -> str:
    if (text.startswith("[") and text.endswith("]")) or (text.startswith("{") and text.endswith("}")):
        return _container(Cuts(text), 0, len(text))
    if text in ("true", "false", "unit"):
        return text
    if text.startswith('"'):
        return _ESCAPE.sub(_escape, text)
    number = _NUMBER.match(text)
    if number is not None:
        return _number(number, elided)
    dense = _DENSE.match(text)
    if dense is not None:
        return _dense(dense[1], canonical_text(dense[2].strip()))
    if text.startswith("affine_"):
        return canonical_maps(text)
    if (fast := _FASTMATH.match(text)) is not None:
        return _fastmath(fast)
    if text.startswith("#") and (end := _symbol_end(text)) and text.startswith(":", end):
        return f"{_spelled(text[:end].strip(), False)} : {canonical_text(text[end + 1 :].strip())}"
    return canonical_text(text if text.startswith("#dlti.dl_entry<") else _LAYOUT_ENTRY.sub(_layout_entry, text))


def _symbol_end(text: str) -> int:
    """Where an attribute of a dialect ends and what follows it begins."""
    name = _SYMBOL.match(text)
    assert name is not None
    end = closing(text, name.end()) + 1 if text.startswith("<", name.end()) else name.end()
    return end + len(text[end:]) - len(text[end:].lstrip())


def _container(cuts: Cuts, start: int, end: int) -> str:
    """The list or dictionary from `start` to `end`: what is cut once is not cut again for what nests in it."""
    pieces = cuts.pieces(start, end)
    if cuts.text[start] == "[":
        return "[" + ", ".join(_within(cuts, *piece, elided=True) for piece in pieces) + "]"
    return "{" + ", ".join(sorted(_entry(cuts, *piece) for piece in pieces)) + "}"


def _within(cuts: Cuts, start: int, end: int, elided: bool = False) -> str:
    return _container(cuts, start, end) if cuts.encloses(start, end) else _spelled(cuts.text[start:end].strip(), elided)


def _fastmath(found: re.Match[str]) -> str:
    """The flags in MLIR's order; `fast` for all of them."""
    given = {flag.strip() for flag in found[2].split(",")}
    if "fast" in given or given.issuperset(_FLAGS):
        return f"{found[1]}<fast>"
    separator = "," if "arith" in found[1] else ", "
    return f"{found[1]}<{separator.join(flag for flag in _FLAGS if flag in given) or 'none'}>"


def _escape(found: re.Match[str]) -> str:
    """An escape as two hexadecimal digits, where the character cannot stand for itself."""
    digits = found[0][1:]
    character = _ESCAPED.get(digits) or chr(int(digits, 16))
    if character == "\\":
        return "\\\\"
    return character if " " <= character <= "~" and character != '"' else f"\\{ord(character):02X}"


def _layout_entry(found: re.Match[str]) -> str:
    return f"{found[1]} = {_spelled(found[2].strip(), False)}"


def _entry(cuts: Cuts, start: int, end: int) -> str:
    """`key = value`, or a key alone."""
    found = _STRING.match(cuts.text, start, end) or _KEY.match(cuts.text, start, end)
    assert found is not None
    key = found[0].strip()
    key = key_text(key[1:-1]) if key.startswith('"') else key
    value = _VALUE.match(cuts.text, found.end(), end)
    if value is None or cuts.text[value.end() : end] == "unit":
        return key
    return f"{key} = {_within(cuts, value.end(), end)}"


def _number(found: re.Match[str], elided: bool) -> str:
    sign, digits, fraction, type = found.groups()
    type = canonical_text(type.strip()) if type else "f64" if fraction else "i64"
    is_float = re.fullmatch(r"(?:bf|tf|f)\d\w*", type) is not None
    if is_float:
        shown = float_text(sign + digits, type)
    elif type == "i1":
        return "false" if number_of(digits) == 0 else "true"
    else:
        number = _two_complement(number_of(digits), type) if not sign else number_of(digits)
        shown = (sign if number else "") + digits_of(number)
    return shown if elided and type in ("i64", "f64") else f"{shown} : {type}"


def _two_complement(number: int, type: str) -> int:
    """A number of a type without a sign, as MLIR shows it: from its highest bit on it is negative."""
    width = int(type[1:]) if re.fullmatch(r"i\d{1,4}", type) is not None else 0
    return number - (1 << width) if width and number >> (width - 1) == 1 else number


def float_text(text: str, type: str) -> str:
    """A float literal as MLIR shows it: six digits if they say it all, else all digits that count, else its bits."""
    if "x" in text:
        return text.upper().replace("X", "x")
    value = rounded(float(text), type)
    if not math.isfinite(value):
        return _bits(value, type) if type in _PACKED or type == "bf16" else text
    digits, power = _digits(value, 6)
    short = f"{digits[0]}.{digits[1:]:0<6}e{'-' if power < 0 else '+'}{abs(power):02}"
    sign = "-" if math.copysign(1, value) < 0 else ""
    if rounded(float(short), type) == abs(value):
        return sign + short
    shown = _all_digits(value, type)
    return sign + shown if "." in shown else _bits(value, type)


def _all_digits(value: float, type: str) -> str:
    precision = _DIGITS.get(type, 17)
    digits, point = _digits(value, precision)
    last = point - len(digits) + 1
    if last > 3 or (last >= 0 and point + 1 > precision) or (last < 0 and point < -3):
        return f"{digits[0]}.{digits[1:] or '0'}E{'-' if point < 0 else '+'}{abs(point)}"
    if last >= 0:
        return digits + "0" * last
    return f"{digits[: point + 1]}.{digits[point + 1 :]}" if point >= 0 else f"0.{'0' * (-point - 1)}{digits}"


def _digits(value: float, precision: int) -> tuple[str, int]:
    """The decimal digits of a number, and the exponent of the first: truncated, then rounded, as in LLVM."""
    numerator, denominator = abs(value).as_integer_ratio()
    exponent = 1 - denominator.bit_length()
    number = numerator * 5**-exponent
    surplus = number.bit_length() - (precision * 196 + 58) // 59
    tens = surplus * 59 // 196 if surplus > 0 else 0
    text = str(number // 10**tens)
    exponent += tens
    if len(text) > precision:
        cut = len(text) - precision
        exponent += cut
        text = str(int(text[:precision]) + (text[precision] >= "5"))
    return text.rstrip("0") or "0", exponent + len(text) - 1


def _bits(value: float, type: str) -> str:
    code = _PACKED.get(type)
    if type == "bf16":
        return f"0x{struct.pack('>f', value)[:2].hex().upper()}"
    return f"0x{struct.pack(f'>{code}', value).hex().upper()}" if code is not None else repr(value)


def rounded(value: float, type: str) -> float:
    """The nearest number of a float type (of the types wider than f64, and of the rare ones, the number itself)."""
    code = {"f32": "f", "f16": "e"}.get(type)
    if code is None:
        if type != "bf16":
            return value
        bits = struct.unpack("<I", struct.pack("<f", rounded(value, "f32")))[0]
        bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
        return float(struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0])
    try:
        return float(struct.unpack(code, struct.pack(code, value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _dense(elements: str, type: str) -> str:
    found = re.search(r"x?((?:bf|tf|f|i)\d\w*|index)(?=[>,])", type)
    name = found[1] if found is not None else ""
    elements = elements.strip()
    packed = _HEX.match(elements)
    if packed is not None and name in _PACKED:
        elements = _unpacked(packed[1], name, type)
    if elements.startswith('"'):
        return f"dense<{elements}> : {type}"
    if not name.startswith("i"):
        elements = _ELEMENT.sub(lambda number: float_text(number[0], name), elements)
    elements = _splat(canonical_text(re.sub(r"\s+", " ", elements)))
    if elements.count(",") >= _LONG and name in _PACKED and re.fullmatch(r"[-+\d.,eE\[\] ]*", elements):
        elements = _pack(elements, name)
    return f"dense<{elements}> : {type}"


def _pack(elements: str, type: str) -> str:
    read = float if type.startswith("f") else _signed
    numbers = [read(n) for n in re.split(r"[\[\], ]+", elements.strip("[]"))]
    try:
        return f'"0x{struct.pack(f"<{len(numbers)}{_PACKED[type]}", *numbers).hex().upper()}"'
    except (struct.error, OverflowError):
        return elements


def _signed(text: str) -> int:
    return -number_of(text[1:]) if text.startswith("-") else number_of(text)


def _unpacked(digits: str, element: str, type: str) -> str:
    """The elements of a hexadecimal attribute, nested as its shape says; long ones stay as they are."""
    data = bytes.fromhex(digits)
    code = _PACKED[element]
    size = struct.calcsize(f"<{code}")
    count = len(data) // size
    dims = [int(dim) for dim in re.findall(r"(\d+)x", type)]
    if len(data) % size or not count or (count > 1 and math.prod(dims) != count):
        return f'"0x{digits.upper()}"'
    numbers = struct.unpack(f"<{count}{code}", data)
    if count > _LONG and len(set(numbers)) > 1:
        return f'"0x{digits.upper()}"'
    if element.startswith("f"):
        shown = [float_text(repr(n), element) if math.isfinite(n) else _bits(n, element) for n in numbers]
    else:
        shown = [str(n) for n in numbers]
    if count == 1:
        return shown[0]
    for dim in reversed(dims):
        shown = [f"[{', '.join(shown[i : i + dim])}]" for i in range(0, len(shown), dim)]
    return shown[0]


def _splat(elements: str) -> str:
    """One element where all are the same."""
    distinct = set(re.split(r"[\[\], ]+", elements.strip("[]")))
    return distinct.pop() if elements.startswith("[") and len(distinct) == 1 and "" not in distinct else elements
