"""Forms of the arith dialect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.registry import Form
from ownlog.frontend.forms.typerules import boolean_like
from ownlog.frontend.ir import Op
from ownlog.frontend.literals import integer_literal
from ownlog.frontend.spelling import written
from ownlog.frontend.types import I1, Type

if TYPE_CHECKING:
    from ownlog.frontend.parser import Parser
    from ownlog.frontend.writer import Writer

_PLAIN = "andi ori xori divui ceildivsi ceildivui floordivsi remsi remui minsi minui maxsi maxui"
_OVERFLOW = "addi subi muli shli"
_EXACT = "divsi shrsi shrui"
_FLOAT = "addf subf mulf divf remf maximumf minimumf maxnumf minnumf"
_CASTS = "extsi fptosi fptoui sitofp bitcast index_cast"
_ROUNDING = "$roundingmode:wrapped(rounding,arith.rounding)"
_FASTMATH = "$fastmath:tag(fastmath,arith.fastmath)"
_BINARY = "%lhs `,` %rhs {} attr-dict `:` type(*) ; inherent {}"
_CAST = "%in {} attr-dict `:` type(%in) `to` type(result) ; inherent {}"


def _parse_constant(p: Parser, op: Op) -> list[Type]:
    p.attr_dict(op)
    at = p.next()
    text = op.properties["value"] = p.attribute()
    if text in ("true", "false"):
        return [I1]
    shown = written(text)
    found = re.search(r":\s*([^:]*|[!#].*)\Z", shown) if not shown.endswith(">") else None
    if found is not None and re.fullmatch(r"[\w]+|!.*", found[1]):
        return [p.make_type(found[1])]
    type = typed_attribute_type(shown) or typed_attribute_type(text)
    if type is None:
        if (integer := integer_literal(text)) is not None:
            type = integer.type
        elif re.fullmatch(r"-?\s*\d+\..*", text):
            type = "f64"
    if type is None:
        p.fail("expected attribute with a type", "write the type of the constant: `arith.constant 1 : i32`", at=at)
    return [p.make_type(type)]


def typed_attribute_type(text: str) -> str | None:
    """The text of the type at the end of `value : type`; None where there is none."""
    depth, string = 0, False
    for i in range(len(text) - 1, -1, -1):
        c = text[i]
        if c == '"':
            string = not string
        elif string or (c == ">" and text[i - 1] == "-"):
            continue
        elif c in ">)]}":
            depth += 1
        elif c in "<([{":
            depth -= 1
        elif c == ":" and depth == 0:
            return text[i + 1 :].strip()
    return {"true": "i1", "false": "i1"}.get(text)


def _write_constant(w: Writer, op: Op) -> None:
    w.attr_dict(op, {"value"})
    w.piece(op.properties["value"] or "unit")


def _parse_select(p: Parser, op: Op) -> list[Type]:
    uses = p.operands()
    if len(uses) != 3:
        p.fail(f"expected 3 operands but found {len(uses)}", "arith.select %condition, %if_true, %if_false : type", at=op.start)
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
    w.types([condition, op.operands[1].type] if boolean_like(condition) is condition and condition is not I1 else [op.operands[1].type])


FORMS: dict[str, Form | str] = {
    **{f"arith.{name}": _BINARY.format("", "") for name in _PLAIN.split()},
    **{f"arith.{name}": _BINARY.format("$overflowFlags:tag(overflow,arith.overflow)", "overflowFlags") for name in _OVERFLOW.split()},
    **{f"arith.{name}": _BINARY.format("$isExact:unit(exact)", "isExact") for name in _EXACT.split()},
    **{f"arith.{name}": _BINARY.format(f"{_ROUNDING} {_FASTMATH}", "fastmath") for name in _FLOAT.split()},
    "arith.negf": f"%operand {_FASTMATH} attr-dict `:` type(*) ; inherent fastmath",
    **{f"arith.{name}": _CAST.format("", "") for name in _CASTS.split()},
    **{f"arith.{name}": _CAST.format("$nonNeg:unit(nneg)", "nonNeg") for name in ("extui", "uitofp", "index_castui")},
    "arith.trunci": _CAST.format("$overflowFlags:tag(overflow,arith.overflow)", "overflowFlags"),
    "arith.extf": _CAST.format(_FASTMATH, "fastmath"),
    "arith.truncf": _CAST.format(f"{_ROUNDING} {_FASTMATH}", "fastmath roundingmode"),
    "arith.cmpi": "$predicate:enum(cmpi) `,` %lhs `,` %rhs attr-dict `:` type(%lhs) ; rhs = lhs, result = bool(lhs)",
    "arith.cmpf": f"$predicate:enum(cmpf) `,` %lhs `,` %rhs {_FASTMATH} attr-dict `:` type(%lhs) ; rhs = lhs, result = bool(lhs)",
    "arith.addui_extended": "%lhs `,` %rhs attr-dict `:` type(result) `,` type(result_overflow) ; lhs = result, rhs = result",
    "arith.constant": Form(_parse_constant, _write_constant, frozenset({"value"})),
    "arith.select": Form(_parse_select, _write_select),
}
