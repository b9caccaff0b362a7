"""Directives of the emitc and wasmssa dialects: variables with values, cases, types of locals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.scf import parse_cases, write_cases
from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.language.attributes import untyped
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_LOCAL = "!wasmssa<local ref to "


def _read_initialized(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`t`, or `t = value`; the value of an array is a tensor."""
    type, value = names
    of = p.type()
    op.properties[type] = of.text
    if p.accept("="):
        text = p.attribute()
        held = re.sub(r"^!emitc\.array<", "tensor<", of.canonical)
        op.properties[value] = text if text.startswith(("#", '"')) else f"{text} : {held}"


def _write_initialized(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    type, value = names
    w.piece(op.properties[type] or "")
    if value in op.properties:
        w.piece(f"= {untyped(op.properties[value] or '')}")


def _read_cases(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`case 1 {...} case 2 {...} default {...}`."""
    cases, default, others = names
    op.properties[cases], s.regions[others], made = parse_cases(p, op, "emitc.yield", "emitc.yield", "emitc")
    s.regions[default] = [made]


def _write_cases(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    cases, default, others = names
    write_cases(w, op.properties[cases], parts.regions[others], parts.regions[default][0])


def held(type: Type) -> str:
    """The type in a reference to a local."""
    return type.canonical.removeprefix(_LOCAL).removesuffix(">")


def reference(text: str) -> Type:
    """The type of a reference to a local of a type."""
    return Type.get(f"{_LOCAL}{text}>")


def _read_local(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`ref to t`, or the whole type; with a second name, that result has the type of the local."""
    if p.accept("ref"):
        p.expect("to")
        s.types[names[0]] = [reference(p.type().canonical)]
    else:
        s.types[names[0]] = [p.type()]
    for name in names[1:]:
        s.types[name] = [Type.get(held(s.types[names[0]][0]))]


def _write_local(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.piece(f"ref to {held(parts.values[names[0]][0].type)}")


def _read_new_local(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The type of a new local."""
    type = p.type()
    op.properties[names[0]] = type.text
    s.types[names[1]] = [reference(type.canonical)]


def _write_new_local(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.piece(op.properties[names[0]] or "")


DIRECTIVES: dict[str, Directive] = {
    "type-and-initial-value": Directive(_read_initialized, _write_initialized),
    "switch-cases": Directive(_read_cases, _write_cases),
    "local-type": Directive(_read_local, _write_local),
    "new-local": Directive(_read_new_local, _write_new_local),
}
