"""The layouts of ranked memrefs: whether a type has one, and whether strides and an offset can describe it.

`memref.extract_strided_metadata` only takes what is strided. Nothing but a cast makes a view of a buffer with another layout, so that
such a buffer always is a whole allocation.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ownlog.backend.rewriting.affine import Linear, read_linear
from ownlog.frontend.forms.dialects.affine import map_parts
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

_LAYOUTS = ("strided<", "affine_map<")
_STRIDED = re.compile(r"strided<\s*\[([-?\d,\s]*)\]\s*(?:,\s*offset\s*:\s*([-?\d]+)\s*)?>")


def layout(type: Type) -> str | None:
    """The layout of a ranked memref as its type writes it; None where it has none."""
    return next((part for part in type.memref_parts[2] if part.startswith(_LAYOUTS)), None)


def memory_space(type: Type) -> list[str]:
    """The memory space of a ranked memref, if its type writes one."""
    return [part for part in type.memref_parts[2] if not part.startswith(_LAYOUTS)]


def is_strided(type: Type) -> bool:
    """Can strides and an offset describe where the elements of a ranked memref are?"""
    text = layout(type)
    return text is None or text.startswith("strided<") or _is_strided_map(text)


@lru_cache
def _is_strided_map(text: str) -> bool:
    try:
        dims, symbols, result = map_parts(text)
    except ValueError:
        return False
    results = [expression.strip() for expression in split_top_level(result)]
    if len(results) != 1:
        return results == [dim.strip() for dim in dims]
    # What multiplies a dimension may be a symbol, so any number stands for it.
    meaning = {dim.strip(): Linear({dim: 1}) for dim in dims} | {symbol.strip(): Linear[str]({}, 1) for symbol in symbols}
    return read_linear(results[0], meaning) is not None


def strides(type: Type) -> tuple[list[str], str] | None:
    """The strides and the offset of a ranked memref, "?" for what its type does not say; None where its layout is no `strided<..>`."""
    text, dims = layout(type), type.memref_parts[0]
    if text is not None:
        found = _STRIDED.fullmatch(text)
        return found and ([stride.strip() for stride in found[1].split(",") if stride.strip()], found[2] or "0")
    contiguous, step = list[str](), "1"
    for dim in reversed(dims):
        contiguous.append(step)
        step = "?" if "?" in (dim, step) else str(int(step) * int(dim))
    return contiguous[::-1], "0"


def castable(old: Type, new: Type) -> bool:
    """May one `memref.cast` lead from a buffer type to another one? Each number has to be the same, unless a type does not say it."""
    if old.is_unranked_memref or new.is_unranked_memref:
        parts = [(type.unranked_parts if type.is_unranked_memref else (type.memref_parts[1], memory_space(type))) for type in (old, new)]
        return parts[0] == parts[1] and not (old.is_unranked_memref and new.is_unranked_memref)
    (sizes, element, _), (others, other, _) = old.memref_parts, new.memref_parts
    if element != other or memory_space(old) != memory_space(new) or not _alike(sizes, others):
        return False
    left, right = strides(old), strides(new)
    if left is None or right is None:
        return layout(old) == layout(new)
    return _alike([*left[0], left[1]], [*right[0], right[1]])


def _alike(left: list[str], right: list[str]) -> bool:
    return len(left) == len(right) and all("?" in (one, other) or one == other for one, other in zip(left, right, strict=True))
