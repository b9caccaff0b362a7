"""Types that a form does not spell: how they follow from the types it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from ownlog.frontend.tokens import split_top_level
from ownlog.frontend.types import I1, INDEX, Type

Types = dict[str, list[Type]]
Make = Callable[[Types, int], list[Type]]  # from the types known so far and the number of values
_BUILTIN = {"index": INDEX, "i1": I1, "witness": Type.get("!shape.witness")}


def rule(expression: str) -> tuple[Make, str | None]:
    """The function for a type rule (see `format.py`), and the group whose size it takes over (None: its own)."""
    if (found := re.fullmatch(r"(\w+)\*(\w+)", expression)) is not None:
        return _constant(_BUILTIN[found[1]]), found[2]
    if expression in _BUILTIN:
        return _constant(_BUILTIN[expression]), None
    if (found := re.fullmatch(r"each\((\w+)\)", expression)) is not None:
        name = found[1]
        return lambda types, count: list(types[name]), None
    if (found := re.fullmatch(r"(element|bool)\((\w+)\)", expression)) is not None:
        return _derived({"element": element, "bool": boolean_like}[found[1]], found[2]), None
    return _derived(lambda type: type, expression), None


def _constant(type: Type) -> Make:
    return lambda types, count: [type] * count


def _derived(make: Callable[[Type], Type], name: str) -> Make:
    return lambda types, count: [make(types[name][0])] * count if count else []


@cache
def element(type: Type) -> Type:
    """The element type of a shaped type; any other type itself."""
    found = re.match(r"(?:memref|tensor|vector|complex)<", type.canonical)
    if found is None:
        return type
    inner = split_top_level(type.canonical[found.end() : -1])[0]  # the cursor makes no empty `memref<>`
    return Type.get(re.sub(r"^(?:\*x|(?:\d+|\?|\[\d+\])x)*", "", inner))


@cache
def boolean_like(type: Type) -> Type:
    """i1, in the shape of `type`."""
    found = re.match(r"(memref|tensor|vector)<((?:\*x|(?:\d+|\?|\[\d+\])x)*)", type.canonical)
    if found is None:
        return I1
    encoding = split_top_level(type.canonical[len(found[1]) + 1 : -1])[1:]
    return Type.get(f"{found[1]}<{', '.join([found[2] + 'i1', *encoding])}>")
