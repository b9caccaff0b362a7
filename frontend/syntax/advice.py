"""Advice to those who wrote what is no type or attribute."""

from __future__ import annotations

import re

MAP_ADVICE = (
    "an affine expression adds dimensions and symbols, and multiplies or divides by a constant or symbolic expression:"
    " affine_map<(d0)[s0] -> (d0 * s0 + 1)>"
)
STRINGS = r"strings know the escapes \\ \" \n \t and two hex digits, and end on their line"


def type_advice(text: str, at: int) -> str:
    """What to write where a type was expected."""
    in_list = text[:at].rstrip().endswith(("(", ","))
    if text.startswith("{", at):
        return (
            "the list before it is not closed: write ')'"
            if in_list
            else "an attribute dictionary stands before the ':' of the types"
        )
    if in_list and text[at : at + 1].isalpha():
        return "an argument is `%name: type`; types look like i32, index, memref<4x?xf32>"
    return "types look like i32, index, memref<4x?xf32>, tensor<*xf32>, !dialect.name<...>"


def attribute_advice(text: str, at: int) -> str | None:
    """What to write where an attribute was expected."""
    if re.match(r"[-+]?\.[0-9]", text[at : at + 3]):
        return "a float needs a digit before the point: 0.5"
    if re.match(r"[-+]?[0-9]+[eE]", text[at : at + 40]):
        return "a float with an exponent needs a point: 1.0e5"
    if text.startswith('"', at):
        return STRINGS
    return None
