"""Forms of the llvm dialect that buffer IR contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.attributes import array_numbers, array_text
from ownlog.frontend.forms.registry import Form
from ownlog.frontend.ir import Op, Region
from ownlog.frontend.tokens import split_top_level
from ownlog.frontend.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.parser import Argument, Parser
    from ownlog.frontend.writer import Writer

_POSITION = frozenset({"position"})
_FUNC = frozenset({"sym_name", "function_type", "linkage", "CConv", "arg_attrs", "res_attrs"})


def _parse_position(p: Parser, op: Op) -> None:
    p.expect("[")
    numbers = [str(p.integer())]
    while p.accept(","):
        numbers.append(str(p.integer()))
    p.expect("]")
    op.properties["position"] = array_text(numbers)


def _shown_position(op: Op) -> str:
    return f"[{', '.join(map(str, array_numbers(op.properties['position'])))}]"


def _member(p: Parser, container: Type, position: list[int]) -> Type:
    """The type at `position` in a struct or array type, which spell their members without the dialect's prefix."""
    text = container.canonical.removeprefix("!llvm.")
    for number in position:
        inner = text[text.index("<") + 1 : -1].strip() if "<" in text else ""
        if text.startswith("array<"):
            text = inner.partition("x")[2].strip()
            continue
        members = split_top_level(inner[inner.find("(") + 1 : inner.rfind(")")])
        if number >= len(members):
            p.fail(f"position out of bounds: {number} in '{container}'")
        text = members[number]
    return p.make_type(_prefixed(text))


def _prefixed(text: str) -> str:
    """A type that stands in a type of the llvm dialect, as it is written outside."""
    return f"!llvm.{text}" if text.split("<")[0] in ("struct", "array", "ptr", "func", "void") else text


def _parse_extract(p: Parser, op: Op) -> list[Type]:
    use = p.operand()
    _parse_position(p, op)
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    op.operands = [p.resolve(use, type)]
    return [_member(p, type, array_numbers(op.properties["position"]))]


def _write_extract(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.raw(_shown_position(op))
    w.attr_dict(op, {"position"})
    w.word(":")
    w.type(op.operands[0].type)


def _parse_insert(p: Parser, op: Op) -> list[Type]:
    value = p.operand()
    p.expect(",")
    container = p.operand()
    _parse_position(p, op)
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    # The generic form has the container first.
    op.operands = [p.resolve(container, type), p.resolve(value, _member(p, type, array_numbers(op.properties["position"])))]
    return [type]


def _write_insert(w: Writer, op: Op) -> None:
    w.operands([op.operands[1], op.operands[0]])
    w.raw(_shown_position(op))
    w.attr_dict(op, {"position"})
    w.word(":")
    w.type(op.operands[0].type)


def _parse_func(p: Parser, op: Op) -> list[Type]:
    if p.peek("@") is False:
        op.properties["linkage"] = f"#llvm.linkage<{p.keyword('a linkage or a symbol name')}>"
    op.properties["sym_name"] = p.symbol_name()
    arguments: list[Argument] = []
    p.expect("(")
    while not p.accept(")"):
        if arguments:
            p.expect(",")
        arguments.append(p.typed_argument() if p.peek("%") else ("", p.type(), p.pos, p.optional_dictionary_text(), None))
    result = str(p.type()).removeprefix("!llvm.") if p.accept("->") else "void"
    inputs = ", ".join(str(argument[1]).removeprefix("!llvm.") for argument in arguments)
    op.properties["function_type"] = f"!llvm.func<{result} ({inputs})>"
    p.attr_dict(op, _FUNC, keyword=True)
    if p.peek("{"):
        p.region(op, arguments, isolated=True)
    else:
        op.add_region(Region())
    return []


def _write_func(w: Writer, op: Op) -> None:
    if "linkage" in op.properties:
        w.word((op.properties["linkage"] or "")[len("#llvm.linkage<") : -1])
    w.symbol_name(op)
    result, _, rest = (op.properties["function_type"] or "")[len("!llvm.func<") : -1].partition(" (")
    if op.regions and op.regions[0].blocks:
        inputs = ", ".join(f"{a.name}: {a.type}" + (f" {a.attrs}" if a.attrs else "") for a in op.regions[0].blocks[0].arguments)
    else:
        inputs = ", ".join(map(_prefixed, split_top_level(rest[:-1])))
    w.raw(f"({inputs})")
    if result != "void":
        w.piece(f"-> {_prefixed(result)}")
    w.attr_dict(op, _FUNC, keyword=True)
    if op.regions and op.regions[0].blocks:
        w.region(op.regions[0])


FORMS: dict[str, Form | str] = {
    "llvm.call": "$callee:sym `(` %operands... `)` attr-dict `:` functional",
    "llvm.extractvalue": Form(_parse_extract, _write_extract, _POSITION),
    "llvm.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
    "llvm.insertvalue": Form(_parse_insert, _write_insert, _POSITION),
}
