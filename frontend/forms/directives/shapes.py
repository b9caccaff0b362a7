"""Directives of several dialects that write sizes and levels in their own way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.language.attributes import array_numbers, attribute_type, untyped
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text import tokens as t
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


DIRECTIVES: dict[str, Directive] = {
    "mnk-dimension-list": Directive(_read_product, _write_product),
    "level-range": Directive(_read_levels, _write_levels),
    "variable-op-type-or-initial-value": Directive(_read_variable, _write_variable),
}
