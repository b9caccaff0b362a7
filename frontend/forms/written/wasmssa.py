"""Forms of the wasmssa dialect: functions, whose type says nothing of the references that their arguments are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.func import (
    parse_arguments,
    parse_body,
    parse_results,
    split_function_type,
    write_results,
    written_arguments,
)
from ownlog.frontend.forms.directives.lowlevel import held, reference
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import note_attributes, write_body
from ownlog.frontend.ir.functions import function_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_FUNC = frozenset({"sym_name", "functionType", "arg_attrs", "res_attrs", "exported"})


def _parse_func(p: OpReader, op: Op) -> list[Type]:
    if p.accept("exported"):
        op.properties["exported"] = None
    op.properties["sym_name"] = p.symbol_name()
    arguments = parse_arguments(p)
    results, attributes = parse_results(p)
    op.properties["functionType"] = function_type([Type.get(held(argument[1])) for argument in arguments], results)
    note_attributes(op, [argument[3] for argument in arguments], attributes)
    p.attr_dict(op, _FUNC, keyword=True)
    parse_body(p, op, arguments)
    return []


def _write_func(w: Writer, op: Op) -> None:
    if "exported" in op.properties:
        w.word("exported")
    w.symbol_name(op)
    inputs, results = split_function_type(op.properties["functionType"] or "")
    w.raw(f"({written_arguments(op, [reference(text).text for text in inputs if text])})")
    write_results(w, op, [text for text in results if text])
    w.attr_dict(op, _FUNC, keyword=True)
    write_body(w, op)


FORMS: dict[str, Form | str] = {
    "wasmssa.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
}
