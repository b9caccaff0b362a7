"""Bytes that are not UTF-8 are surrogate escapes, and are written as they were.

Source: MLIR's lexer, which takes any byte in strings and comments, and only ASCII elsewhere.
"""

from __future__ import annotations

import re

from ownlog.base.errors import InputError, is_binary
from ownlog.base.source import Source

_ELSEWHERE = r'//[^\n]*+|"(?:[^"\\\n]|\\.)*+"|([\udc80-\udcff])'
_ANYWHERE = "[\udc80-\udcff]"
_WINDOW = 200
_BYTECODE = "ML\udcefR"
_UTF_16 = ("\udcff\udcfe", "\udcfe\udcff")


def check_encoding(source: Source) -> None:
    """Raises InputError at a byte order mark, or a byte that is not UTF-8 outside of strings and comments."""
    text = source.text
    if text.isascii():
        return
    if text.startswith(_BYTECODE):
        raise InputError(
            source.diagnostic(
                0, "this is MLIR bytecode, and not text", "mlir-opt prints it as text: mlir-opt IN -o OUT.mlir"
            )
        )
    if text.startswith(_UTF_16):
        # Not one character of it could be shown.
        found = source.diagnostic(
            0, "the text is UTF-16, and not UTF-8", "convert it, for example with iconv -f UTF-16 -t UTF-8"
        )
        raise InputError(found._replace(source_line=None))
    if text.startswith("\ufeff"):
        raise InputError(
            source.diagnostic(0, "the text begins with a byte order mark", "save it as UTF-8 without a byte order mark")
        )
    advice = "save the file as UTF-8; bytes of other encodings may stand in strings and comments only"
    _refuse(source, next((found.start() for found in re.finditer(_ELSEWHERE, text) if found[1]), None), advice)


def require_utf8(source: Source, advice: str) -> None:
    """Raises InputError, at the place, for any byte that is not valid UTF-8."""
    found = re.search(_ANYWHERE, source.text)
    _refuse(source, None if found is None else found.start(), advice)


def _refuse(source: Source, offset: int | None, advice: str) -> None:
    if offset is not None:
        if is_binary(source.text[max(0, offset - _WINDOW) : offset + _WINDOW]):
            raise InputError(
                source.diagnostic(offset, "this is not text", "MLIR is read as text: mlir-opt prints bytecode as such")
            )
        raise InputError(
            source.diagnostic(offset, f"the byte 0x{ord(source.text[offset]) & 0xFF:02X} is not valid UTF-8", advice)
        )
