"""The canonical spelling of types, by which they are compared."""

from __future__ import annotations

import re
from functools import lru_cache

from ownlog.frontend.text.spelling import closing, masked, unmasked
from ownlog.frontend.text.tokens import split_top_level

_STRING = r'("(?:[^"\\]|\\.)*+")'
_SPACE = rf"{_STRING}|(?://[^\n]*+|[ \t\r\n\0])++"
_PUNCTUATION = rf"{_STRING}|,|(?<!:):(?!:)|->|(?<![=<>!])=(?!=)"
_SPREAD = {",": ", ", ":": ": ", "->": " -> ", "=": " = "}
_ARRAY = r"((?:\b|(?<=\dx))array<\d+)x"
_ENCODING = r"(tensor<[^<>,]*,-?\d+)>"
_IDENTITY = r"affine_map<\(((?:d\d+(?:, )?)*)\)(?:\[[^\]]*\])? -> \(\1\)>"
_MEMREF = r"(?<![\w.$])memref<"
# `-> (t)` at the end of a function type, which is `-> t` where `t` is no function type.
_ONE_RESULT = r"->\(([^(),]+)\)\Z"
_DEFAULT_POINTER = r"(?<![\w.])((?:!llvm\.)?ptr)<0>"
_LLVM = re.compile(r"!llvm\.\w+<")
_QUANT = r"!quant\.\w+<[^<>]*>"
_SCALE = r"(?<=[ {,<])(-?\d+\.\d*(?:[eE][-+]?\d+)?)(:-?\d+)?"
_SPARSE = r"#sparse_tensor\.encoding<\{((?:[^<>{}]|->|<[^<>]*>)*)\}>"
_LEVELS = r"(?<=, lvls = )(\d+) to (\d+)(?=>)"
_INNER_LLVM = r"(?<=[(<, ])!llvm\."
_TIMES = r"(?<=[\d?*\]]) ?x ?"


def canonical_text(text: str) -> str:
    """`text` (aliases resolved) as MLIR's printer spaces it, without default layouts and memory spaces."""
    if not any(c in text for c in " ,:\n\t\r\0"):
        return text.replace("ptr<0>", "ptr") if text.startswith("!llvm.ptr<0") else text
    text, hidden = masked(text)
    return unmasked(_canonical(text), hidden)


@lru_cache(4096)
def _canonical(text: str) -> str:
    text = _squeeze(text)
    # Functions in place of templates, for which patterns import `re`.
    if text.startswith("("):
        text = re.sub(_ONE_RESULT, lambda found: f"->{found[1]}", text)
    text = text.replace(",offset:0>", ">")
    if text.startswith("memref<"):
        text = text.removesuffix(":i64>") + ">" if text.endswith(":i64>") else text
        text = text.removesuffix(",0>") + ">" if text.endswith(",0>") else text
    if "!llvm." in text:
        text = _llvm(
            re.sub(_ARRAY, lambda found: f"{found[1]} x ", re.sub(_DEFAULT_POINTER, lambda found: found[1], text))
        )
    if "tensor<" in text:
        text = re.sub(_ENCODING, lambda found: f"{found[1]}:i64>", text)
    text = re.sub(_PUNCTUATION, lambda found: found[1] or _SPREAD[found[0]], text)
    if "!quant." in text or "#sparse_tensor.encoding<" in text:
        text = re.sub(_SPARSE, _encoding, re.sub(_QUANT, _quantized, text))
        text = re.sub(_LEVELS, _levels, text)
    if "affine_" in text:
        from ownlog.frontend.text.affinetext import canonical_maps

        # Spelled until it stays: MLIR's own simplification moves a constant by one term each time that a map is read.
        while (spelled := canonical_maps(text)) != text:
            text = spelled
    return _laid_out(text) if "memref<" in text and ("strided<" in text or "affine_map<" in text) else text


def _laid_out(text: str) -> str:
    """`text` with one layout for each memref: of several the last one counts, and an identity is none."""
    # From the last memref to the first, so that those in another one come before it.
    for found in reversed([*re.finditer(_MEMREF, text)]):
        end = closing(text, found.end() - 1)
        shape, *behind = split_top_level(text[found.end() : end])
        layouts = [part for part in behind if part.startswith(("strided<", "affine_map<"))]
        if not layouts or (len(layouts) == 1 and re.fullmatch(_IDENTITY, layouts[0]) is None):
            continue
        kept = [] if re.fullmatch(_IDENTITY, layouts[-1]) is not None else layouts[-1:]
        rest = [part for part in behind if part not in layouts]
        text = f"{text[: found.end()]}{', '.join([shape, *kept, *rest])}{text[end:]}"
    return text


def _squeeze(text: str) -> str:
    def space(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        return " " if (before.isalnum() or before == "_") and (after.isalnum() or after == "_") else ""

    squeezed = re.sub(_SPACE, space, text)
    return re.sub(_TIMES, "x", squeezed) if " x" in squeezed or "x " in squeezed else squeezed


def _llvm(text: str) -> str:
    """Types of the llvm dialect: nested ones without prefix, and a function's arguments after a space."""
    pieces, at = [], 0
    while (found := _LLVM.search(text, at)) is not None:
        depth, end = 1, found.end()
        while end < len(text) and depth:
            depth += {"<": 1, ">": -1}.get(text[end], 0)
            end += 1
        pieces += [text[at : found.end()], re.sub(_INNER_LLVM, "", text[found.end() : end])]
        at = end
    return _spaced_functions("".join(pieces) + text[at:])


def _spaced_functions(text: str) -> str:
    at = 0
    while (at := text.find("func<", at)) >= 0:
        at += len("func<")
        depth, end = 0, at
        while end < len(text) and (depth or text[end] != "("):
            depth += {"<": 1, ">": -1}.get(text[end], 0)
            end += 1
        if text[end - 1 : end] != " ":
            text = f"{text[:end]} {text[end:]}"
    return text


def _quantized(found: re.Match[str]) -> str:
    """A quantized type: scales as MLIR prints numbers, without zero points that are 0."""
    return re.sub(_SCALE, _scale, found[0].replace(": ", ":"))


def _scale(found: re.Match[str]) -> str:
    value = float(found[1])
    short = f"{value:.6e}"
    return (short if float(short) == value else repr(value)) + ("" if found[2] in (None, ":0") else found[2])


def _encoding(found: re.Match[str]) -> str:
    """A sparse tensor's encoding: levels without the widths that mean "the default"."""
    shown = []
    for entry in split_top_level(found[1]):
        if not entry:
            continue
        key, _, value = (piece.strip() for piece in entry.partition("="))
        if key == "map":
            from ownlog.frontend.text.affinetext import canonical_levels

            value = canonical_levels(value.replace(": ", " : "))
        if key not in ("posWidth", "crdWidth") or value != "0":
            shown.append(f"{key} = {value}")
    return f"#sparse_tensor.encoding<{{ {', '.join(shown)} }}>"


def _levels(found: re.Match[str]) -> str:
    """The levels of an iteration space; one level is one number."""
    return found[1] if int(found[2]) == int(found[1]) + 1 else found[0]
