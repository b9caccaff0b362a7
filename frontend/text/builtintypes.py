"""Builtin types: shapes, element types, layouts and memory spaces, as MLIR's parser and verifiers take them.

Types of unknown dialects are taken as they are, anywhere.
"""

from __future__ import annotations

import re

from ownlog.frontend.text.affine_reader import map_parts
from ownlog.frontend.text.affinetext import map_problem
from ownlog.frontend.text.spelling import DIALECTS
from ownlog.frontend.text.types import split_top_level

_FLOATS = (
    "bf16|tf32|f16|f32|f64|f80|f128|f4E2M1FN|f6E2M3FN|f6E3M2FN|f8E3M4|f8E4M3|f8E4M3FN|f8E4M3FNUZ|"
    "f8E4M3B11FNUZ|f8E5M2|f8E5M2FNUZ|f8E8M0FNU"
)
_NUMBER = rf"(?:[su]?i\d+|{_FLOATS})"
_SCALAR = rf"(?:[su]?i\d+|index|{_FLOATS})"
_HEAD = r"(memref|tensor|vector|complex|tuple)\s*<"
_DIMENSION = re.compile(r"\s*(\d+|\?)\s*x\s*")
_FIXED = re.compile(r"\s*(\[?)\s*(\d+)\s*(\]?)\s*x\s*")
_UNRANKED = r"\s*\*\s*x\s*"
_BLANK = r'("(?:[^"\\]|\\.)*+")|//[^\n]*+|\0'
_ONLY_NUMBER = r"[\d?]+"
_STRIDES = r"strided\s*<\s*\[([^\]]*)\]"
_DENSE = r"dense\s*<[^<>]*>"
_STRIDED = r"strided\s*<\s*\[[^\]]*\]\s*(?:,\s*offset\s*:\s*(?:\?|-?\d+)\s*)?>"
_STRIDE = re.compile(r"\?|-?\d+")
_ELEMENTS = {"memref": ("complex", "vector", "memref"), "tensor": ("complex", "vector"), "vector": (), "complex": ()}
"""The builtin types, beside scalars, that may be elements of each shaped type."""

_FOREIGN = {
    "memref": re.compile(r"!(?:llvm\.ppc_fp128|ptr\.ptr)(?![\w.])"),
    "tensor": re.compile(r"!"),
    "vector": re.compile(r"!(?:llvm\.ppc_fp128|llvm\.ptr|ptr\.ptr)(?![\w.])"),
    "complex": re.compile(r"!llvm\.ppc_fp128(?![\w.])"),
}
"""The types of MLIR's other dialects that may be elements: those with `MemRefElementTypeInterface`, and the like."""
_OWNER = r"!\s*(\w+)"

_NOT_A_TYPE = "expected non-function type"


_DEEPEST = 50  # types inside of each other that are looked at: each is read once for each that it is in


def problem(text: str, depth: int = 0) -> str | None:
    """The fault of a type (aliases resolved), in mlir-opt's words, if there is one.

    `depth` is the number of types around it.
    """
    if depth > _DEEPEST:
        return None
    if "\0" in text or "//" in text:
        text = re.sub(_BLANK, lambda found: found[1] or " ", text)
    text = text.strip()
    head = re.match(_HEAD, text)
    if head is None:
        builtin = text[:1].isalpha() and not text.startswith("opaque")
        return None if not builtin or text == "none" or re.fullmatch(_SCALAR, text) else _NOT_A_TYPE
    parts = split_top_level(text[head.end() : text.rindex(">")])
    if head[1] == "tuple":
        return next((found for part in parts if part.strip() and (found := problem(part, depth + 1)) is not None), None)
    if any(not part.strip() for part in parts[1:]):
        return "expected list element"
    return _CHECKS[head[1]](parts[0], [part.strip() for part in parts[1:]], depth)


def _memref(shape: str, behind: list[str], depth: int) -> str | None:
    unranked = re.match(_UNRANKED, shape)
    if unranked is not None:
        return _element("memref", shape[unranked.end() :], depth) or _behind_unranked(behind)
    rank, element = _dimensions(shape)
    return _element("memref", element, depth) or _behind_memref(rank, behind)


def _behind_unranked(behind: list[str]) -> str | None:
    if any(map(_is_layout, behind)):
        return "cannot have affine map for unranked memref type"
    return "multiple memory spaces specified in memref type" if len(behind) > 1 else None


def _behind_memref(rank: int, behind: list[str]) -> str | None:
    spaces = [number for number, part in enumerate(behind) if not _is_layout(part)]
    if len(spaces) > 1:
        return "multiple memory spaces specified in memref type"
    if spaces and spaces[0] != len(behind) - 1:
        return "expected memory space to be last in memref type"
    for part in behind:
        if part.startswith("strided") and re.fullmatch(_STRIDED, part) is None:
            return "expected a list of strides in brackets, and at most an offset behind it"
        if (strides := re.match(_STRIDES, part)) is not None:
            given = [stride.strip() for stride in strides[1].split(",") if stride.strip()]
            if not all(map(_STRIDE.fullmatch, given)):
                return "expected a 64-bit signed integer or '?'"
            if len(given) != rank:
                return "expected the number of strides to match the rank"
        elif part.startswith("affine_map") and (wrong := map_problem(part)) is not None:
            return wrong[0]
        elif part.startswith("affine_map") and (maps := map_parts(part)):
            count = len(maps[0].dimensions)
            if count != rank:
                return f"memref layout mismatch between rank and affine map: {rank} != {count}"
    return None


def _is_layout(part: str) -> bool:
    return part.startswith(("strided", "affine_map"))


def _tensor(shape: str, behind: list[str], depth: int) -> str | None:
    unranked = re.match(_UNRANKED, shape)
    element = shape[unranked.end() :] if unranked is not None else _dimensions(shape)[1]
    if (found := _element("tensor", element, depth)) is not None:
        return found
    if behind and unranked is not None:
        return "cannot apply encoding to unranked tensor"
    if behind and re.fullmatch(_DENSE, behind[0]) is not None:
        return "expected ':'"
    if behind and (wrong := map_problem(behind[0])) is not None:
        return wrong[0]
    return "expected '>' in tensor type" if len(behind) > 1 or (behind and behind[0].startswith("strided")) else None


def _vector(shape: str, behind: list[str], depth: int) -> str | None:
    at = 0
    while (dimension := _FIXED.match(shape, at)) is not None:
        # One bracket may hold several dimensions: what opens and closes is for MLIR's own reader of such rare types.
        if int(dimension[2]) == 0:
            return "vector types must have positive constant sizes but got 0"
        at = dimension.end()
    return _element("vector", shape[at:], depth) or ("expected '>' in vector type" if behind else None)


def _complex(element: str, behind: list[str], depth: int) -> str | None:
    if behind:
        return "expected '>' in complex type"
    element = element.strip()
    if _is_foreign("complex", element) or re.fullmatch(_NUMBER, element):
        return None
    return "invalid element type for complex" if problem(element, depth + 1) is None else _NOT_A_TYPE


_CHECKS = {"memref": _memref, "tensor": _tensor, "vector": _vector, "complex": _complex}


def _dimensions(shape: str) -> tuple[int, str]:
    """How many dimensions a shape begins with, and what follows them."""
    rank = at = 0
    while (dimension := _DIMENSION.match(shape, at)) is not None:
        rank, at = rank + 1, dimension.end()
    return rank, shape[at:]


def _element(kind: str, text: str, depth: int) -> str | None:
    text = text.strip()
    if _is_foreign(kind, text) or re.fullmatch(_SCALAR, text):
        return None
    if re.fullmatch(_ONLY_NUMBER, text):
        return "expected 'x' in dimension list"
    head = re.match(_HEAD, text)
    if head is not None:
        if head[1] in _ELEMENTS[kind]:
            return problem(text, depth + 1)
        return f"invalid {kind} element type"
    if kind == "vector" and text.startswith("!"):
        return "failed to verify 'elementType': VectorElementTypeInterface instance"
    if text == "none" or text.startswith(("(", "opaque", "!")):
        return f"invalid {kind} element type"
    return _NOT_A_TYPE


def _is_foreign(kind: str, text: str) -> bool:
    """Is it the type of a dialect, and one that may be an element, as far as it is known here?"""
    owner = re.match(_OWNER, text)
    return owner is not None and (owner[1] not in DIALECTS or _FOREIGN[kind].match(text) is not None)
