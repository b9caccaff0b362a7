"""Forms of the llvm dialect that buffer IR contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.attributes import array_numbers, array_text
from ownlog.frontend.forms.registry import Form
from ownlog.frontend.ir import Op
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
    plain = text.split("<")[0] in ("struct", "array", "ptr", "func", "void")
    return p.make_type(f"!llvm.{text}" if plain else text)


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
        op.properties["declared_arguments"] = ", ".join(str(argument[1]) for argument in arguments)
    return []


def _write_func(w: Writer, op: Op) -> None:
    if "linkage" in op.properties:
        w.word((op.properties["linkage"] or "")[len("#llvm.linkage<") : -1])
    w.symbol_name(op)
    if op.regions:
        inputs = ", ".join(f"{a.name}: {a.type}" + (f" {a.attrs}" if a.attrs else "") for a in op.regions[0].blocks[0].arguments)
    else:
        inputs = op.properties.get("declared_arguments") or ""
    w.raw(f"({inputs})")
    result = (op.properties["function_type"] or "")[len("!llvm.func<") :].partition(" ")[0]
    if result != "void":
        w.piece(f"-> {result}" if result[0] in "if" else f"-> !llvm.{result}")
    w.attr_dict(op, {*_FUNC, "declared_arguments"}, keyword=True)
    if op.regions:
        w.region(op.regions[0])


FORMS: dict[str, Form | str] = {
    "llvm.call": "$callee:sym `(` %operands... `)` attr-dict `:` functional",
    "llvm.extractvalue": Form(_parse_extract, _write_extract, _POSITION),
    "llvm.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
    "llvm.insertvalue": Form(_parse_insert, _write_insert, _POSITION),
    "llvm.mlir.constant": "`(` $value:attr `)` attr-dict `:` type(result)",
    "llvm.mlir.poison": "attr-dict `:` type(result)",
    "llvm.mlir.undef": "attr-dict `:` type(result)",
    "llvm.mlir.zero": "attr-dict `:` type(result)",
    "llvm.return": "attr-dict (%operands... `:` type(%operands))?",
    "llvm.unreachable": "attr-dict",
}
