"""Forms of the memref dialect."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import untyped
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.numbers import elements_misfit
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_ELEMENTS = ("dense<", "dense_resource<", "sparse<")
_ELEMENTS_TYPE = r":\s*(tensor|vector)<[^\"]*>\s*\Z"
_GLOBAL = frozenset({"sym_name", "sym_visibility", "type", "initial_value", "constant", "alignment"})
_PREFETCH = frozenset({"isWrite", "localityHint", "isDataCache"})


def _parse_global(p: OpReader, op: Op) -> list[Type]:
    visibility = p.take(t.STRING_TOKEN)
    if visibility is not None:
        op.properties["sym_visibility"] = visibility
    if p.accept("constant"):
        op.properties["constant"] = None
    op.properties["sym_name"] = p.symbol_name()
    p.expect(":")
    at = p.next()
    type = p.type()
    if not type.is_memref or type.is_unranked_memref or "?" in type.memref_parts[0]:
        p.fail(
            f"'memref.global' op type should be static shaped memref, but got '{type.canonical}'",
            "write memref<4xf32>",
            at=at,
        )
    op.properties["type"] = p.spelled(type.text, p.pos)
    if p.accept("="):
        if p.accept("uninitialized"):
            op.properties["initial_value"] = None
        else:
            op.properties["initial_value"] = _initial(p, type, op.start)
    p.attr_dict(op, _GLOBAL)
    return []


def _initial(p: OpReader, type: Type, start: int) -> str:
    """What initialises a memref of `type`, in an op at `start`, with the type of tensors, which aliases bring and
    others leave out.
    """
    at = p.next()
    elements, alias = p.text.startswith(_ELEMENTS, at), p.text.startswith("#", at)
    value = p.attribute()
    typed = re.search(_ELEMENTS_TYPE, value) is not None
    if not (elements or (alias and typed)):
        advice = "write dense<..>, dense_resource<..>, or the word uninitialized"
        p.fail("custom op 'memref.global' initial value should be a unit or elements attribute", advice, at=start)
    if elements and typed:
        p.fail("expected no type after the initial value", "leave it out: the type is that of the memref", at=at)
    if elements and value.startswith("dense<"):
        problem = elements_misfit(value[len("dense<") : value.rindex(">")], _tensor(type))
        if problem is not None:
            p.fail(problem, f"`dense<1>` is one number for all elements of {type}, `dense<[1, 2]>` one for each", at=at)
    return value if alias else f"{value} : {_tensor(type)}"


def _tensor(type: Type) -> str:
    """The tensor type of what initialises a memref, which the custom form leaves out."""
    dims, element, _ = type.memref_parts
    return f"tensor<{'x'.join([*dims, element])}>"


def _write_global(w: Writer, op: Op) -> None:
    if "sym_visibility" in op.properties:
        w.piece(op.properties["sym_visibility"] or "")
    if "constant" in op.properties:
        w.word("constant")
    w.symbol_name(op)
    w.word(":")
    w.piece(op.properties["type"] or "")
    if "initial_value" in op.properties:
        w.word("=")
        value = op.properties["initial_value"]
        w.piece("uninitialized" if value in (None, "unit") else value.rpartition(" : ")[0])
    w.attr_dict(op, _GLOBAL - {"alignment"})


def prefetch(
    indices: Callable[[OpReader, Op], list[Use]], shown: Callable[[Op], str], inherent: frozenset[str] = frozenset()
) -> Form:
    """A hint about an element:

    `%m[...], read, locality<3>, data : t`. `indices` reads what stands in brackets and `shown` writes it.
    """
    hidden = _PREFETCH | inherent

    def parse(p: OpReader, op: Op) -> list[Type]:
        memref = p.operand()
        uses = indices(p, op)
        p.expect(",")
        op.properties["isWrite"] = "true" if p.need(t.token("read|write"), "'read' or 'write'") == "write" else "false"
        p.expect(",")
        p.expect("locality")
        p.expect("<")
        op.properties["localityHint"] = f"{p.integer()} : i32"
        p.expect(">")
        p.expect(",")
        op.properties["isDataCache"] = (
            "true" if p.need(t.token("data|instr"), "'data' or 'instr'") == "data" else "false"
        )
        p.attr_dict(op, hidden)
        p.expect(":")
        op.operands = [p.resolve(memref, p.type()), *(p.resolve(use, INDEX) for use in uses)]
        return []

    def write(w: Writer, op: Op) -> None:
        w.operands(op.operands[:1])
        access = "write" if op.properties["isWrite"] == "true" else "read"
        cache = "data" if op.properties["isDataCache"] == "true" else "instr"
        w.raw(f"[{shown(op)}], {access}, locality<{untyped(op.properties['localityHint'] or '3')}>, {cache}")
        w.attr_dict(op, hidden)
        w.word(":")
        w.type(op.operands[0].type)

    return Form(parse, write, hidden)


def parse_arrow_region(p: OpReader, op: Op, terminator: str) -> list[Type]:
    """`-> (t, t) {...} attr-dict`, the arrow optional."""
    results = p.result_types() if p.accept("->") else []
    p.region(op, [], terminator=terminator)
    p.attr_dict(op)
    return results


def write_arrow_region(w: Writer, op: Op) -> None:
    """What `parse_arrow_region` reads."""
    if op.results:
        w.piece(f"-> ({', '.join(str(result.type) for result in op.results)})")
    w.region(op.regions[0])
    w.attr_dict(op)


FORMS: dict[str, Form | str] = {
    "memref.alloca_scope": Form(
        lambda p, op: parse_arrow_region(p, op, "memref.alloca_scope.return"),
        write_arrow_region,
        terminator="memref.alloca_scope.return",
    ),
    "memref.global": Form(_parse_global, _write_global, _GLOBAL),
    "memref.prefetch": prefetch(
        lambda p, op: p.names("[", "]"), lambda op: ", ".join(value.ref for value in op.operands[1:])
    ),
}
