"""Forms of the cf dialect: branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import INTEGER_TYPE, digits_of, in_type
from ownlog.frontend.text.types import I1, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_WEIGHTS = frozenset({"branch_weights"})


def _parse_br(p: OpReader, op: Op) -> list[Type]:
    op.operands = p.successor_with_operands(op)
    p.attr_dict(op)
    return []


def _write_br(w: Writer, op: Op) -> None:
    w.successor(op.successors[0], op.operands)
    w.attr_dict(op)


def conditional(opening: tuple[str, ...], closing: tuple[str, ...], weights: Callable[[list[str]], str]) -> Form:
    """A branch on an i1.

    Between `opening` and `closing` stand the weights of the branches, if any; `weights` is the attribute of these.
    """

    def parse(p: OpReader, op: Op) -> list[Type]:
        condition = p.resolve(p.operand(), I1)
        if p.accept(opening[0]):
            for word in opening[1:]:
                p.expect(word)
            numbers = [str(p.integer())]
            while p.accept(","):
                numbers.append(str(p.integer()))
            for word in closing:
                p.expect(word)
            op.properties["branch_weights"] = weights(numbers)
        p.expect(",")
        yes = p.successor_with_operands(op)
        p.expect(",")
        no = p.successor_with_operands(op)
        op.operands = [condition, *yes, *no]
        op.segments = [1, len(yes), len(no)]
        p.attr_dict(op, _WEIGHTS)
        return []

    def write(w: Writer, op: Op) -> None:
        condition, yes, no = op.groups()
        w.operands(condition)
        if "branch_weights" in op.properties:
            numbers = ", ".join(map(str, array_numbers(op.properties["branch_weights"])))
            w.piece(f"{''.join(opening)}{numbers}{''.join(closing)}")
        w.word(",")
        w.successor(op.successors[0], yes)
        w.word(",")
        w.successor(op.successors[1], no)
        w.attr_dict(op, _WEIGHTS)

    return Form(parse, write, _WEIGHTS, ends=True, closed=True)


def switch(values_name: str) -> Form:
    """A branch on a number; `values_name` is the property with the numbers of the cases."""
    hidden = frozenset({values_name, "case_operand_segments"})
    return Form(
        lambda p, op: _parse_switch(p, op, values_name),
        lambda w, op: _write_switch(w, op, values_name),
        hidden,
        ends=True,
        closed=True,
    )


def _parse_switch(p: OpReader, op: Op, values_name: str) -> list[Type]:
    flag = p.operand()
    p.expect(":")
    type = p.type()
    p.expect(",")
    p.expect("[")
    p.expect("default")
    p.expect(":")
    groups = [[p.resolve(flag, type)], p.successor_with_operands(op)]
    if p.accept(","):
        parse_cases(p, op, type, values_name, groups)
    p.expect("]")
    end_switch(p, op, groups)
    return []


def parse_cases(p: OpReader, op: Op, type: Type, values_name: str, groups: list[list[Value]]) -> None:
    """`1: ^bb1(%a : t), 2: ^bb2`: their operands are new groups, and the numbers a property."""
    values: list[str] = []
    while not values or p.accept(","):
        values.append(_case(p, type))
        p.expect(":")
        groups.append(p.successor_with_operands(op))
    op.properties[values_name] = f"dense<[{', '.join(values)}]> : vector<{len(values)}x{type.canonical}>"


def end_switch(p: OpReader, op: Op, groups: list[list[Value]], inherent: frozenset[str] = frozenset()) -> None:
    """The operands of a switch in their groups, and the attributes that end it."""
    op.operands = [value for group in groups for value in group]
    op.segments = [len(group) for group in groups]
    p.attr_dict(op, inherent)


def _case(p: OpReader, type: Type) -> str:
    """The value of a case, as its type writes it."""
    if type.canonical == "i1" and (p.peek("true") or p.peek("false")):
        return p.keyword()
    return _shown_case(p.integer(), type)


def _shown_case(value: int, type: Type) -> str:
    if type.canonical == "i1":
        return "true" if value else "false"
    return digits_of(in_type(value, type.canonical)) if INTEGER_TYPE.fullmatch(type.canonical) else digits_of(value)


def _write_switch(w: Writer, op: Op, values_name: str) -> None:
    groups = op.groups()
    w.operands(groups[0])
    w.word(":")
    w.type(groups[0][0].type)
    w.word(",")
    w.word("[")
    w.line(2, "default:")
    w.successor(op.successors[0], groups[1])
    if op.successors[1:]:
        w.raw(",")
    write_cases(w, op, values_name)
    w.line(0, "]")
    w.attr_dict(op, {values_name, "case_operand_segments"})


def write_cases(w: Writer, op: Op, values_name: str) -> None:
    """What `parse_cases` reads, each on a line."""
    values = array_numbers(op.properties.get(values_name))
    if len(values) == 1:
        values *= len(op.successors) - 1
    for number, (value, block, group) in enumerate(zip(values, op.successors[1:], op.groups()[2:], strict=True)):
        if number:
            w.raw(",")
        w.line(2, f"{digits_of(value)}:")
        w.successor(block, group)


FORMS: dict[str, Form | str] = {
    "cf.br": Form(_parse_br, _write_br, ends=True, closed=True),
    "cf.cond_br": conditional(("weights", "(", "["), ("]", ")"), lambda weights: array_text(weights, "i32")),
    "cf.switch": switch("case_values"),
}
