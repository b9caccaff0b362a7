"""Forms of the memref dialect: transfers beside the program (DMA)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _parse_start(p: OpReader, op: Op) -> list[Type]:
    source, from_where = p.operand(), p.names("[", "]")
    p.expect(",")
    target, to_where = p.operand(), p.names("[", "]")
    p.expect(",")
    number = p.operand()
    p.expect(",")
    tag, tagged = p.operand(), p.names("[", "]")
    strides = p.operands() if p.accept(",") else []
    p.attr_dict(op)
    p.expect(":")
    types = p.types()
    if len(types) != 3:
        p.fail("fewer/more types expected", "write the types of source, destination and tag")
    memrefs = [p.resolve(use, type) for use, type in zip((source, target, tag), types, strict=True)]
    indices = [[p.resolve(use, INDEX) for use in uses] for uses in (from_where, to_where, [number], tagged, strides)]
    op.operands = [memrefs[0], *indices[0], memrefs[1], *indices[1], *indices[2], memrefs[2], *indices[3], *indices[4]]
    return []


def _write_start(w: Writer, op: Op) -> None:
    at = 0
    shown: list[str] = []
    types: list[Type] = []
    for after in (0, 1, 0):
        memref = op.operands[at]
        end = at + 1 + memref.type.rank
        types.append(memref.type)
        shown.append(f"{memref.ref}[{', '.join(value.ref for value in op.operands[at + 1 : end])}]")
        shown += [value.ref for value in op.operands[end : end + after]]
        at = end + after
    w.piece(", ".join([*shown, *(value.ref for value in op.operands[at:])]))
    w.attr_dict(op)
    w.word(":")
    w.types(types)


FORMS: dict[str, Form | str] = {"memref.dma_start": Form(_parse_start, _write_start)}
