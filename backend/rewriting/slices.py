"""Offsets, sizes and strides of slices in attributes: numbers, with one that stands for dynamic ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers
from ownlog.frontend.ir.ir import Op

if TYPE_CHECKING:
    from ownlog.frontend.forms.language.memrefs import Number

PARTS = ("static_offsets", "static_sizes", "static_strides")
"""The attributes of a slice."""


def numbers(op: Op, name: str) -> list[Number]:
    """The numbers in an attribute of `op`, None for those that are values; none where it has no such attribute."""
    return [None if number == DYNAMIC else number for number in array_numbers(op.attribute(name))]


def written(numbers: Sequence[Number]) -> str:
    """The attribute that says these numbers."""
    listed = ", ".join(str(DYNAMIC if number is None else number) for number in numbers)
    return f"array<i64: {listed}>" if listed else "array<i64>"
