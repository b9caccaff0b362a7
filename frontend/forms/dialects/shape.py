"""Forms of the shape dialect that buffer IR contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.memref import parse_arrow_region, write_arrow_region
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_WITNESS = Type.get("!shape.witness")


def _parse_assuming(p: OpReader, op: Op) -> list[Type]:
    op.operands = [p.resolve(p.operand(), _WITNESS)]
    return parse_arrow_region(p, op, "shape.assuming_yield")


def _write_assuming(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    write_arrow_region(w, op)


FORMS: dict[str, Form | str] = {
    "shape.assuming": Form(_parse_assuming, _write_assuming, terminator="shape.assuming_yield"),
}
