"""Directives of the gpu, async and ml_program dialects: tokens, and the sizes and arguments of launches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import bracketed, each_typed, typed_operand
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import inner
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_TOKEN = Type.get("!gpu.async.token")


def _read_dependencies(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`async [%a, %b]`."""
    token, dependencies = names
    s.types[token] = [_TOKEN] if p.accept("async") else []
    s.uses[dependencies] = p.names("[", "]") if p.peek("[") else []


def _write_dependencies(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    token, dependencies = names
    if parts.values[token]:
        w.word("async")
    if parts.values[dependencies]:
        w.piece(f"[{', '.join(value.ref for value in parts.values[dependencies])}]")


def _read_launch_types(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`: t`, the type of all sizes where it is not index."""
    grid, clusters, *more = names
    s.types[grid] = [p.type() if p.accept(":") else INDEX]
    for name in more:
        s.types[name] = s.types[grid] if s.uses.get(clusters) else []


def _write_launch_types(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    type = parts.values[names[0]][0].type
    if type is not INDEX:
        w.piece(f": {type}")


def _read_launch_operands(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`args(%a : t, %b : t)`."""
    s.uses[names[0]], s.types[names[0]] = [], []
    if p.accept("args"):
        bracketed(p, lambda: typed_operand(p, s, names[0]))


def _write_launch_operands(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if parts.values[names[0]]:
        w.piece(f"args({', '.join(each_typed(parts.values[names[0]]))})")


def _read_reduction(p: OpReader, op: Op, s: State, names: Names) -> None:
    word = p.take(t.KEYWORD)
    if word is not None:
        op.properties[names[0]] = f"#gpu<all_reduce_op {word}>"


def _write_reduction(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    text = op.properties.get(names[0])
    if text:
        w.word(text.removeprefix("#gpu<all_reduce_op ")[:-1])


def _read_handler(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`<#handler>`."""
    if p.accept("<"):
        op.properties[names[0]] = p.attribute()
        p.expect(">")


def _write_handler(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    if names[0] in op.properties:
        w.piece(f"<{op.properties[names[0]]}>")


def _read_awaited(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The type of what is awaited: a value has a result, a token none."""
    operand, result = names
    type = p.type()
    s.types[operand] = [type]
    s.types[result] = [inner(type)] if type.canonical.startswith("!async.value<") else []


def _write_awaited(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.type(parts.values[names[0]][0].type)


def _read_ordering(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`ordering(%a, %b -> t)`, `()` for no operands."""
    consumed, produced = names[0], names[-1]
    s.uses[consumed], s.types[produced] = [], []
    if not p.accept("ordering"):
        return
    p.expect("(")
    if p.accept("("):
        p.expect(")")
    else:
        s.uses[consumed] = p.operands()
    if p.accept("->"):
        s.types[produced] = [p.type()]
    p.expect(")")


def _write_ordering(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    consumed, produced = parts.values[names[0]], parts.values[names[-1]]
    if consumed or produced:
        arrow = f" -> {produced[0].type}" if produced else ""
        w.piece(f"ordering({', '.join(value.ref for value in consumed) or '()'}{arrow})")


def _read_initial(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`(value) : t`."""
    type, value = names
    if p.accept("("):
        op.properties[value] = p.attribute()
        p.expect(")")
    p.expect(":")
    op.properties[type] = p.type().text


def _write_initial(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    type, value = names
    if value in op.properties:
        w.raw(f"({op.properties[value]})")
    w.piece(f": {op.properties[type]}")


DIRECTIVES: dict[str, Directive] = {
    "async-dependencies": Directive(_read_dependencies, _write_dependencies),
    "launch-dim-type": Directive(_read_launch_types, _write_launch_types),
    "launch-func-operands": Directive(_read_launch_operands, _write_launch_operands),
    "all-reduce-operation": Directive(_read_reduction, _write_reduction),
    "offloading-handler": Directive(_read_handler, _write_handler, lambda p: p.peek("<")),
    "await-result-type": Directive(_read_awaited, _write_awaited),
    "token-ordering": Directive(_read_ordering, _write_ordering),
    "typed-initial-value": Directive(_read_initial, _write_initial),
}
