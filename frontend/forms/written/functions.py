"""The function syntax that dialects share: `@name(%a: t) -> t attributes {...} {...}`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.func import (
    parse_arguments,
    parse_body,
    parse_results,
    write_results,
    written_arguments,
    written_function_type,
)
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.functions import function_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.spelling import spelled_list
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import Argument, OpReader
    from ownlog.frontend.syntax.writer import Writer

SIGNATURE = frozenset({"sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"})
_VISIBILITY = t.token(r"(?:private|public|nested)(?![\w$.])")


def function(inherent: str = "", defaults: str | None = None, graph: bool = False, visible: bool = True) -> Form:
    """The form of a function op with no syntax of its own.

    `inherent`: its properties beside those of all functions. `visible`: its visibility is a property.
    """
    known = SIGNATURE | frozenset(inherent.split())
    if not visible:
        known -= {"sym_visibility"}

    def parse(p: OpReader, op: Op) -> list[Type]:
        visibility = p.take(_VISIBILITY)
        arguments = parse_signature(p, op)
        if visibility is not None:
            (op.properties if visible else op.attrs)["sym_visibility"] = f'"{visibility}"'
        p.attr_dict(op, known, keyword=True)
        parse_body(p, op, arguments, defaults=defaults)
        return []

    def write(w: Writer, op: Op) -> None:
        visibility = op.attribute("sym_visibility")
        if visibility is not None:
            w.word(visibility[1:-1])
        write_signature(w, op)
        entries = {key: text for key, text in (op.properties | op.attrs).items() if key not in SIGNATURE}
        if entries:
            w.piece(f"attributes {w.dictionary(entries)}")
        write_body(w, op)

    return Form(parse, write, known, isolated=True, defaults=defaults, graph=graph)


def parse_signature(
    p: OpReader, op: Op, spell: Callable[[list[Type], list[Type]], str] = function_type
) -> list[Argument]:
    """`@name(%a: t {...}) -> (t {...})`: fills the properties, returns the arguments."""
    op.properties["sym_name"] = p.symbol_name()
    arguments = parse_arguments(p)
    results, attributes = parse_results(p)
    op.properties["function_type"] = spell([argument[1] for argument in arguments], results)
    note_attributes(op, [argument[3] for argument in arguments], attributes)
    return arguments


def note_attributes(op: Op, arguments: list[str | None], results: list[str | None]) -> None:
    """Keep the dictionaries of arguments and results, where there are any."""
    for key, given in (("arg_attrs", arguments), ("res_attrs", results)):
        if any(given):
            op.properties[key] = spelled_list([text or "{}" for text in given])


def write_signature(w: Writer, op: Op) -> None:
    """What `parse_signature` reads."""
    w.symbol_name(op)
    inputs, results = written_function_type(op.properties.get("function_type") or "")
    w.raw(f"({written_arguments(op, [text for text in inputs if text])})")
    write_results(w, op, [text for text in results if text])


def write_body(w: Writer, op: Op) -> None:
    """What `parse_body` reads."""
    if op.regions and op.regions[0].blocks:
        w.region(op.regions[0])
