"""Forms of the vector dialect that buffer IR contains."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import boolean_like, dimensions, element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.affine_reader import map_parts
from ownlog.frontend.text.types import INDEX, Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_TRANSFER = frozenset({"permutation_map", "in_bounds"})


def _defaults(shaped: Type, vector: Type) -> dict[str, str | None]:
    """What the custom form of a transfer may leave out: the minor identity map, and no dimension in bounds."""
    rank, length = dimensions(shaped), dimensions(vector) - dimensions(element(shaped))
    dims = [f"d{i}" for i in range(rank)]
    return {
        "permutation_map": f"affine_map<({', '.join(dims)}) -> ({', '.join(dims[rank - length :])})>",
        "in_bounds": f"[{', '.join(['false'] * length)}]",
    }


def _hidden(op: Op, shaped: Type, vector: Type) -> set[str]:
    defaults = _defaults(shaped, vector)
    return {name for name in _TRANSFER if op.properties.get(name) == defaults[name]}


def _mask_type(op: Op, shaped: Type, vector: Type) -> Type:
    """A transfer's mask has the vector's dimensions in the order of the memref, and those only that the memref has."""
    maps = map_parts(op.properties.get("permutation_map") or "")
    dims = re.match(r"vector<((?:(?:\d+|\[\d+\])x)+)", vector.canonical)
    if not maps or dims is None:
        return boolean_like(vector)
    sizes = dict(zip(maps[0].results, dims[1].split("x"), strict=False))
    return Type.get(f"vector<{''.join(f'{sizes[name]}x' for name in maps[0].dimensions if name in sizes)}i1>")


def _parse_read(p: OpReader, op: Op) -> list[Type]:
    source = p.operand()
    indices = p.names("[", "]")
    p.expect(",")
    padding = p.operand()
    mask = p.operand() if p.accept(",") else None
    p.attr_dict(op, _TRANSFER)
    p.expect(":")
    shaped = p.type()
    p.expect(",")
    vector = p.type()
    op.operands = [
        p.resolve(source, shaped),
        *(p.resolve(use, INDEX) for use in indices),
        p.resolve(padding, element(shaped)),
    ]
    if mask is not None:
        op.operands.append(p.resolve(mask, _mask_type(op, shaped, vector)))
    op.segments = [1, len(indices), 1, 0 if mask is None else 1]
    op.properties = _defaults(shaped, vector) | op.properties
    return [vector]


def _write_read(w: Writer, op: Op) -> None:
    source, indices, padding, mask = op.groups()
    w.operands(source)
    w.raw(f"[{', '.join(value.ref for value in indices)}], {', '.join(value.ref for value in padding + mask)}")
    w.attr_dict(op, _hidden(op, source[0].type, op.results[0].type))
    w.word(":")
    w.types([source[0].type, op.results[0].type])


def _parse_write(p: OpReader, op: Op) -> list[Type]:
    value = p.operand()
    p.expect(",")
    dest = p.operand()
    indices = p.names("[", "]")
    mask = p.operand() if p.accept(",") else None
    p.attr_dict(op, _TRANSFER)
    p.expect(":")
    vector = p.type()
    p.expect(",")
    shaped = p.type()
    op.operands = [p.resolve(value, vector), p.resolve(dest, shaped), *(p.resolve(use, INDEX) for use in indices)]
    if mask is not None:
        op.operands.append(p.resolve(mask, _mask_type(op, shaped, vector)))
    op.segments = [1, 1, len(indices), 0 if mask is None else 1]
    op.properties = _defaults(shaped, vector) | op.properties
    return [shaped] if shaped.canonical.startswith("tensor<") else []


def _write_write(w: Writer, op: Op) -> None:
    value, dest, indices, mask = op.groups()
    w.operands(value + dest)
    w.raw(f"[{', '.join(index.ref for index in indices)}]")
    if mask:
        w.raw(f", {mask[0].ref}")
    w.attr_dict(op, _hidden(op, dest[0].type, value[0].type))
    w.word(":")
    w.types([value[0].type, dest[0].type])


FORMS: dict[str, Form | str] = {
    "vector.transfer_read": Form(_parse_read, _write_read, _TRANSFER, plain=True),
    "vector.transfer_write": Form(_parse_write, _write_write, _TRANSFER, plain=True),
}
