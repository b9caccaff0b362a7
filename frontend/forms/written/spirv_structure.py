"""Modules, functions, constants and structured control flow of the spirv dialect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.cf import conditional, switch
from ownlog.frontend.forms.dialects.func import parse_body
from ownlog.frontend.forms.language.attributes import typed_attribute_type
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import SIGNATURE, function, parse_signature, write_body, write_signature
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.syntax.writer import write_generic
from ownlog.frontend.text.spelling import spelled, written
from ownlog.frontend.text.types import I1, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_YIELD = "spirv.mlir.yield"
_WRAPPED = 'the wrapped op is in generic form: `wraps "spirv.IAdd"(%a, %b) : (i32, i32) -> i32`'
_VALUE = frozenset({"value"})
_FUNC = (SIGNATURE | {"function_control", "linkage_attributes"}) - {"sym_visibility"}
_MODULE = frozenset({"addressing_model", "memory_model", "vce_triple", "sym_name"})
_GLOBAL = frozenset(
    {"type", "initializer", "location", "binding", "descriptor_set", "built_in", "linkage_attributes", "sym_name"}
)


def _parse_constant(p: OpReader, op: Op) -> list[Type]:
    text = op.properties["value"] = p.attribute()
    if p.accept(":"):
        type = p.type()
        if type.canonical.startswith("tensor<") or (
            typed_attribute_type(text) is None and re.match(r"-?\d|dense", text)
        ):
            op.properties["value"] = spelled(f"{text} : {type.canonical}", f"{written(text)} : {type}")
            if p.accept(":"):
                type = p.type()
        p.attr_dict(op)
        return [type]
    p.attr_dict(op)
    if text in ("true", "false"):
        return [I1]
    of = typed_attribute_type(text)
    if of is None:
        p.fail(
            "expected attribute with a type", "write the type of the constant: `spirv.Constant 1 : i32`", at=op.start
        )
    return [p.make_type(of)]


def _write_constant(w: Writer, op: Op) -> None:
    text = op.properties["value"] or ""
    w.piece(text)
    of = typed_attribute_type(text)
    type = op.results[0].type
    if type.canonical != "i1" and (of is None or of.replace(" ", "") != type.canonical.replace(" ", "")):
        w.word(":")
        w.type(type)
    w.attr_dict(op, _VALUE)


def _parse_func(p: OpReader, op: Op) -> list[Type]:
    arguments = parse_signature(p, op)
    op.properties["function_control"] = f"#spirv.function_control<{p.string()[1:-1]}>"
    p.attr_dict(op, _FUNC, keyword=True)
    parse_body(p, op, arguments)
    return []


def _write_func(w: Writer, op: Op) -> None:
    write_signature(w, op)
    control = (op.properties["function_control"] or "").partition("<")[2].rstrip("> ")
    w.piece(f'"{control}"')
    w.attr_dict(op, _FUNC - {"linkage_attributes"}, keyword=True)
    write_body(w, op)


def _parse_module(p: OpReader, op: Op) -> list[Type]:
    if p.peek("@"):
        op.properties["sym_name"] = p.symbol_name()
    op.properties["addressing_model"] = f"#spirv.addressing_model<{p.keyword()}>"
    op.properties["memory_model"] = f"#spirv.memory_model<{p.keyword()}>"
    if p.accept("requires"):
        op.properties["vce_triple"] = p.attribute()
    p.attr_dict(op, _MODULE, keyword=True)
    p.region(op, [], isolated=True)
    return []


def _write_module(w: Writer, op: Op) -> None:
    w.symbol_name(op)
    for name in ("addressing_model", "memory_model"):
        w.word((op.properties[name] or "").partition("<")[2].strip("> "))
    if "vce_triple" in op.properties:
        w.word("requires")
        w.piece(op.properties["vce_triple"] or "")
    w.attr_dict(op, _MODULE, keyword=True)
    w.region(op.regions[0])


def _structured(name: str) -> Form:
    """spirv.mlir.selection and spirv.mlir.loop."""

    def parse(p: OpReader, op: Op) -> list[Type]:
        control = "None"
        if p.accept("control"):
            control = p.balanced()[1:-1].strip()
        op.properties[f"{name}_control"] = f"#spirv.{name}_control<{control}>"
        results: list[Type] = []
        if p.accept("->"):
            results = p.result_types() if p.peek("(") else p.types()
        p.region(op)
        p.attr_dict(op)
        return results

    def write(w: Writer, op: Op) -> None:
        control = (op.properties[f"{name}_control"] or "").partition("<")[2].rstrip("> ")
        if control != "None":
            w.piece(f"control({control})")
        if op.results:
            w.piece(f"-> {', '.join(str(result.type) for result in op.results)}")
        w.region(op.regions[0], labelled=True)
        w.attr_dict(op, {f"{name}_control"})

    return Form(parse, write, frozenset({f"{name}_control"}))


def _parse_global(p: OpReader, op: Op) -> list[Type]:
    op.properties["sym_name"] = p.symbol_name()
    if p.accept("initializer"):
        p.expect("(")
        op.properties["initializer"] = p.symbol()
        p.expect(")")
    if p.accept("bind"):
        p.expect("(")
        op.properties["descriptor_set"] = f"{p.integer()} : i32"
        p.expect(",")
        op.properties["binding"] = f"{p.integer()} : i32"
        p.expect(")")
    if p.accept("built_in"):
        p.expect("(")
        op.properties["built_in"] = p.string()
        p.expect(")")
    p.attr_dict(op, _GLOBAL)
    p.expect(":")
    at = p.pos
    op.properties["type"] = p.spelled(p.type().text, at)
    return []


def _write_global(w: Writer, op: Op) -> None:
    w.symbol_name(op)
    if "initializer" in op.properties:
        w.piece(f"initializer({written(op.properties['initializer'] or '')})")
    w.attr_dict(op, {"sym_name", "initializer", "type"})
    w.word(":")
    w.piece(op.properties["type"] or "")


def _parse_spec_constant(p: OpReader, op: Op) -> list[Type]:
    op.properties["sym_name"] = p.symbol_name()
    if p.accept("spec_id"):
        p.expect("(")
        op.attrs["spec_id"] = f"{p.integer()} : i64"
        p.expect(")")
    p.expect("=")
    op.properties["default_value"] = p.attribute()
    p.attr_dict(op)
    return []


def _write_spec_constant(w: Writer, op: Op) -> None:
    w.symbol_name(op)
    if "spec_id" in op.attrs:
        w.piece(f"spec_id({(op.attrs['spec_id'] or '').partition(' ')[0]})")
    w.word("=")
    w.piece(op.properties["default_value"] or "")
    entries = {key: text for key, text in op.attrs.items() if key != "spec_id"}
    if entries:
        w.piece(w.dictionary(entries))


def _parse_wrapped(p: OpReader, op: Op) -> list[Type]:
    p.expect("wraps")
    at = p.next()
    if not p.text.startswith('"', at):
        p.fail("expected string literal for the wrapped op", _WRAPPED)
    region = p.wrapped_operation(op)
    [wrapped] = region.blocks[0].ops
    if len(wrapped.results) != 1:
        p.fail("expected the wrapped op to have one result", at=at)
    end = Op(_YIELD, wrapped.results)
    end.parent = region.blocks[0]
    region.blocks[0].ops.append(end)
    p.attr_dict(op)
    return [wrapped.results[0].type]


def _write_wrapped(w: Writer, op: Op) -> None:
    w.word("wraps")
    write_generic(w, op.regions[0].blocks[0].ops[0])
    w.attr_dict(op)


STRUCTURE: dict[str, Form | str] = {
    "spirv.ARM.Graph": function("entry_point", visible=False),
    "spirv.BranchConditional": conditional(
        ("[",), ("]",), lambda weights: f"[{', '.join(f'{weight} : i32' for weight in weights)}]"
    ),
    "spirv.Constant": Form(_parse_constant, _write_constant, _VALUE),
    "spirv.GlobalVariable": Form(_parse_global, _write_global, _GLOBAL),
    "spirv.SpecConstant": Form(_parse_spec_constant, _write_spec_constant, frozenset({"sym_name", "default_value"})),
    "spirv.SpecConstantOperation": Form(_parse_wrapped, _write_wrapped),
    "spirv.Switch": switch("literals"),
    "spirv.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
    "spirv.mlir.loop": _structured("loop"),
    "spirv.mlir.selection": _structured("selection"),
    "spirv.module": Form(_parse_module, _write_module, _MODULE, isolated=True),
}
