"""What the types of the spirv dialect hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader

_SIZED = re.compile(r"(?:vector|!spirv\.array|!spirv\.matrix|!spirv\.coopmatrix)<\s*(?:\[?\d+\]?\s*x\s*)")
_POINTER = re.compile(r"!spirv\.ptr<(.*),\s*(\w+)>\Z", re.DOTALL)


def pointee(p: OpReader, pointer: Type) -> tuple[Type, str]:
    """The type that a pointer leads to, and its storage class."""
    found = _POINTER.match(pointer.canonical)
    if found is None:
        p.fail(f"expected a pointer, but got '{pointer}'")
    return p.make_type(found[1].strip()), found[2]


def pointer_to(p: OpReader, type: Type, storage: str) -> Type:
    """The pointer to a type in a storage class."""
    return p.make_type(f"!spirv.ptr<{type.canonical}, {storage}>")


def members_type(p: OpReader, type: Type, indices: list[int]) -> Type:
    """The type at `indices` in a composite type."""
    for index in indices:
        type = p.make_type(_member(p, type, index))
    return type


def _member(p: OpReader, type: Type, index: int) -> str:
    text = type.canonical
    if text.startswith("!spirv.struct<"):
        opening = text.find("(")
        members = split_top_level(text[opening + 1 : text.rindex(")")])
        if index >= len(members):
            p.fail(f"index {index} out of bounds for '{type}'")
        # What follows a member are its decorations.
        return re.sub(r"\s*\[[^\[\]]*\]\Z", "", members[index])
    found = _SIZED.match(text)
    if found is not None:
        inner = text[found.end() : -1]
        if text.startswith(("vector<", "!spirv.coopmatrix")):
            inner = re.sub(r"^(?:\d+\s*x\s*)+", "", inner)
        return split_top_level(inner)[0]
    if text.startswith("!spirv.rtarray<"):
        return split_top_level(text[len("!spirv.rtarray<") : -1])[0]
    return p.fail(f"cannot index into '{type}'")
