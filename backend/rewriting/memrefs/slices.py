"""The offsets, sizes and strides of slices, as attributes write them: numbers, with one that stands for those that are values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ownlog.backend.rewriting.memrefs.buffers import Number
from ownlog.frontend.ir.ir import Op

PARTS = ("static_offsets", "static_sizes", "static_strides")
"""The attributes of a slice."""
_DYNAMIC = -(2**63)
_NUMBER = re.compile(r"-?\d+")


def numbers(op: Op, name: str) -> list[Number]:
    """The numbers in an attribute of `op`, None for those that are values; none where it has no such attribute."""
    found = map(int, _NUMBER.findall((op.attribute(name) or "").partition(":")[2]))
    return [None if number == _DYNAMIC else number for number in found]


def written(numbers: Sequence[Number]) -> str:
    """The attribute that says these numbers."""
    listed = ", ".join(str(_DYNAMIC if number is None else number) for number in numbers)
    return f"array<i64: {listed}>" if listed else "array<i64>"
