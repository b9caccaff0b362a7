"""Directives that the formats of several dialects share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.language.attributes import read_mixed, write_mixed
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.ir.ir import Op

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


def _read_mixed(p: OpReader, op: Op, s: State, names: Names) -> None:
    brackets = ("(", ")") if len(names) > 2 else ("[", "]")
    s.uses[names[0]], op.properties[names[1]] = read_mixed(p, *brackets)


def _write_mixed(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    brackets = ("(", ")") if len(names) > 2 else ("[", "]")
    write_mixed(w, parts.values[names[0]], op.properties.get(names[1]), *brackets)


DIRECTIVES: dict[str, Directive] = {
    "mixed": Directive(_read_mixed, _write_mixed, lambda p: p.peek("[") or p.peek("(")),
}
