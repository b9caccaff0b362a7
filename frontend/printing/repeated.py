"""Caches the text of new ops that differ only in the names of operands.

Passes make many ops of few kinds (a transformer gets 20,000 deallocations of 14 types).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.spelling import written

_MARK = "\x01"  # no text of MLIR has it outside of a string

_Kind: TypeAlias = "tuple[object, ...]"
_Pieces: TypeAlias = "tuple[list[str], list[int]]"  # the text around the operands, and which of them stand in between


_NEW: _Pieces = [], []
"""What is known of a kind that did not come yet."""


class Repeated:
    """What ops without regions and successors are written as, behind what they define."""

    def __init__(self, write: Callable[[Op, str, str], str]) -> None:
        self._write = write
        self._known: dict[_Kind, _Pieces | None] = {}

    def text(self, op: Op, name: str, indent: str) -> str:
        """The text that `write` makes of the op, shown under `name`, whose line starts with `indent`."""
        operands = op.operands
        segments = op.segments and tuple(op.segments)
        kind: _Kind = (
            op.name,
            name,
            indent,
            segments,
            *[value.type for value in operands],
            None,
            *[value.type for value in op.results],
        )
        if op.attrs or op.properties:
            kind = *kind, *_told(op.attrs), None, *_told(op.properties)
        pieces = self._known.get(kind, _NEW)
        if pieces is _NEW:
            # Most kinds come once: nothing is learned of the first.
            self._known[kind] = None
            return self._write(op, name, indent)
        if pieces is None:
            pieces = self._known[kind] = self._pieces(op, name, indent)
            if pieces is None:
                return self._write(op, name, indent)
        texts, order = pieces
        if not order:
            return texts[0]
        names = [value.name if value.pack == 1 else value.ref for value in operands]
        return texts[0] + "".join([names[number] + text for number, text in zip(order, texts[1:], strict=True)])

    def _pieces(self, op: Op, name: str, indent: str) -> _Pieces | None:
        if any(_MARK in value.type.text for value in (*op.operands, *op.results)):
            return None
        if any(_MARK in key or _MARK in (text or "") for key, text in (*_told(op.attrs), *_told(op.properties))):
            return None
        values = [
            Value(f"{_MARK}{number}{_MARK}", value.type, value.owner, value.index)
            for number, value in enumerate(op.operands)
        ]
        like = Op(op.name, values, op.attrs, segments=op.segments, properties=op.properties, form=op.form)
        like.results, like.parent = op.results, op.parent
        parts = self._write(like, name, indent).split(_MARK)
        return parts[::2], [int(number) for number in parts[1::2]]


def _told(attributes: Mapping[str, str | None]) -> list[tuple[str, str | None]]:
    """Attributes as the file writes them: what means the same may be written in another way."""
    return [(key, text and written(text)) for key, text in attributes.items()]
