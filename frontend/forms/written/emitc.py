"""Forms of the emitc dialect: functions, control flow, expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.scf import loop_range, parse_branches, write_if
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import function
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import I1, INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_INCLUDE = frozenset({"include", "is_standard_include"})
_EXPRESSION = frozenset({"do_not_inline"})
_YIELD = "emitc.yield"
_DIALECT = "emitc"  # whose name regions may drop


def _parse_if(p: OpReader, op: Op) -> list[Type]:
    op.operands = [p.resolve(p.operand(), I1)]
    parse_branches(p, op, _YIELD, _DIALECT)
    return []


def _write_if(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    write_if(w, op)


def _parse_for(p: OpReader, op: Op) -> list[Type]:
    variable, *bounds = loop_range(p)
    type = p.type() if p.accept(":") else INDEX
    op.operands = [p.resolve(use, type) for use in bounds]
    p.region(op, p.arguments([variable], [type]), terminator=_YIELD, defaults=_DIALECT)
    p.attr_dict(op)
    return []


def _write_for(w: Writer, op: Op) -> None:
    low, high, step = (value.ref for value in op.operands)
    variable = op.regions[0].blocks[0].arguments[0]
    w.piece(f"{variable.name} = {low} to {high} step {step}")
    if variable.type is not INDEX:
        w.word(":")
        w.type(variable.type)
    w.region(op.regions[0])
    w.attr_dict(op)


def _parse_do(p: OpReader, op: Op) -> list[Type]:
    p.region(op, [], defaults=_DIALECT)
    p.expect("while")
    p.region(op, [], defaults=_DIALECT)
    p.attr_dict(op, keyword=True)
    return []


def _write_do(w: Writer, op: Op) -> None:
    w.region(op.regions[0])
    w.word("while")
    w.region(op.regions[1])
    w.attr_dict(op, keyword=True)


def _parse_include(p: OpReader, op: Op) -> list[Type]:
    standard = p.accept("<")
    op.properties["include"] = p.string()
    if standard:
        p.expect(">")
        op.properties["is_standard_include"] = None
    p.attr_dict(op)
    return []


def _write_include(w: Writer, op: Op) -> None:
    text = op.properties["include"] or '""'
    w.piece(f"<{text}>" if "is_standard_include" in op.properties else text)
    w.attr_dict(op, _INCLUDE)


def _parse_expression(p: OpReader, op: Op) -> list[Type]:
    uses = p.operands()
    if p.accept("noinline"):
        op.properties["do_not_inline"] = None
    p.attr_dict(op)
    p.expect(":")
    inputs, results = p.function_type()
    op.operands = p.resolve_all(uses, inputs)
    # In the region the names of the operands mean its arguments.
    with p.shadowed([use[1] for use in uses]):
        p.region(op, p.arguments(uses, inputs), isolated=True, defaults=_DIALECT)
    return results


def _write_expression(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    if "do_not_inline" in op.properties:
        w.word("noinline")
    w.attr_dict(op, _EXPRESSION)
    w.word(":")
    w.functional_type(op)
    w.region(op.regions[0])


FORMS: dict[str, Form | str] = {
    "emitc.do": Form(_parse_do, _write_do, defaults=_DIALECT),
    "emitc.expression": Form(_parse_expression, _write_expression, _EXPRESSION, isolated=True, defaults=_DIALECT),
    "emitc.for": Form(_parse_for, _write_for, terminator=_YIELD, defaults=_DIALECT),
    "emitc.func": function("specifiers", defaults=_DIALECT, visible=False),
    "emitc.if": Form(_parse_if, _write_if, terminator=_YIELD, defaults=_DIALECT),
    "emitc.include": Form(_parse_include, _write_include, _INCLUDE),
}
