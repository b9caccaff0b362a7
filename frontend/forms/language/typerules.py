"""Types that a form does not spell: how they follow from the types it does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import prod

from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import I1, Type

Types = dict[str, list[Type]]
Make = Callable[[Types, int], list[Type]]  # from the types known so far and the number of values
_SHAPE = r"(?:vector|tensor)<(?:(?:\d+|\?|\[\d+\])x)+"
_SHAPED = r"(?:memref|tensor|vector|complex|!gpu.mma_matrix|!spirv.image)<"
_DIMENSIONS = r"^(?:\*x|(?:\d+|\?|\[\d+\])x)*"
_BUILTIN = re.compile(r"(?:index|[su]?i\d+|b?f\d+|f8\w+|none|(?:memref|tensor|vector|complex|tuple)<[^{}]*>|![^{}]*)\Z")
_REPEATED = r"([\w!.]+)\*(\w+)"
_EACH = r"each\((\w+)\)"
_CALL = r"(\w+)\((.+)\)"
_WORD = r"\$?\w+"
_HOLE = r"\{([^{}]*)\}"
_RANKED = r"(?:memref|tensor|vector)<((?:(?:\d+|\?|\[\d+\])x)*)"
_DIMENSIONS_OF = r"(memref|tensor|vector)<((?:\*x|(?:\d+|\?|\[\d+\])x)*)"
_SIZE = r"(\d+)x"
_VECTOR = r"vector<((?:(?:\d+|\[\d+\])x)*)(.*)>\Z"


def rule(expression: str) -> tuple[Make, str | None]:
    """The function for a type rule (see `format.py`), and the group whose size it takes over (None: its own).

    Besides what is said there, functions may be nested, and a type may have expressions in it: `!pdl.range<{a}>`.
    """
    if _BUILTIN.match(expression):
        return _constant(Type.get(expression)), None
    if (found := re.fullmatch(_REPEATED, expression)) is not None:
        return _constant(Type.get(found[1])), found[2]
    if (found := re.fullmatch(_EACH, expression)) is not None:
        name = found[1]
        return lambda types, count: list(types[name]), None
    one = _expression(expression)

    def derive(types: Types, count: int) -> list[Type]:
        type = one(types) if count else None
        return [] if type is None else [type] * count

    return derive, None


def _constant(type: Type) -> Make:
    return lambda types, count: [type] * count


def _expression(text: str) -> Callable[[Types], Type | None]:
    """The type that an expression means, None where what it needs is not there."""
    if text[:1] == "!":
        return _template(text)
    if (found := re.fullmatch(_CALL, text)) is not None:
        if found[1] == "shaped_as":
            return _shaped_as(*found[2].split())
        if found[1] not in FUNCTIONS:
            raise ValueError(f"{found[1]!r} is no function of types")
        function, inner = FUNCTIONS[found[1]], _expression(found[2])

        def apply(types: Types) -> Type | None:
            type = inner(types)
            return None if type is None else function(type)

        return apply
    if re.fullmatch(_WORD, text) is None:
        raise ValueError(f"{text!r} is no type rule")

    def same(types: Types) -> Type | None:
        known = types.get(text)
        return known[0] if known else None

    return same


def _shaped_as(element_name: str, shape_name: str) -> Callable[[Types], Type | None]:
    """The one type, and where it has no shape but the other has one: elements of it in that shape."""

    def shaped(types: Types) -> Type | None:
        if not (types.get(element_name) and types.get(shape_name)):
            return None
        one, other = types[element_name][0], types[shape_name][0]
        found = re.match(_SHAPE, other.canonical)
        return one if found is None or re.match(_SHAPE, one.canonical) else Type.get(f"{found[0]}{one.canonical}>")

    return shaped


def _template(text: str) -> Callable[[Types], Type | None]:
    pieces = re.split(_HOLE, text)
    inner = [_expression(piece) for piece in pieces[1::2]]
    prefix = text.partition(".")[0] + "."  # a type in another of its dialect has none

    def fill(types: Types) -> Type | None:
        found = [make(types) for make in inner]
        if None in found:
            return None
        shown = [pieces[0]]
        for type, after in zip(found, pieces[2::2], strict=True):
            assert type is not None
            shown += [type.canonical.removeprefix(prefix), after]
        return Type.get("".join(shown))

    return fill


@cache
def element(type: Type) -> Type:
    """The element type of a shaped type; any other type itself."""
    found = re.match(_SHAPED, type.canonical)
    if found is None:
        return type
    inner = split_top_level(type.canonical[found.end() : -1])[0]  # the cursor makes no empty `memref<>`
    return Type.get(re.sub(_DIMENSIONS, "", inner))


@cache
def dimensions_of(type: Type) -> list[str]:
    """The dimensions of a memref, tensor or vector, scalable ones in brackets; none for any other type."""
    found = re.match(_RANKED, type.canonical)
    return found[1].split("x")[:-1] if found is not None else []


def dimensions(type: Type) -> int:
    """How many dimensions a memref, tensor or vector has."""
    return len(dimensions_of(type))


@cache
def boolean_like(type: Type) -> Type:
    """i1, in the shape of `type`."""
    found = re.match(_DIMENSIONS_OF, type.canonical)
    if found is None:
        return I1
    encoding = split_top_level(type.canonical[len(found[1]) + 1 : -1])[1:]
    return Type.get(f"{found[1]}<{', '.join([found[2] + 'i1', *encoding])}>")


@cache
def _lanes(type: Type) -> Type:
    """An integer with a bit for each element of a vector."""
    sizes = re.findall(_SIZE, type.canonical)
    return Type.get(f"i{prod(map(int, sizes))}")


@cache
def _tensor(type: Type) -> Type:
    """The tensor that a memref holds, and where it is none, itself."""
    if not type.is_memref:
        return type
    if type.is_unranked_memref:
        return Type.get(f"tensor<*x{type.unranked_parts[0]}>")
    sizes, held, _ = type.memref_parts
    return Type.get(f"tensor<{'x'.join([*sizes, held])}>")


@cache
def inner(type: Type) -> Type:
    """The first type between the brackets of a type: `f32` of `!spirv.ptr<f32, Function>`."""
    opening = type.canonical.find("<")
    parts = split_top_level(type.canonical[opening + 1 : -1]) if opening >= 0 else []
    return Type.get(parts[0]) if parts else type


def _reshaped(type: Type, change: Callable[[list[str]], list[str]]) -> Type:
    """A vector type with other dimensions."""
    found = re.match(_VECTOR, type.canonical)
    return (
        type
        if found is None
        else Type.get(f"vector<{''.join(f'{dim}x' for dim in change(found[1].split('x')[:-1]))}{found[2]}>")
    )


# What a rule may compute of a type.
FUNCTIONS: dict[str, Callable[[Type], Type]] = {
    "element": element,
    "bool": boolean_like,
    "inner": inner,
    "lanes": _lanes,
    "tensor": _tensor,
    "square": lambda type: _reshaped(type, lambda dims: [dims[0], dims[0]]),
}
