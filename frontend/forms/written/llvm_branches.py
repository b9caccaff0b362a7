"""Branches of the llvm dialect to one of many blocks: on a number, or to an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.cf import end_switch, parse_cases, write_cases
from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_CASES = frozenset({"case_values", "case_operand_segments"})
_SWITCH = _CASES | {"branch_weights"}
_SIZES = "indbr_operand_segments"


def _parse_switch(p: OpReader, op: Op) -> list[Type]:
    flag = p.operand()
    p.expect(":")
    type = p.type()
    p.expect(",")
    groups = [[p.resolve(flag, type)], p.successor_with_operands(op)]
    p.expect("[")
    if not p.accept("]"):
        parse_cases(p, op, type, "case_values", groups)
        p.expect("]")
    end_switch(p, op, groups, _SWITCH)
    return []


def _write_switch(w: Writer, op: Op) -> None:
    flag, default = op.groups()[:2]
    w.operands(flag)
    w.word(":")
    w.type(flag[0].type)
    w.raw(",")
    w.successor(op.successors[0], default)
    w.word("[")
    write_cases(w, op, "case_values")
    w.line(0, "]")
    w.attr_dict(op, set(_CASES))


def _parse_indirect(p: OpReader, op: Op) -> list[Type]:
    address = p.operand()
    p.expect(":")
    type = p.type()
    p.expect(",")
    p.expect("[")
    groups: list[list[Value]] = []
    while not p.accept("]"):
        if groups:
            p.expect(",")
        groups.append(p.successor_with_operands(op))
    op.operands = [p.resolve(address, type), *(value for group in groups for value in group)]
    op.properties[_SIZES] = array_text([str(len(group)) for group in groups], "i32")
    p.attr_dict(op)
    return []


def _write_indirect(w: Writer, op: Op) -> None:
    w.operands(op.operands[:1])
    w.word(":")
    w.type(op.operands[0].type)
    w.raw(",")
    w.word("[")
    values = iter(op.operands[1:])
    for number, (block, size) in enumerate(zip(op.successors, array_numbers(op.properties[_SIZES]), strict=True)):
        if number:
            w.raw(",")
        w.line(2, "")
        w.successor(block, [next(values) for _ in range(size)])
    w.line(0, "]")
    w.attr_dict(op, {_SIZES})


BRANCHES: dict[str, Form | str] = {
    "llvm.indirectbr": Form(_parse_indirect, _write_indirect, frozenset({_SIZES}), ends=True),
    "llvm.switch": Form(_parse_switch, _write_switch, _SWITCH, ends=True),
}
