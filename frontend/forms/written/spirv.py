"""Forms of the spirv dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.spirv_memory import MEMORY
from ownlog.frontend.forms.written.spirv_structure import STRUCTURE
from ownlog.frontend.forms.written.spirv_types import members_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_INDICES = frozenset({"indices"})


def _parse_extract(p: OpReader, op: Op) -> list[Type]:
    composite = p.operand()
    op.properties["indices"] = p.attribute()
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    op.operands = [p.resolve(composite, type)]
    return [members_type(p, type, _numbers(op))]


def _numbers(op: Op) -> list[int]:
    indices = [integer_literal(text) for text in split_top_level((op.properties["indices"] or "[]").strip()[1:-1])]
    return [index.value for index in indices if index is not None]


def _write_extract(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.raw(op.properties["indices"] or "")
    w.attr_dict(op, {"indices"})
    w.word(":")
    w.type(op.operands[0].type)


def _parse_extended(p: OpReader, op: Op) -> list[Type]:
    uses = p.operands()
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    member = members_type(p, type, [0])
    op.operands = [p.resolve(use, member) for use in uses]
    return [type]


def _write_extended(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.attr_dict(op)
    w.word(":")
    w.type(op.results[0].type)


_EXTENDED = Form(_parse_extended, _write_extended)

FORMS: dict[str, Form | str] = {
    **MEMORY,
    **STRUCTURE,
    **dict.fromkeys(("spirv.IAddCarry", "spirv.ISubBorrow", "spirv.SMulExtended", "spirv.UMulExtended"), _EXTENDED),
    "spirv.CompositeExtract": Form(_parse_extract, _write_extract, _INDICES),
}
