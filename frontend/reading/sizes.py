"""Texts that differ in the sizes of memrefs only: which of their types differ, and whether all else is as it was.

What an op with `memref<4x8xf32>` is, one with `memref<16x2xf32>` is as well, but for that type: only what the verifier asks looks at sizes.
The number of dimensions, the type of the elements and the kind of layout have to be the same, and types that are equal in one text have
to be so in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ownlog.base.later import pattern
from ownlog.frontend.text.tokens import SUFFIX_ID

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op
    from ownlog.frontend.text.types import Type

_SIZED = r"memref<(?:[0-9]++x)++[a-z][a-z0-9]*+(?:, strided<\[[0-9, ]++\](?:, offset: [0-9]++)?+>)?+>"
TYPES = pattern(f"({_SIZED})")
WORDS = pattern(f"(%{SUFFIX_ID}|{_SIZED})")
"""The words of an op's text that may differ: the names of values, and memrefs with sizes."""

_SIZE = pattern(r"[0-9]++(?=x)|(?<=[\[ ])[0-9]++")


def is_type(word: str) -> bool:
    """Is it a type, not a name?"""
    return word[0] != "%"


def sizes_left_out(types: Iterable[str]) -> str:
    """The types without their sizes, strides and offsets: `memref<4x8xf32>` becomes `memref<xxf32>`."""
    return " ".join(map(_without_size, types))


@lru_cache(4096)
def _without_size(type: str) -> str:
    return _SIZE.sub("", type)


def is_size_free(op: Op, types: Iterable[Type], spelled: Sequence[str], text: str) -> bool:
    """Do other sizes in the types that `text` spells change nothing about `op` but these types?

    `types` are those of its operands and of all values in it. One with a shape that is not spelled may have been computed of one that is.
    """
    if any("memref<" in (value or "") for nested in op.walk() for value in (*nested.attrs.values(), *nested.properties.values())):
        return False
    return all(
        "<" not in type.text or type.text in spelled or (type.text.startswith(("memref<", "vector<")) and type.text in text)
        for type in types
    )
