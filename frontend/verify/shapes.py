"""Shapes and elements of memref, tensor and vector types."""

from __future__ import annotations

import re
from functools import cache

from ownlog.frontend.forms.language.layouts import strides_of
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.affine_reader import map_parts
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.refusal import refuse

_SHAPE = r"(?:memref|tensor|vector)<((?:(?:\d+|\?)x)*)(?!\*)"


@cache
def shape(type: Type) -> tuple[str, ...] | None:
    """The dimensions ("4", "?") of a ranked shaped type; None for any other type."""
    found = re.match(_SHAPE, type.canonical)
    return tuple(found[1].split("x")[:-1]) if found is not None else None


def dynamic_dimensions(type: Type) -> int | None:
    """How many dimensions of a ranked type are `?`; None for any other type."""
    dims = shape(type)
    return None if dims is None else dims.count("?")


@cache
def layout_symbols(type: Type) -> int | None:
    """How many symbols the affine map of a memref has: 0 without a layout, None where the layout is of another kind."""
    layouts = [part for part in type.memref_parts[2] if part.startswith(("affine_map", "strided", "#"))]
    if not layouts:
        return 0
    if found := map_parts(layouts[0]):
        return len(found[0].symbols)
    strided = strides_of(layouts[0])
    return (*strided[0], strided[1]).count(None) if strided is not None else None


def may_be_equal(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> bool:
    """Can two shapes be the same at run time?"""
    if one is None or other is None:
        return True
    return len(one) == len(other) and all(a == b or "?" in (a, b) for a, b in zip(one, other, strict=True))


def check_dynamic(op: Op, sizes: int, type: Type) -> None:
    """InputError where `op` is not given a size for each `?` of what it makes."""
    dynamic = dynamic_dimensions(type)
    if dynamic is not None and sizes != dynamic:
        refuse(
            op, f"incorrect number of dynamic sizes, has {sizes}, expected {dynamic}", f"{type} has {dynamic} times '?'"
        )
