"""Forms of the vector dialect: contractions, outer products, masked regions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.text.spelling import written
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_CONTRACT = frozenset({"indexing_maps", "iterator_types", "kind"})
_KIND = frozenset({"kind"})
_ADD = "#vector.kind<add>"
_VECTOR = re.compile(r"vector<((?:(?:\d+|\[\d+\])x)*)")


def _kinds(text: str) -> str:
    """Iterator types, which the custom form has as strings."""
    return re.sub(r'"(\w+)"', r"#vector.iterator_type<\1>", text)


def _strings(text: str) -> str:
    return re.sub(r"#vector\.iterator_type<\s*(\w+)\s*>", r'"\1"', text)


def _parse_contract(p: OpReader, op: Op) -> list[Type]:
    at = p.next()
    entries = p.dictionary() if p.peek("{") else p.parse_dictionary(p.attribute(), at)
    op.properties = {"kind": _ADD}
    p.add_attributes(op, entries, _CONTRACT)
    op.properties["iterator_types"] = _kinds(op.properties.get("iterator_types") or "[]")
    uses = p.operands()
    p.attr_dict(op, _CONTRACT)
    p.expect(":")
    inputs = p.types()
    p.expect("into")
    result = p.type()
    op.operands = p.resolve_all(uses, [*inputs, result])
    return [result]


def _write_contract(w: Writer, op: Op) -> None:
    shown = ("indexing_maps", "iterator_types", "kind")
    entries: dict[str, str | None] = {key: op.properties[key] for key in shown if key in op.properties}
    entries["iterator_types"] = _strings(entries["iterator_types"] or "[]")
    w.piece(w.dictionary(entries, ordered=False))
    w.operands(op.operands)
    w.attr_dict(op, _CONTRACT)
    w.word(":")
    w.types([value.type for value in op.operands[:-1]])
    w.word("into")
    w.type(op.results[0].type)


def _product(left: Type, right: Type) -> Type:
    dims = [found[1] if (found := _VECTOR.match(type.canonical)) is not None else "" for type in (left, right)]
    return Type.get(f"vector<{dims[0]}{dims[1]}{element(left).canonical}>")


def _parse_outerproduct(p: OpReader, op: Op) -> list[Type]:
    op.properties["kind"] = _ADD
    uses = p.operands()
    p.attr_dict(op, _KIND)
    p.expect(":")
    left = p.type()
    p.expect(",")
    right = p.type()
    result = _product(left, right)
    op.operands = p.resolve_all(uses, [left, right, result][: len(uses)])
    return [result]


def _write_outerproduct(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.attr_dict(op, _KIND if op.properties.get("kind") == _ADD else ())
    w.word(":")
    w.types([value.type for value in op.operands[:2]])


def _parse_mask(p: OpReader, op: Op) -> list[Type]:
    mask = p.operand()
    passed = p.operand() if p.accept(",") else None
    p.region(op)
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    results = p.result_types() if p.accept("->") else []
    op.operands = [p.resolve(mask, type)]
    if passed is not None:
        op.operands.append(p.resolve(passed, results[0]))
    _end(p, op)
    return results


def _end(p: OpReader, op: Op) -> None:
    """The text may leave out the yield of what the masked op gives, and a name for it."""
    region = op.regions[0]
    if not region.blocks:
        region.append(Block())
    block = region.blocks[0]
    if not block.ops or block.ops[-1].name != "vector.yield":
        given = list(block.ops[-1].results) if block.ops else []
        for value in given:
            value.name = value.name or _unused(p, f"%masked_{value.index}")
        last = Op("vector.yield", given)
        last.parent = block
        block.ops.append(last)


def _unused(p: OpReader, name: str) -> str:
    while name in p.text:
        name += "_"
    return name


def _write_mask(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    ops = op.regions[0].blocks[0].ops
    if len(ops) == 2 and ops[1].source is None and ops[1].operands == ops[0].results:
        # Neither the yield nor a name for what it hands on was written.
        w.piece(f"{{ {w.nameless(ops[0])} }}")
    else:
        w.region(op.regions[0])
    w.attr_dict(op)
    w.word(":")
    w.type(op.operands[0].type)
    if op.results:
        shown = ", ".join(written(result.type.text) for result in op.results)
        w.piece(f"-> {shown}" if len(op.results) == 1 else f"-> ({shown})")


FORMS: dict[str, Form | str] = {
    "vector.contract": Form(_parse_contract, _write_contract, _CONTRACT),
    "vector.mask": Form(_parse_mask, _write_mask, terminator="vector.yield"),
    "vector.outerproduct": Form(_parse_outerproduct, _write_outerproduct, _KIND),
}
