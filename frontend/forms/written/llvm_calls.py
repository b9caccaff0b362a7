"""Calls of the llvm dialect: callees, calling conventions, bundles of operands, attributes of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.dialects.func import split_list
from ownlog.frontend.forms.language.attributes import array_numbers, array_text
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.written.functions import note_attributes
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.spelling import written
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

Bundle = tuple[str, list[Use], list[Type]]

_SHOWN = frozenset(
    "callee var_callee_type CConv TailCallKind op_bundle_sizes op_bundle_tags arg_attrs res_attrs intrin"
    " operandSegmentSizes".split()
)
_CALL = _SHOWN | frozenset(
    """fastmathFlags memory_effects convergent no_unwind will_return no_inline always_inline inline_hint access_groups
        alias_scopes
    noalias_scopes tbaa""".split()
)
_INVOKE = _SHOWN | {"branch_weights"}
_NO_BUNDLES: dict[str, str | None] = {"op_bundle_sizes": "array<i32>"}
_TAIL = t.token(r"(?:none|tail|musttail|notail)(?![\w$.])")


def _types(p: OpReader) -> tuple[list[Type], list[str | None]]:
    """`(t {...}, t)`."""
    types: list[Type] = []
    attributes: list[str | None] = []
    p.expect("(")
    while not p.accept(")"):
        if types:
            p.expect(",")
        types.append(p.type())
        attributes.append(p.optional_dictionary_text())
    return types, attributes


def _signature(p: OpReader, op: Op) -> tuple[list[Type], list[Type]]:
    """The types of a call, with the dictionaries of its arguments and results."""
    inputs, arguments = _types(p)
    p.expect("->")
    results, attributes = _types(p) if p.peek("(") else ([p.type()], [p.optional_dictionary_text()])
    note_attributes(op, arguments, attributes)
    return inputs, [type for type in results if type.canonical != "!llvm.void"]


def _write_signature(w: Writer, op: Op, values: list[Value]) -> None:
    inputs = _with_attributes([value.type.text for value in values], op.properties.get("arg_attrs"))
    results = _with_attributes([result.type.text for result in op.results], op.properties.get("res_attrs"))
    plain = len(results) == 1 and not results[0].startswith("(")
    w.piece(
        f"({', '.join(inputs)}) ->"
        f" {results[0] if plain and 'res_attrs' not in op.properties else '(' + ', '.join(results) + ')'}"
    )


def _with_attributes(types: list[str], attributes: str | None) -> list[str]:
    given = split_list(written(attributes)) if attributes is not None else ["{}"] * len(types)
    return [f"{type} {entry}" if entry != "{}" else type for type, entry in zip(types, given, strict=False)]


def _bundles(p: OpReader) -> list[Bundle]:
    """`["tag"(%a : t), "tag"()]`, or nothing."""
    found: list[Bundle] = []
    if not p.accept("["):
        return found
    while not p.accept("]"):
        if found:
            p.expect(",")
        tag = p.string()
        p.expect("(")
        uses = p.operands()
        types: list[Type] = []
        if uses:
            p.expect(":")
            types = p.types()
        p.expect(")")
        found.append((tag, uses, types))
    return found


def _fill(
    p: OpReader, op: Op, uses: list[Use], types: list[Type], bundles: list[Bundle], more: list[list[Value]]
) -> None:
    """The operands: those of the call, those of its successors, those of the bundles."""
    inputs = p.resolve_all(uses, types)
    bundled = [value for _, names, kinds in bundles for value in p.resolve_all(names, kinds)]
    op.segments = [len(inputs), *map(len, more), len(bundled)]
    op.operands = [*inputs, *(value for values in more for value in values), *bundled]
    if bundles:
        op.properties["op_bundle_sizes"] = array_text([str(len(names)) for _, names, _ in bundles], "i32")
        op.properties["op_bundle_tags"] = f"[{', '.join(tag for tag, _, _ in bundles)}]"


def _write_bundles(w: Writer, op: Op) -> None:
    tags = split_list(op.properties.get("op_bundle_tags") or "[]")
    if not tags:
        return
    values = iter(op.groups()[-1] if op.segments is not None else [])
    shown = []
    for tag, size in zip(tags, array_numbers(op.properties.get("op_bundle_sizes")), strict=False):
        group = [next(values) for _ in range(size)]
        names, types = ", ".join(value.ref for value in group), ", ".join(value.type.text for value in group)
        shown.append(f"{tag}({names} : {types})" if group else f"{tag}()")
    w.piece(f"[{', '.join(shown)}]")


def _parse_callee(p: OpReader, op: Op) -> list[Use]:
    """Keywords, the callee and its operands; those of a call through a pointer begin with the pointer."""
    kind = p.take(_TAIL)
    if kind is not None:
        op.properties["TailCallKind"] = f"#llvm.tailcallkind<{kind}>"
    pointer = p.optional_operand()
    if pointer is None and not p.peek("@"):
        op.properties["CConv"] = f"#llvm.cconv<{p.keyword('a calling convention or a callee')}>"
        pointer = p.optional_operand()
    if pointer is None:
        op.properties["callee"] = p.symbol()
    uses = p.names()
    return uses if pointer is None else [pointer, *uses]


def _write_callee(w: Writer, op: Op, values: list[Value]) -> None:
    for name in ("TailCallKind", "CConv"):
        word = (op.properties.get(name) or "<>").partition("<")[2].strip("> ")
        if word not in ("", "none", "ccc"):
            w.word(word)
    callee = op.properties.get("callee")
    w.piece(callee if callee is not None else values[0].ref)
    w.raw(f"({', '.join(value.ref for value in (values if callee is not None else values[1:]))})")


def _parse_rest(
    p: OpReader, op: Op, uses: list[Use], more: list[list[Value]], inherent: frozenset[str] = _CALL
) -> list[Type]:
    """What follows the operands (and the successors) of a call."""
    if p.accept("vararg"):
        p.expect("(")
        at = p.pos
        op.properties["var_callee_type"] = p.spelled(p.type().text, at)
        p.expect(")")
    bundles = _bundles(p)
    p.attr_dict(op, inherent)
    p.expect(":")
    pointer: list[Type] = []
    if "callee" not in op.properties:
        pointer = [p.type()]
        p.expect(",")
    inputs, results = _signature(p, op)
    _fill(p, op, uses, pointer + inputs, bundles, more)
    return results


def _write_rest(w: Writer, op: Op, values: list[Value]) -> None:
    if "var_callee_type" in op.properties:
        w.piece(f"vararg({written(op.properties['var_callee_type'] or '')})")
    _write_bundles(w, op)
    w.attr_dict(op, _SHOWN)
    w.word(":")
    if "callee" not in op.properties:
        w.type(values[0].type)
        w.raw(",")
        values = values[1:]
    _write_signature(w, op, values)


def _inputs(op: Op) -> list[Value]:
    return op.groups()[0] if op.segments is not None else op.operands


def _parse_call(p: OpReader, op: Op) -> list[Type]:
    return _parse_rest(p, op, _parse_callee(p, op), [])


def _write_call(w: Writer, op: Op) -> None:
    _write_callee(w, op, _inputs(op))
    _write_rest(w, op, _inputs(op))


def _parse_invoke(p: OpReader, op: Op) -> list[Type]:
    uses = _parse_callee(p, op)
    p.expect("to")
    normal = p.successor_with_operands(op)
    p.expect("unwind")
    unwind = p.successor_with_operands(op)
    return _parse_rest(p, op, uses, [normal, unwind], _INVOKE)


def _write_invoke(w: Writer, op: Op) -> None:
    values, normal, unwind, _ = op.groups()
    _write_callee(w, op, values)
    w.word("to")
    w.successor(op.successors[0], normal)
    w.word("unwind")
    w.successor(op.successors[1], unwind)
    _write_rest(w, op, values)


def _parse_intrinsic(p: OpReader, op: Op) -> list[Type]:
    op.properties["intrin"] = p.string()
    uses = p.names()
    bundles = _bundles(p)
    p.attr_dict(op, _CALL)
    p.expect(":")
    inputs, results = _signature(p, op)
    _fill(p, op, uses, inputs, bundles, [])
    return results


def _write_intrinsic(w: Writer, op: Op) -> None:
    w.piece(op.properties["intrin"] or "")
    w.raw(f"({', '.join(value.ref for value in _inputs(op))})")
    _write_bundles(w, op)
    w.attr_dict(op, _SHOWN)
    w.word(":")
    _write_signature(w, op, _inputs(op))


CALLS: dict[str, Form | str] = {
    "llvm.call": Form(_parse_call, _write_call, _CALL),
    "llvm.call_intrinsic": Form(_parse_intrinsic, _write_intrinsic, _CALL, missing=_NO_BUNDLES),
    "llvm.invoke": Form(_parse_invoke, _write_invoke, _INVOKE, ends=True, missing=_NO_BUNDLES),
}
