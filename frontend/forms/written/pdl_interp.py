"""Forms of the pdl_interp dialect: functions and loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import function
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _parse_foreach(p: OpReader, op: Op) -> list[Type]:
    name, type, at, _, location = p.typed_argument(attributes=False)
    p.expect("in")
    use = p.operand()
    held = type.canonical.removeprefix("!pdl.")
    op.operands = [p.resolve(use, p.make_type(f"!pdl.range<{held}>"))]
    p.region(op, [(name, type, at, None, location)])
    p.attr_dict(op)
    p.expect("->")
    op.successors.append(p.successor())
    return []


def _write_foreach(w: Writer, op: Op) -> None:
    variable = op.regions[0].blocks[0].arguments[0]
    w.piece(f"{variable.name} : {variable.type} in {op.operands[0].ref}")
    w.region(op.regions[0])
    w.attr_dict(op)
    w.word("->")
    w.piece(w.printer.label(op.successors[0]))


FORMS: dict[str, Form | str] = {
    "pdl_interp.foreach": Form(_parse_foreach, _write_foreach, ends=True),
    "pdl_interp.func": function(visible=False),
}
