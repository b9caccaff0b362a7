"""Forms of the llvm dialect that buffer IR contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives.llvm import prefixed
from ownlog.frontend.forms.registry import Form
from ownlog.frontend.ir import Op, Region
from ownlog.frontend.tokens import split_top_level
from ownlog.frontend.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.parser import Argument, Parser
    from ownlog.frontend.writer import Writer

_FUNC = frozenset({"sym_name", "function_type", "linkage", "CConv", "arg_attrs", "res_attrs"})


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
        inputs = ", ".join(map(prefixed, split_top_level(rest[:-1])))
    w.raw(f"({inputs})")
    if result != "void":
        w.piece(f"-> {prefixed(result)}")
    w.attr_dict(op, _FUNC, keyword=True)
    if op.regions and op.regions[0].blocks:
        w.region(op.regions[0])


FORMS: dict[str, Form | str] = {
    "llvm.call": "$callee:sym `(` %operands... `)` attr-dict `:` functional",
    "llvm.func": Form(_parse_func, _write_func, _FUNC, isolated=True),
}
