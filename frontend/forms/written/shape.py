"""Forms of the shape dialect: constants, functions, reductions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import function
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.literals import integer_elements
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_LIBRARY = frozenset({"sym_name", "sym_visibility", "mapping"})


def _parse_const_shape(p: OpReader, op: Op) -> list[Type]:
    p.attr_dict(op, frozenset({"shape"}))
    extents: list[str] = []
    p.expect("[")
    while not p.accept("]"):
        if extents:
            p.expect(",")
        extents.append(str(p.integer()))
    op.properties["shape"] = (
        f"dense<[{', '.join(extents)}]> : tensor<{len(extents)}xindex>" if extents else "dense<> : tensor<0xindex>"
    )
    p.expect(":")
    return [p.type()]


def _write_const_shape(w: Writer, op: Op) -> None:
    w.attr_dict(op, {"shape"})
    elements = integer_elements(op.properties["shape"])
    w.piece(f"[{', '.join(map(str, elements.all() if elements is not None else []))}]")
    w.word(":")
    w.type(op.results[0].type)


def _parse_reduce(p: OpReader, op: Op) -> list[Type]:
    p.expect("(")
    uses = p.operands()
    p.expect(")")
    p.expect(":")
    shape = p.type()
    results = p.result_types() if p.accept("->") else []
    op.operands = p.resolve_all(uses, [shape, *results])
    p.region(op)
    p.attr_dict(op)
    return results


def _write_reduce(w: Writer, op: Op) -> None:
    w.raw(f"({', '.join(value.ref for value in op.operands)})")
    w.word(":")
    w.type(op.operands[0].type)
    if op.results:
        shown = ", ".join(str(result.type) for result in op.results)
        w.piece(f"-> {shown}" if len(op.results) == 1 else f"-> ({shown})")
    w.region(op.regions[0], labelled=True)
    w.attr_dict(op)


def _parse_library(p: OpReader, op: Op) -> list[Type]:
    op.properties["sym_name"] = p.symbol_name()
    p.attr_dict(op, _LIBRARY, keyword=True)
    p.region(op, isolated=True)
    p.expect("mapping")
    at = p.next()
    p.dictionary()
    op.properties["mapping"] = p.spelled(p.text[at : p.pos], at)
    return []


def _write_library(w: Writer, op: Op) -> None:
    w.symbol_name(op)
    w.attr_dict(op, {"sym_name", "mapping"}, keyword=True)
    w.region(op.regions[0])
    w.word("mapping")
    w.piece(op.properties["mapping"] or "{}")


FORMS: dict[str, Form | str] = {
    "shape.const_shape": Form(_parse_const_shape, _write_const_shape, frozenset({"shape"})),
    "shape.func": function(defaults="shape"),
    "shape.function_library": Form(_parse_library, _write_library, _LIBRARY, isolated=True),
    "shape.reduce": Form(_parse_reduce, _write_reduce),
}
