"""The one spelling by which two types are compared, whatever white space, layout or variable names they were written with."""

from __future__ import annotations

import re
from collections.abc import Callable

_STRING = r'("(?:[^"\\]|\\.)*+")'
_SPACE = re.compile(rf"{_STRING}|(?://[^\n]*+|[ \t\r\n])++")
_PUNCTUATION = re.compile(rf"{_STRING}|,|(?<!:):(?!:)|->")
_SPREAD = {",": ", ", ":": ": ", "->": " -> "}
_ARRAY = re.compile(r"(\barray<\d+)x")
_ENCODING = re.compile(r"(tensor<[^<>,]*,-?\d+)>")
_MAP = re.compile(r"affine_map<\(([^()]*)\)(?:\[([^\[\]]*)\])?->")
_IDENTITY = re.compile(r",affine_map<\(((?:d\d+,?)*)\)->\(\1\)>")
_NAME = re.compile(r"[A-Za-z_][\w$.]*")


def canonical_text(text: str) -> str:
    """`text` (aliases resolved) as MLIR's printer spaces it, without layouts and memory spaces that mean "the default"."""
    if not any(c in text for c in " ,:\n\t\r"):
        return text
    text = _squeeze(text)
    if "affine_map<" in text:
        text = _IDENTITY.sub("", _rename_dimensions(text))
    text = text.replace(",offset:0>", ">")
    if text.startswith("memref<"):
        text = text.removesuffix(":i64>") + ">" if text.endswith(":i64>") else text
        text = text.removesuffix(",0>") + ">" if text.endswith(",0>") else text
    if "!llvm." in text:
        text = _ARRAY.sub(r"\1 x ", text)
    if "tensor<" in text:
        text = _ENCODING.sub(r"\1:i64>", text)
    return _PUNCTUATION.sub(lambda found: found[1] or _SPREAD[found[0]], text)


def _squeeze(text: str) -> str:
    def space(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        return " " if (before.isalnum() or before == "_") and (after.isalnum() or after == "_") else ""

    squeezed = _SPACE.sub(space, text)
    return re.sub(r"(?<=[\d?*\]]) ?x ?", "x", squeezed) if " x" in squeezed or "x " in squeezed else squeezed


def _rename_dimensions(text: str) -> str:
    """`text` with the dimensions of each map called d0, d1, ... and its symbols s0, s1, ..."""
    pieces, at = [], 0
    while (found := _MAP.search(text, at)) is not None:
        end = text.find(">", found.end()) + 1 or len(text)
        names = _numbered(found[1], "d") | _numbered(found[2] or "", "s")
        start = found.start() + len("affine_map")
        pieces += [text[at:start], _NAME.sub(_lookup(names), text[start:end])]
        at = end
    return "".join(pieces) + text[at:]


def _numbered(names: str, letter: str) -> dict[str, str]:
    return {name: f"{letter}{i}" for i, name in enumerate(names.split(",")) if name}


def _lookup(names: dict[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda found: names.get(found[0], found[0])
