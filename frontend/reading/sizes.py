"""Texts that differ in the sizes of memrefs only: which of their types differ, and whether all else is as it was.

What an op with `memref<4x8xf32>` is, one with `memref<16x2xf32>` is as well, but for that type: only what the verifier
asks looks at sizes. The number of dimensions, the type of the elements and the kind of layout have to be the same, and
types that are equal in one text have to be so in the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ownlog.frontend.text.spelling import written
from ownlog.frontend.text.tokens import ID, SUFFIX_ID
from ownlog.frontend.text.typetext import canonical_text

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op
    from ownlog.frontend.text.types import Type

_SIZED = r"memref<(?:[0-9]++x)++[a-z][a-z0-9]*+(?:, strided<\[[0-9, ]++\](?:, offset: [0-9]++)?+>)?+>"
TYPES = re.compile(f"({_SIZED})")
_NAME = rf"(?<!@)%{SUFFIX_ID}|(?<=@){ID}"
NAMED = re.compile(f"({_NAME})")
"""The words of an op's text that may differ where its sizes are the same: the names of values, and those of symbols
without their `@`.
"""
WORDS = re.compile(f"({_NAME}|{_SIZED})")
"""All words that may differ: these, and memrefs with sizes."""

_INNER = re.compile(f"[x<]{_SIZED}")  # a word inside of a larger type
_FIXED = (
    r"memref<(?:(?:[0-9]++|\?)x)*+[a-z][a-z0-9]*+(?:, strided<\[[0-9?, ]++\](?:, offset: (?:[0-9]++|\?))?+>)?+>"
    r"|vector<[0-9x]++[a-z][a-z0-9]*+>"
)
"""Types that stay: memrefs with sizes that are not known, and vectors."""
_STRING = re.compile(r'"[^"\n]*+"')
_SIZE = r"[0-9]++(?=x)|(?<=[\[ ])[0-9]++"


def is_type(word: str) -> bool:
    """Is it a type, not a name?"""
    return word[-1] == ">"


def sizes_left_out(types: Iterable[str]) -> str:
    """The types without their sizes, strides and offsets: `memref<4x8xf32>` becomes `memref<xxf32>`."""
    return " ".join(map(_without_size, types))


@lru_cache(4096)
def _without_size(type: str) -> str:
    return re.sub(_SIZE, "", type)


def is_size_free(op: Op, types: Iterable[Type], spelled: Sequence[str], text: str) -> bool:
    """Do other sizes in the types that `text` spells change nothing about `op` but these types?

    `types` are those of its operands and of all values in it, `spelled` the words of its text that are types; `text` is
    that, perhaps with other words. Each type has to be known by its place: there is one way to write it, so that equal
    types are equal texts, and it stands in the text. One that does not stand there may have been computed of one that
    does, and an alias hides what it is. No word may be a part of a larger type, nor of a string: of that, nothing else
    would change.
    """
    if "!" in text or any("memref<" in string for string in _STRING.findall(text)) or _INNER.search(text) is not None:
        return False
    told = (value for nested in op.walk() for value in (*nested.attrs.values(), *nested.properties.values()) if value)
    if any("memref<" in value or "memref<" in written(value) for value in told):
        return False
    rest = TYPES.sub(" ", text)
    fixed = re.findall(_FIXED, rest)
    known = {*spelled, *fixed}
    if rest.count("memref<") != sum(type.startswith("memref<") for type in fixed) or any(
        canonical_text(type) != type for type in known
    ):
        return False
    return all(type.text == type.canonical and ("<" not in type.text or type.text in known) for type in types)
