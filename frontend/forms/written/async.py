"""Forms of the async dialect: what runs beside, and coroutines' functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.scf import arrow, result_types
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import function
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

_TOKEN = Type.get("!async.token")


def _held(p: OpReader, type: Type) -> Type:
    """The type of what an `!async.value<...>` holds."""
    found = re.fullmatch(r"!async\.value<(.*)>", type.text, re.DOTALL) or re.fullmatch(
        r"!async\.value<(.*)>", type.canonical, re.DOTALL
    )
    if found is None:
        p.fail(f"expected an !async.value, got '{type}'")
    return p.make_type(found[1])


def _parse_execute(p: OpReader, op: Op) -> list[Type]:
    tokens = p.names("[", "]") if p.peek("[") else []
    op.operands = [p.resolve(use, _TOKEN) for use in tokens]
    arguments: list[Argument] = []
    if p.accept("("):
        while not p.accept(")"):
            if arguments:
                p.expect(",")
            value = p.operand()
            p.expect("as")
            name = p.operand()
            p.expect(":")
            type = p.type()
            op.operands.append(p.resolve(value, type))
            arguments.append((name[1], _held(p, type), name.start(1), None, None))
    op.segments = [len(tokens), len(arguments)]
    results = p.result_types() if p.accept("->") else []
    p.attr_dict(op, keyword=True)
    p.region(op, arguments, terminator=None if results else "async.yield")
    return [_TOKEN, *results]


def _write_execute(w: Writer, op: Op) -> None:
    tokens, values = op.groups()
    if tokens:
        w.piece(f"[{', '.join(value.ref for value in tokens)}]")
    if values:
        names = op.regions[0].blocks[0].arguments
        shown = [f"{value.ref} as {name.name}: {value.type}" for value, name in zip(values, names, strict=True)]
        w.piece(f"({', '.join(shown)})")
    if op.results[1:]:
        w.piece(arrow(result_types(op)[1:]))
    w.attr_dict(op, keyword=True)
    w.region(op.regions[0])


FORMS: dict[str, Form | str] = {
    "async.execute": Form(_parse_execute, _write_execute, terminator="async.yield"),
    "async.func": function(defaults="async"),
}
