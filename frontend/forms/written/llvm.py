"""Forms of the llvm dialect: functions, globals, calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import boolean_like
from ownlog.frontend.forms.written.llvm_branches import BRANCHES
from ownlog.frontend.forms.written.llvm_calls import CALLS
from ownlog.frontend.forms.written.llvm_symbols import SYMBOLS
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.literals import integer_literal, number_in
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_ICMP = "eq ne slt sle sgt sge ult ule ugt uge".split()
_FCMP = "_false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno _true".split()
_COMPARE = frozenset({"predicate", "fastmathFlags"})
_ALLOCA = frozenset({"alignment", "elem_type", "inalloca"})
_FILTER = "!llvm.array<"


def _compare(words: list[str]) -> Form:
    def parse(p: OpReader, op: Op) -> list[Type]:
        at = p.next()
        word = p.string()[1:-1]
        if word not in words:
            p.fail(f"expected one of {', '.join(words)}", at=at)
        op.properties["predicate"] = f"{words.index(word)} : i64"
        uses = p.operands()
        p.attr_dict(op, _COMPARE)
        p.expect(":")
        type = p.type()
        op.operands = [p.resolve(use, type) for use in uses]
        return [boolean_like(type)]

    def write(w: Writer, op: Op) -> None:
        number = number_in(op.properties["predicate"])
        w.piece(f'"{words[number]}"')
        w.operands(op.operands)
        w.attr_dict(op, {"predicate"})
        w.word(":")
        w.type(op.operands[0].type)

    return Form(parse, write, _COMPARE)


def _parse_alloca(p: OpReader, op: Op) -> list[Type]:
    if p.accept("inalloca"):
        op.properties["inalloca"] = None
    size = p.operand()
    p.expect("x")
    at = p.pos
    op.properties["elem_type"] = p.spelled(p.type().text, at)
    p.attr_dict(op, _ALLOCA)
    alignment = integer_literal(op.properties.get("alignment") or "")
    if alignment is not None and alignment.value == 0:
        del op.properties["alignment"]  # upstream, too: it says nothing
    p.expect(":")
    inputs, results = p.function_type()
    op.operands = p.resolve_all([size], inputs)
    return results


def _write_alloca(w: Writer, op: Op) -> None:
    if "inalloca" in op.properties:
        w.word("inalloca")
    w.operands(op.operands)
    w.word("x")
    w.piece(op.properties["elem_type"] or "")
    w.attr_dict(op, {"inalloca", "elem_type"})
    w.word(":")
    w.functional_type(op)


def _parse_landingpad(p: OpReader, op: Op) -> list[Type]:
    if p.accept("cleanup"):
        op.properties["cleanup"] = None
    while p.accept("("):
        p.need(t.token(r"catch|filter"), "'catch' or 'filter'")
        use = p.operand()
        p.expect(":")
        op.operands.append(p.resolve(use, p.type()))
        p.expect(")")
    p.attr_dict(op)
    p.expect(":")
    return [p.type()]


def _write_landingpad(w: Writer, op: Op) -> None:
    if "cleanup" in op.properties:
        w.word("cleanup")
    for value in op.operands:
        kind = "filter" if value.type.canonical.startswith(_FILTER) else "catch"
        w.piece(f"({kind} {value.ref} : {value.type})")
    w.attr_dict(op, {"cleanup"})
    w.word(":")
    w.type(op.results[0].type)


FORMS: dict[str, Form | str] = {
    **BRANCHES,
    **CALLS,
    **SYMBOLS,
    "llvm.alloca": Form(_parse_alloca, _write_alloca, _ALLOCA),
    "llvm.fcmp": _compare(_FCMP),
    "llvm.icmp": _compare(_ICMP),
    "llvm.landingpad": Form(_parse_landingpad, _write_landingpad, frozenset({"cleanup"})),
}
