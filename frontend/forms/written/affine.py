"""Forms of the affine dialect: hints and transfers beside the program (DMA), whose subscripts are affine
expressions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.affine import expressions, map_parts, subscripts
from ownlog.frontend.forms.dialects.memref import prefetch
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_START = {"src_map", "dst_map", "tag_map"}


def _prefetch_subscripts(p: OpReader, op: Op) -> list[Use]:
    op.properties["map"], indices = subscripts(p)
    return indices


def _shown_subscripts(op: Op) -> str:
    return expressions(op.properties["map"] or "", op.operands[1:])


def _subscripted(p: OpReader, op: Op, name: str) -> tuple[Use, list[Use]]:
    """`%m[%i + 1]`: the memref and the operands of its map."""
    memref = p.operand()
    op.attrs[name], indices = subscripts(p)
    return memref, indices


def _parse_start(p: OpReader, op: Op) -> list[Type]:
    groups: list[tuple[Use, list[Use]]] = []
    for name in ("src_map", "dst_map", "tag_map"):
        groups.append(_subscripted(p, op, name))
        p.expect(",")
    numbers = p.operands()
    p.attr_dict(op)
    p.expect(":")
    types = p.types()
    if len(types) != len(groups):
        p.fail("fewer/more types expected", "write the types of source, destination and tag")
    for (memref, indices), type in zip(groups, types, strict=True):
        op.operands += [p.resolve(memref, type), *(p.resolve(use, INDEX) for use in indices)]
    op.operands += [p.resolve(use, INDEX) for use in numbers]
    return []


def _arity(text: str) -> int:
    dims, symbols, _ = map_parts(text)
    return len(dims) + len(symbols)


def _write_transfer(names: tuple[str, ...]) -> Form:
    """Writes the memrefs of these maps, then the numbers."""

    def write(w: Writer, op: Op) -> None:
        at = 0
        shown: list[str] = []
        memrefs: list[Value] = []
        for name in names:
            text = op.attrs[name] or ""
            end = at + 1 + _arity(text)
            memrefs.append(op.operands[at])
            shown.append(f"{op.operands[at].ref}[{expressions(text, op.operands[at + 1 : end])}]")
            at = end
        w.piece(", ".join([*shown, *(value.ref for value in op.operands[at:])]))
        entries = {key: text for key, text in op.attrs.items() if key not in _START}
        if entries:
            w.piece(w.dictionary(entries))
        w.word(":")
        w.types([value.type for value in memrefs])

    return Form(_parse_start if len(names) == 3 else _parse_wait, write)


def _parse_wait(p: OpReader, op: Op) -> list[Type]:
    memref, indices = _subscripted(p, op, "tag_map")
    p.expect(",")
    number = p.operand()
    p.attr_dict(op)
    p.expect(":")
    op.operands = [p.resolve(memref, p.type()), *(p.resolve(use, INDEX) for use in (*indices, number))]
    return []


FORMS: dict[str, Form | str] = {
    "affine.dma_start": _write_transfer(("src_map", "dst_map", "tag_map")),
    "affine.dma_wait": _write_transfer(("tag_map",)),
    "affine.prefetch": prefetch(_prefetch_subscripts, _shown_subscripts, frozenset({"map"})),
}
