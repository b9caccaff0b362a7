"""Texts that differ only in the sizes of memrefs: which types differ, and whether the rest is equal.

Only the verifier looks at sizes. Rank, element type and kind of layout must be the same, and types equal in one text
must be equal in the other.
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
"""The words that may differ under the same sizes: names of values, and symbols without their `@`."""
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
    """Do other sizes in the types that `text` spells change nothing in `op` but these types?

    `types` are those of its operands and inner values, `spelled` the words that are types; `text` may have other words.
    Each type must be in the text, in its one spelling: others may be computed from a type, or hidden by an alias. No
    word may be part of a larger type, or of a string, which would not change.
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
