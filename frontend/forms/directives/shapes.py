"""Directives of several dialects that write sizes, levels and named lists in their own way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.directives.lists import comma_separated
from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers, array_text, attribute_type, untyped
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Block, Op, Region
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_SIZES = t.token(r"(?:\d+|\?)(?:x(?:\d+|\?))*+")
_DIMENSION = re.compile(r"(\d+|\?)x")


def _read_product(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`16x16x4`, a property for each number."""
    at = p.next()
    numbers = p.need(_SIZES, "sizes such as 16x16x4").split("x")
    if len(numbers) != len(names) or "?" in numbers:
        p.fail(f"expected {len(names)} sizes", at=at)
    for name, number in zip(names, numbers, strict=True):
        op.properties[name] = f"{number} : i32"


def _write_product(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.piece("x".join(untyped(op.properties[name] or "") for name in names))


def _read_sizes(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`4x?x8` as an array."""
    numbers = p.need(_SIZES, "sizes such as 4x?x8").split("x")
    op.properties[names[0]] = array_text([str(DYNAMIC) if number == "?" else number for number in numbers])


def _write_sizes(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    w.piece("x".join("?" if number == DYNAMIC else str(number) for number in array_numbers(op.properties[names[0]])))


def _read_levels(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`0 to 2`; one number is one level."""
    low = p.integer()
    high = p.integer() if p.accept("to") else low + 1
    op.properties[names[0]], op.properties[names[1]] = f"{low} : index", f"{high} : index"


def _write_levels(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    low, high = (int(untyped(op.properties[name] or "0")) for name in names)
    w.piece(f"{low}" if high == low + 1 else f"{low} to {high}")


def _read_variable(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`= value`, or `: tensor type`."""
    shape, type, value = names
    tensor: Type | None
    if p.accept("="):
        op.properties[value] = p.attribute()
        tensor = attribute_type(p, op.properties[value])
    else:
        p.expect(":")
        tensor = p.type()
    if tensor is None:
        p.fail("expected a value with a tensor type")
    sizes = [
        "-1" if size == "?" else size
        for size in _DIMENSION.findall(tensor.canonical.partition("<")[2].partition(",")[0])
    ]
    op.properties[shape] = f"dense<{'[' + ', '.join(sizes) + ']' if sizes else ''}> : tensor<{len(sizes)}xindex>"
    op.properties[type] = element(tensor).text


def _write_variable(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    shape, type, value = names
    if value in op.properties:
        w.piece(f"= {op.properties[value]}")
        return
    sizes = array_numbers(op.properties[shape])
    rank = re.search(r"tensor<(\d+)x", op.properties[shape] or "")
    sizes = sizes * int(rank[1]) if rank is not None and len(sizes) == 1 else sizes
    w.piece(f": tensor<{''.join('?x' if size < 0 else f'{size}x' for size in sizes)}{op.properties[type]}>")


def _read_named(p: OpReader, op: Op, s: State, names: Names) -> None:
    """`(a: %x, b: %y)`, with a word before the operand where there are three names: `(a: optional %x)`."""
    operands, property = names[:2]
    s.uses[operands] = []
    keys: list[str] = []
    words: list[str] = []

    def entry() -> None:
        keys.append(f'"{p.keyword("a name")}"')
        p.expect(":")
        words.append(p.take(t.KEYWORD) or "single")
        s.uses[operands].append(p.operand())

    p.expect("(")
    comma_separated(p, entry, ")")
    op.properties[property] = f"[{', '.join(keys)}]"
    if len(names) > 2:
        op.properties[names[2]] = f"#irdl<variadicity_array[{', '.join(words)}]>"


def _write_named(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    keys = [key.strip('"') for key in split_top_level((op.properties.get(names[1]) or "[]")[1:-1])]
    found = re.search(r"\[([^\]]*)\]", op.properties.get(names[2]) or "") if len(names) > 2 else None
    words = (
        [word.strip() for word in found[1].split(",")]
        if found is not None and found[1].strip()
        else ["single"] * len(keys)
    )
    shown = [
        f"{key}: {'' if word == 'single' else word + ' '}{value.ref}"
        for key, word, value in zip(keys, words, parts.values[names[0]], strict=True)
    ]
    w.raw(f"({', '.join(shown)})")


def _read_values(p: OpReader, op: Op, s: State, names: Names) -> None:
    """Nothing, or `{"a" = %x, "b" = %y}`."""
    operands, property = names
    s.uses[operands] = []
    keys: list[str] = []

    def entry() -> None:
        keys.append(p.attribute())
        p.expect("=")
        s.uses[operands].append(p.operand())

    if p.accept("{"):
        comma_separated(p, entry)
        p.expect("}")
    op.properties[property] = f"[{', '.join(keys)}]"


def _write_values(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    keys = split_top_level((op.properties.get(names[1]) or "[]")[1:-1])
    values = parts.values[names[0]]
    if values:
        w.piece("{" + ", ".join(f"{key} = {value.ref}" for key, value in zip(keys, values, strict=True)) + "}")


def _read_region(p: OpReader, op: Op, s: State, names: Names) -> None:
    """A region, or none, for one empty block."""
    if p.peek("{"):
        s.regions[names[0]] = [p.region(op, [])]
        return
    region = Region([Block()])
    op.add_region(region)
    s.regions[names[0]] = [region]


def _write_region(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    region = parts.regions[names[0]][0]
    if any(block.ops for block in region.blocks):
        w.region(region)


DIRECTIVES: dict[str, Directive] = {
    "mnk-dimension-list": Directive(_read_product, _write_product),
    "dimension-list": Directive(_read_sizes, _write_sizes),
    "level-range": Directive(_read_levels, _write_levels),
    "variable-op-type-or-initial-value": Directive(_read_variable, _write_variable),
    "attribute-values": Directive(_read_values, _write_values),
    "named-value-list": Directive(_read_named, _write_named),
    "named-value-list-with-variadicity": Directive(_read_named, _write_named),
    "single-block-region": Directive(_read_region, _write_region, lambda p: p.peek("{")),
}
