"""Directives of the smt dialect: types that say those of several values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_FUNCTION = "!smt.func<("


def _read_shared(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The one type of all values of a group."""
    s.types[names[0]] = [p.type()] * len(s.uses[names[0]])


def _write_shared(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.type(parts.values[names[0]][0].type)


def _read_applied(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`!smt.func<(a, b) c>`, the type of the function; those of the arguments and of the result follow."""
    at = p.next()
    type = p.type()
    if not type.canonical.startswith(_FUNCTION):
        p.fail("expected the type of a function", "such as `!smt.func<(!smt.int) !smt.bool>`", at=at)
    arguments, result = _signature(type.canonical[len(_FUNCTION) : -1])
    s.types[names[0]], s.types[names[2]] = [type], [Type.get(result)]
    s.types[names[1]] = [Type.get(text) for text in split_top_level(arguments) if text]


def _signature(text: str) -> tuple[str, str]:
    """`a, b` and `c` of `a, b) c`."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return text[:at], text[at + 1 :].strip()
    return text, ""


def _write_applied(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.type(parts.values[names[0]][0].type)


def _read_array(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The type `!smt.array<[a -> b]>` of an array, whose indices are of the first type in it and whose elements of the
    second.
    """
    array, index, value = names
    type = p.type()
    inner, arrow, held = type.canonical.partition("<[")[2].removesuffix("]>").rpartition(" -> ")
    if not arrow:
        p.fail(f"expected an !smt.array, got '{type}'")
    s.types[array], s.types[index], s.types[value] = [type], [p.make_type(inner)], [p.make_type(held)]


DIRECTIVES: dict[str, Directive] = {
    "array-parts": Directive(_read_array, _write_applied),
    "shared-type": Directive(_read_shared, _write_shared),
    "applied-type": Directive(_read_applied, _write_applied),
}
