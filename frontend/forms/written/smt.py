"""Forms of the smt dialect: numbers of any size, and bit vectors whose widths follow from each other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.literals import digits_of, number_of
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_VALUE = frozenset({"value"})
_WIDTH = re.compile(r"!smt\.bv<(\d+)>\Z")
_NUMBER = re.compile(r"(-?\d+) : [su]?i(\d+)\Z")
# So many bits MLIR reads a digit into.
_BITS = 4


def _parse_constant(p: OpReader, op: Op) -> list[Type]:
    text = p.need(t.INTEGER, "an integer")
    number = number_of(text.lstrip("- "))
    bits = _BITS * len(f"{number:x}" if "x" in text else digits_of(number)) if number else 64
    # As MLIR does: a bit more where the highest is set, so that the number has room for its sign.
    bits += number >> (bits - 1) & 1
    number = (-number if text[0] == "-" else number) % (1 << bits)
    op.properties["value"] = f"{digits_of(number)} : ui{bits}"
    p.attr_dict(op, _VALUE)
    return [Type.get("!smt.int")]


def _write_constant(w: Writer, op: Op) -> None:
    found = _NUMBER.match(op.properties.get("value") or "")
    number, bits = (number_of(found[1].lstrip("-")), int(found[2])) if found is not None else (0, 1)
    negative = number >> (bits - 1) & 1
    w.piece("-" * negative + digits_of((1 << bits) - number if negative else number))
    w.attr_dict(op, _VALUE)


def _width(p: OpReader, type: Type, at: int) -> int:
    found = _WIDTH.match(type.canonical)
    if found is None:
        p.fail(f"expected a bit vector, and not {type}", "its type is written !smt.bv<8>", at=at)
    return int(found[1])


def _parse_concat(p: OpReader, op: Op) -> list[Type]:
    uses = [p.operand()]
    p.expect(",")
    uses.append(p.operand())
    p.attr_dict(op)
    p.expect(":")
    at = p.next()
    types = [p.type()]
    p.expect(",")
    types.append(p.type())
    op.operands = p.resolve_all(uses, types)
    return [Type.get(f"!smt.bv<{sum(_width(p, type, at) for type in types)}>")]


def _write_concat(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.attr_dict(op)
    w.word(":")
    w.types([value.type for value in op.operands])


def _parse_repeat(p: OpReader, op: Op) -> list[Type]:
    start = p.next()
    count = p.integer()
    if count < 1:
        p.fail("integer must be positive", "write how often the bits are repeated", at=start)
    p.expect("times")
    use = p.operand()
    p.attr_dict(op)
    p.expect(":")
    at = p.next()
    type = p.type()
    op.operands = [p.resolve(use, type)]
    return [Type.get(f"!smt.bv<{count * _width(p, type, at)}>")]


def _write_repeat(w: Writer, op: Op) -> None:
    widths = [
        found and int(found[1])
        for found in (_WIDTH.match(value.type.canonical) for value in (*op.results, *op.operands))
    ]
    w.piece(str((widths[0] or 0) // (widths[1] or 1)))
    w.word("times")
    w.operands(op.operands)
    w.attr_dict(op)
    w.word(":")
    w.type(op.operands[0].type)


FORMS: dict[str, Form | str] = {
    "smt.bv.concat": Form(_parse_concat, _write_concat),
    "smt.bv.repeat": Form(_parse_repeat, _write_repeat),
    "smt.int.constant": Form(_parse_constant, _write_constant, _VALUE),
}
