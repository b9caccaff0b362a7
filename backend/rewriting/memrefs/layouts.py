"""The layouts of ranked memrefs: whether strides and an offset can describe it.

`memref.extract_strided_metadata` only takes what is strided. Nothing but a cast makes a view of a buffer with another layout, so that
such a buffer always is a whole allocation.
"""

from __future__ import annotations

from functools import lru_cache

from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type


def is_strided(type: Type) -> bool:
    """Can strides and an offset describe where the elements of a ranked memref are?"""
    text = type.layout
    return text is None or text.startswith("strided<") or _is_strided_map(text)


@lru_cache
def _is_strided_map(text: str) -> bool:
    # Few programs have layouts that are maps.
    from ownlog.backend.rewriting.memrefs.affine import Linear, read_linear
    from ownlog.frontend.forms.dialects.affine import map_parts

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
