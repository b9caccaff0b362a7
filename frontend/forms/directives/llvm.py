"""Directives of the llvm dialect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import bracketed, comma_separated, shown_typed
from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.spelling import symbols_in
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_DYNAMIC = -2147483648  # in constant indices: "the next operand"


def _read_indices(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`%a, 1, %b`."""
    operands, property = names
    s.uses[operands] = []
    numbers: list[str] = []

    def index() -> None:
        use = p.optional_operand()
        if use is not None:
            s.uses[operands].append(use)
        numbers.append(str(_DYNAMIC) if use is not None else str(p.integer()))

    if not p.peek("]"):
        comma_separated(p, index)
    op.properties[property] = array_text(numbers, "i32")


def _write_indices(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = iter(parts.values[names[0]])
    numbers = array_numbers(op.properties[names[1]])
    w.raw(", ".join(next(values).ref if number == _DYNAMIC else str(number) for number in numbers))


def _read_member(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The type of the member at a position, which the text does not show."""
    member, container, position = names
    s.types[member] = [member_type(p, s.types[container][0], array_numbers(op.properties[position]))]


def _nothing(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    """The type is not written."""


def member_type(p: OpReader, container: Type, position: list[int]) -> Type:
    """The type at `position` in a struct or array type, which spell their members without the dialect's prefix."""
    text = container.canonical
    for number in position:
        text = text.removeprefix("!llvm.")
        inner = text[text.find("<") + 1 : -1].strip() if "<" in text else ""
        if text.startswith("array<"):
            text = inner.partition("x")[2].strip()
            continue
        members = split_top_level(inner[inner.find("(") + 1 : inner.rfind(")")])
        if not 0 <= number < len(members):
            p.fail(f"position out of bounds: {number} in '{container}'")
        text = members[number]
    return p.make_type(prefixed(text))


def prefixed(text: str) -> str:
    """A type that stands in a type of the llvm dialect, as it is written outside."""
    return (
        f"!llvm.{text}"
        if text.split("<")[0] in ("struct", "array", "ptr", "func", "void", "token", "target", "metadata")
        else text
    )


def _read_shuffle(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The vector with as many elements as the mask has numbers."""
    vector, result, mask = names
    type = s.types[vector][0]
    count = len(array_numbers(op.properties[mask]))
    shown = f"[{count}]" if re.match(r"vector<\[", type.canonical) else str(count)
    s.types[result] = [Type.get(f"vector<{shown}x{element(type)}>")]


def _read_bundles(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`["tag"(%a : t), ...]`."""
    operands, tags = names[0], names[-1]
    s.uses[operands], s.types[operands] = [], []
    sizes: list[str] = []
    shown: list[str] = []

    def bundle() -> None:
        shown.append(p.string())
        p.expect("(")
        uses = p.operands()
        if uses:
            p.expect(":")
            s.types[operands] += p.types()
        p.expect(")")
        s.uses[operands] += uses
        sizes.append(str(len(uses)))

    if p.peek("["):
        bracketed(p, bundle, "[", "]")
        if shown:
            op.properties[tags] = f"[{', '.join(shown)}]"
    op.properties["op_bundle_sizes"] = array_text(sizes, "i32")


def _write_bundles(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    values = parts.values[names[0]]
    tags = split_top_level((op.properties.get(names[-1]) or "[]")[1:-1])
    shown, at = [], 0
    for tag, size in zip(tags, array_numbers(op.properties.get("op_bundle_sizes")), strict=True):
        shown.append(f"{tag}({shown_typed(values[at : at + size])})")
        at += size
    if shown:
        w.piece(f"[{', '.join(shown)}]")


_LINKAGE = t.token(r"(?!(?:hidden|protected|local_unnamed_addr|unnamed_addr)\b)[a-z_]++")


def _read_linkage(p: OpReader, op: Op, s: State, names: Names) -> None:
    """A linkage; external, where a symbol or one of the words behind it comes next."""
    word = p.take(_LINKAGE) or "external"
    op.properties[names[0]] = f"#llvm.linkage<{word}>"


def _write_linkage(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    word = (op.properties[names[0]] or "").removeprefix("#llvm.linkage<")[:-1]
    if word != "external":
        w.word(word)


def _read_without_data(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`{ctors = [@f], priorities = [0 : i32]}`, to which later versions add the data of each."""
    p.attr_dict(op, frozenset(names))
    for name in names[:2]:
        if name not in op.properties:
            p.fail(f"expected '{name}'", at=op.start)
    op.properties[names[2]] = f"[{', '.join(['#llvm.zero'] * len(symbols_in(op.properties.get(names[0]) or '')))}]"


def _write_without_data(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.attr_dict(op, names[2:])


DIRECTIVES: dict[str, Directive] = {
    "gep-indices": Directive(_read_indices, _write_indices),
    "insert-extract-value-element-type": Directive(_read_member, _nothing),
    "shuffle-type": Directive(_read_shuffle, _nothing),
    "op-bundles": Directive(_read_bundles, _write_bundles, lambda p: p.peek("[")),
    "without-data": Directive(_read_without_data, _write_without_data),
    "llvm-linkage": Directive(_read_linkage, _write_linkage),
}
