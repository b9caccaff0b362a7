"""Attributes by meaning, and as they were written.

An `Op` holds attributes by their meaning: aliases are resolved, symbols and strings have one spelling. `written` gives
back the text of the file for a changed op. The brackets of types and attributes of unknown dialects stay unread, and
are equal only to the letter, as in MLIR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ownlog.frontend.text.tokens import BARE, BODY_BRACKETS, CLOSING, STRING

_NAMED = rf"@?{STRING}"
_ESCAPE = rb'\\(?:([nt"\\])|([0-9A-Fa-f]{2}))'
_ESCAPED = {b"n": b"\n", b"t": b"\t", b'"': b'"', b"\\": b"\\"}
_IDENTIFIER = re.compile(r"(?a)[A-Za-z_][A-Za-z0-9_$.]*")
_SYMBOL_OR_STRING = rf"@(?:[A-Za-z_][A-Za-z0-9_$.]*|{STRING})|{STRING}"


class Spelled(str):
    """An attribute that is written in another way: as a string its meaning, in `written` its text."""

    __slots__ = ("written",)

    written: str


def spelled(meaning: str, written: str) -> str:
    """`meaning`, which remembers how it was written if that is something else."""
    if meaning == written:
        return meaning
    made = Spelled(meaning)
    made.written = written
    return made


def written(text: str) -> str:
    """An attribute as the file writes it."""
    return text.written if isinstance(text, Spelled) else text


def spelled_list(entries: list[str]) -> str:
    """The attribute `[a, b]`."""
    return spelled(f"[{', '.join(entries)}]", f"[{', '.join(map(written, entries))}]")


def normal_text(text: str) -> str:
    """`text` (of any attribute) with symbols and strings in their one spelling."""
    if "\\" not in text and '@"' not in text:
        return text
    text, hidden = masked(text)
    named = re.sub(
        _NAMED, lambda found: symbol_reference(found[0]) if found[0][0] == "@" else normal_string(found[0]), text
    )
    return unmasked(named, hidden)


def normal_string(text: str) -> str:
    """A string (with its quotes) with no more escapes than MLIR's printer writes."""
    return f'"{_escaped(_content(text[1:-1]))}"'


@lru_cache(4096)
def symbol_reference(name: str) -> str:
    """The one spelling (`@f`, `@"a-b"`) of a symbol, from a `sym_name` (`"f"`) or any reference (`@"f"`)."""
    bare = name.removeprefix("@")
    if bare.startswith('"'):
        bare = bare[1:-1]
        if "\\" in bare or '"' in bare or not bare.isascii() or not bare.isprintable():
            bare = _escaped(_content(bare))
    return f"@{bare}" if _IDENTIFIER.fullmatch(bare) else f'@"{bare}"'


def is_plain_symbol(text: str) -> bool:
    """Whether `text` is one symbol in its one spelling, without quotes."""
    return text[:1] == "@" and _IDENTIFIER.fullmatch(text, 1) is not None


def symbol_text(name: str) -> str:
    """A symbol's name without sigil and quotes, for messages and for names of facts."""
    return symbol_reference(name)[1:].strip('"')


def symbols_in(text: str) -> set[str]:
    """All symbols that an attribute refers to, as by `symbol_reference`; not those in strings."""
    found = re.finditer(_SYMBOL_OR_STRING, text)
    return {symbol_reference(match[0]) for match in found if match[0][0] == "@"}


def string_bytes(text: str) -> bytes:
    """The bytes that a string attribute (with its quotes) stands for."""
    return _content(text[1:-1])


def _content(text: str) -> bytes:
    """The bytes that the inside of a string literal stands for."""
    data = text.encode(errors="surrogateescape")
    return re.sub(_ESCAPE, lambda found: _ESCAPED[found[1]] if found[1] else bytes([int(found[2], 16)]), data)


def _escaped(data: bytes) -> str:
    """Bytes as MLIR's printer writes them in a string: others than printable ones, and quotes, in hexadecimal."""
    return "".join("\\\\" if c == 0x5C else chr(c) if 0x20 <= c <= 0x7E and c != 0x22 else f"\\{c:02X}" for c in data)


def key_text(key: str) -> str:
    """An attribute name, in quotes where it needs them."""
    return key if BARE.match(key) else f'"{key}"'


def symbol(text: str) -> str:
    """The symbol of a `sym_name` (a string with quotes)."""
    text = written(text)
    return f"@{text[1:-1]}" if BARE.match(text[1:-1]) else f"@{text}"


# The bodies of foreign types and attributes

DIALECTS = frozenset(
    "acc affine amdgpu amx arith arm_neon arm_sme arm_sve async bufferization builtin cf complex dlti emitc func gpu"
    " index irdl linalg llvm math memref ml_program mpi nvgpu nvvm omp pdl pdl_interp ptr quant rocdl scf shape shard"
    " smt sparse_tensor spirv tensor tosa transform ub vector wasmssa x86vector xegpu xevm".split()
)
"""MLIR's own dialects."""

# MLIR's own test dialects print as MLIR's others do.
_OPENING = re.compile(r'"(?:[^"\\]|\\.)*+"|[#!]([A-Za-z_]\w*+)(?:\.[\w$.-]*+)?<')
_MASK = "\1([0-9]++)\1"


def bodies(text: str) -> Iterator[tuple[int, int]]:
    """Where the brackets of a foreign type or attribute open and close, without what is in them."""
    at = 0
    while (found := _OPENING.search(text, at)) is not None:
        at = found.end()
        if found[1] is not None and found[1] not in DIALECTS and not found[1].startswith("test"):
            end = closing(text, at - 1)
            yield at, end
            at = end


def closing(text: str, start: int) -> int:
    """Where the bracket closes that opens at `start`; the end of the text where it does not."""
    stack: list[str] = []
    for found in BODY_BRACKETS.finditer(text, start):
        c = found[0]
        if c in CLOSING:
            stack.append(CLOSING[c])
        elif c == stack[-1]:
            stack.pop()
            if not stack:
                return found.start()
    return len(text)


def masked(text: str) -> tuple[str, list[str]]:
    """`text` with a mark for what stands in each of the brackets, and what stood there."""
    if ("#" not in text and "!" not in text) or "\1" in text:
        return text, []
    pieces: list[str] = []
    hidden: list[str] = []
    at = 0
    for start, end in bodies(text):
        pieces += [text[at:start], f"\1{len(hidden)}\1"]
        hidden.append(text[start:end])
        at = end
    return "".join(pieces) + text[at:], hidden


def unmasked(text: str, hidden: list[str]) -> str:
    """`text` with what the marks stand for."""
    return re.sub(_MASK, lambda found: hidden[int(found[1])], text) if hidden else text
