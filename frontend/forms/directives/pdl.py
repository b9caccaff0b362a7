"""Directives of the pdl and pdl_interp dialects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import comma_separated, shown_typed, typed_operands
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_VALUES = Type.get("!pdl.range<value>")


def _read_attributes(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`{"name" = %a, ...}`."""
    operands, property = names
    shown: list[str] = []
    s.uses[operands] = []

    def entry() -> None:
        shown.append(p.string())
        p.expect("=")
        s.uses[operands].append(p.operand())

    if p.accept("{"):
        comma_separated(p, entry, "}")
    op.properties[property] = f"[{', '.join(shown)}]"


def _write_attributes(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[0]]
    if values:
        keys = split_top_level((op.properties.get(names[1]) or "[]")[1:-1])
        w.piece("{" + ", ".join(f"{key} = {value.ref}" for key, value in zip(keys, values, strict=True)) + "}")


def _read_range(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`: t` where no argument says the type."""
    arguments, result = names
    known = s.types.get(arguments)
    if known:
        text = known[0].canonical
        found = re.match(r"!pdl\.(?!range)(\w+)\Z", text)
        s.types[result] = [Type.get(f"!pdl.range<{found[1]}>") if found is not None else known[0]]
    else:
        p.expect(":")
        s.types[result] = [p.type()]


def _write_range(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if not parts.values[names[0]]:
        w.piece(f": {parts.values[names[1]][0].type}")


def _read_results(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`-> t` where an index is given; else all results."""
    index, result = names
    if index in op.properties:
        p.expect("->")
        s.types[result] = [p.type()]
    else:
        s.types[result] = [_VALUES]


def _write_results(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if names[0] in op.properties:
        w.piece(f"-> {parts.values[names[1]][0].type}")


def _read_created(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`-> (%a : t)`, or `-> <inferred>`."""
    operands, inferred = names[0], names[-1]
    s.uses[operands] = []
    if not p.accept("->"):
        return
    if p.accept("<"):
        p.expect("inferred")
        p.expect(">")
        op.properties[inferred] = None
        return
    p.expect("(")
    typed_operands(p, s, operands)
    p.expect(")")


def _write_created(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[0]]
    if names[-1] in op.properties:
        w.piece("-> <inferred>")
    elif values:
        w.piece(f"-> ({shown_typed(values)})")


DIRECTIVES: dict[str, Directive] = {
    "operation-op-attributes": Directive(_read_attributes, _write_attributes),
    "create-operation-op-attributes": Directive(_read_attributes, _write_attributes),
    "create-operation-op-results": Directive(_read_created, _write_created),
    "range-type": Directive(_read_range, _write_range),
    "results-value-type": Directive(_read_results, _write_results),
}
