"""Forms of the arith dialect that its table does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import boolean_like
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import I1, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _parse_select(p: OpReader, op: Op) -> list[Type]:
    uses = p.operands()
    if len(uses) != 3:
        p.fail(
            f"expected 3 operands but found {len(uses)}",
            "arith.select %condition, %if_true, %if_false : type",
            at=op.start,
        )
    p.attr_dict(op)
    p.expect(":")
    types = p.types()
    condition = types[0] if len(types) == 2 else I1
    op.operands = [p.resolve(uses[0], condition), p.resolve(uses[1], types[-1]), p.resolve(uses[2], types[-1])]
    return [types[-1]]


def _write_select(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.attr_dict(op)
    w.word(":")
    condition = op.operands[0].type
    w.types(
        [condition, op.operands[1].type]
        if boolean_like(condition) is condition and condition is not I1
        else [op.operands[1].type]
    )


FORMS: dict[str, Form | str] = {
    "arith.select": Form(_parse_select, _write_select, plain=True),
}
