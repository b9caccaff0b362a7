"""The bytes of a buffer's elements, by its type and the data layout around it.

Source: MLIR's default data layout (`mlir/lib/Interfaces/DataLayoutInterfaces.cpp`), but that LLVM rounds up numbers.
"""

from __future__ import annotations

import re
from math import prod

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

_LAYOUT, _HEAP_ALIGNMENT = "dlti.dl_spec", 16
_INDEX = r"\bindex\s*[,=]\s*(\d+)"
_NUMBER = r"(?:[su]?i|b?f|tf)(\d+)(?:E\w+)?"
_VECTOR = r"vector<((?:\d+x)+)(.+)>"
_COMPLEX = r"complex<(.+)>"


def index_bits(op: Op | None) -> int | None:
    """The bits of an index in the innermost data layout around or at `op`; None if it cannot be read."""
    while op is not None:
        layout = op.attribute(_LAYOUT)
        if layout is not None:
            found = re.search(_INDEX, layout)
            return int(found[1]) if found is not None else 64 if layout.startswith("#dlti.dl_spec<") else None
        op = op.parent_op
    return 64


def size_of(type: Type, index: int | None) -> int | None:
    """The bytes of a ranked memref without a layout, dynamic sizes being one; None if unknown."""
    return elements_size(type, index) if type.layout is None else None


def elements_size(type: Type, index: int | None) -> int | None:
    """The bytes of the elements of a ranked memref, contiguously, dynamic sizes being one."""
    dims, element, _ = type.memref_parts
    size = _element(element, index)
    return None if size is None else size * prod(int(dim) for dim in dims if dim != "?")


def alignment_of(type: Type, index: int | None) -> int:
    """The alignment of elements of a ranked memref, in bytes.

    The size of a vector's last dimension, as LLVM rounds it up; else the size, at most the heap's alignment.
    """
    element = type.memref_parts[1]
    if vector := re.fullmatch(_VECTOR, element):
        last, part = int(vector[1].split("x")[-2]), _element(vector[2], index)
        return _power(last * part) if part is not None else _HEAP_ALIGNMENT
    size = _element(element, index) or 1
    return min(size & -size, _HEAP_ALIGNMENT)


def special_space(type: Type) -> str | None:
    """The memory space that a memref names, if it is not the default one."""
    spaces = type.memory_space
    return spaces[0] if spaces and not re.fullmatch(r"0(?:\s*:\s*\w+)?", spaces[0]) else None


def _element(text: str, index: int | None) -> int | None:
    """The bytes of an element, rounded up; None where they are not known."""
    if text == "index":
        return None if index is None else -(-index // 8)
    if number := re.fullmatch(_NUMBER, text):
        return _power(-(-int(number[1]) // 8))
    if pair := re.fullmatch(_COMPLEX, text):
        part = _element(pair[1], index)
        return None if part is None else 2 * _power(part)
    if vector := re.fullmatch(_VECTOR, text):
        *dims, last = map(int, vector[1].split("x")[:-1])
        part = _element(vector[2], index)
        return None if part is None else prod(dims) * _power(last) * part
    return None


def _power(number: int) -> int:
    """The least power of two that is not below a number."""
    return 1 << max(number - 1, 0).bit_length()
