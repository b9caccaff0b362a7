"""Forms of the builtin dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_INHERENT = frozenset({"sym_name", "sym_visibility"})


def _parse_module(p: OpReader, op: Op) -> list[Type]:
    if p.peek("@"):
        op.properties["sym_name"] = p.symbol_name()
    p.attr_dict(op, _INHERENT, keyword=True)
    p.region(op, [], isolated=True, defaults="builtin")
    return []


def _write_module(w: Writer, op: Op) -> None:
    w.symbol_name(op)
    w.attr_dict(op, {"sym_name"}, keyword=True)
    w.region(op.regions[0])


FORMS: dict[str, Form | str] = {
    "builtin.module": Form(_parse_module, _write_module, _INHERENT, isolated=True, defaults="builtin", graph=True),
    "builtin.unrealized_conversion_cast": "(%inputs... `:` type(%inputs))? `to` type(results...) attr-dict",
}
