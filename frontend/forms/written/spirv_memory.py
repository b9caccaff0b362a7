"""Variables, loads, stores and pointers of the spirv dialect."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.forms.written.spirv_types import members_type, pointee, pointer_to
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_ACCESS = frozenset({"memory_access", "alignment"})
_BOTH = _ACCESS | {"source_memory_access", "source_alignment"}
_VARIABLE = frozenset({"storage_class"})


def _parse_access(p: OpReader, op: Op, prefix: str = "") -> None:
    """`["Volatile|Aligned", 4]`, or nothing."""
    if not p.accept("["):
        return
    words = p.string()[1:-1]
    op.properties[f"{prefix}memory_access"] = f"#spirv.memory_access<{words}>"
    if p.accept(","):
        op.properties[f"{prefix}alignment"] = f"{p.integer()} : i32"
    p.expect("]")


def _write_access(w: Writer, op: Op, prefix: str = "") -> bool:
    access = op.properties.get(f"{prefix}memory_access")
    if access is None:
        return False
    alignment = op.properties.get(f"{prefix}alignment")
    words = access.partition("<")[2].rstrip("> ")
    number = f", {alignment.partition(' ')[0]}" if alignment else ""
    w.piece(f'["{words}"{number}]')
    return True


def _storage(value: Value) -> str:
    return re.sub(r".*,\s*(\w+)>\Z", r"\1", value.type.canonical, flags=re.DOTALL)


def _parse_through(p: OpReader, op: Op, stores: bool = False, held: Callable[[Type], Type] = lambda type: type) -> Type:
    """`"Function" %pointer, %value ["Volatile"] : t`: an access to a `t` through a pointer to what `held` makes of
    it.
    """
    storage = p.string()[1:-1]
    uses = p.operands()
    _parse_access(p, op)
    p.attr_dict(op, _ACCESS)
    p.expect(":")
    type = p.type()
    op.operands = p.resolve_all(uses, [pointer_to(p, held(type), storage), *([type] if stores else [])])
    return type


def _write_through(w: Writer, op: Op, value: Value) -> None:
    w.piece(f'"{_storage(op.operands[0])}"')
    w.operands(op.operands)
    _write_access(w, op)
    w.attr_dict(op, _ACCESS)
    w.word(":")
    w.type(value.type)


def _store(held: Callable[[Type], Type] = lambda type: type) -> Form:
    def parse(p: OpReader, op: Op) -> list[Type]:
        _parse_through(p, op, stores=True, held=held)
        return []

    return Form(parse, lambda w, op: _write_through(w, op, op.operands[1]), _ACCESS)


def _parse_copy(p: OpReader, op: Op) -> list[Type]:
    classes, uses = [p.string()[1:-1]], [p.operand()]
    p.expect(",")
    classes.append(p.string()[1:-1])
    uses.append(p.operand())
    _parse_access(p, op)
    if p.accept(","):
        _parse_access(p, op, "source_")
    p.attr_dict(op, _BOTH)
    p.expect(":")
    type = p.type()
    op.operands = [p.resolve(use, pointer_to(p, type, storage)) for use, storage in zip(uses, classes, strict=True)]
    return []


def _write_copy(w: Writer, op: Op) -> None:
    target, source = op.operands
    w.piece(f'"{_storage(target)}" {target.ref}, "{_storage(source)}" {source.ref}')
    _write_access(w, op)
    if "source_memory_access" in op.properties:
        w.raw(",")
        _write_access(w, op, "source_")
    w.attr_dict(op, _BOTH)
    w.word(":")
    inner = target.type.canonical
    w.piece(inner[len("!spirv.ptr<") : inner.rindex(",")])


def _parse_variable(p: OpReader, op: Op) -> list[Type]:
    initial = None
    if p.accept("init"):
        p.expect("(")
        initial = p.operand()
        p.expect(")")
    if p.accept("bind"):
        p.expect("(")
        op.attrs["descriptor_set"] = f"{p.integer()} : i32"
        p.expect(",")
        op.attrs["binding"] = f"{p.integer()} : i32"
        p.expect(")")
    p.attr_dict(op, _VARIABLE)
    p.expect(":")
    type = p.type()
    inner, storage = pointee(p, type)
    op.properties["storage_class"] = f"#spirv.storage_class<{storage}>"
    if initial is not None:
        # The initial value may be the address of another variable.
        op.operands = [_resolved(p, initial[1], initial, inner, type)]
    return [type]


def _resolved(p: OpReader, name: str, use: re.Match[str], inner: Type, pointer: Type) -> Value:
    known = p.values.get(name)
    return p.resolve(use, pointer if isinstance(known, Value) and known.type.canonical == pointer.canonical else inner)


def _write_variable(w: Writer, op: Op) -> None:
    if op.operands:
        w.piece(f"init({op.operands[0].ref})")
    w.attr_dict(op, _VARIABLE)
    w.word(":")
    w.type(op.results[0].type)


def _parse_chain(p: OpReader, op: Op) -> list[Type]:
    base = p.operand()
    uses = p.names("[", "]")
    p.attr_dict(op)
    p.expect(":")
    types = p.types()
    op.operands = p.resolve_all([base, *uses], types)
    if p.accept("->"):
        return [p.type()]
    inner, storage = pointee(p, types[0])
    numbers = [_constant(value) for value in op.operands[1 if op.name == "spirv.AccessChain" else 2 :]]
    return [pointer_to(p, members_type(p, inner, numbers), storage)]


def _constant(value: Value) -> int:
    owner = value.owner
    known = (
        integer_literal(owner.attribute("value")) if isinstance(owner, Op) and owner.name == "spirv.Constant" else None
    )
    return known.value if known is not None else 0


def _write_chain(w: Writer, op: Op) -> None:
    w.operands(op.operands[:1])
    w.raw(f"[{', '.join(value.ref for value in op.operands[1:])}]")
    w.attr_dict(op)
    w.word(":")
    w.types([value.type for value in op.operands])
    w.word("->")
    w.type(op.results[0].type)


_CHAIN = Form(_parse_chain, _write_chain)

MEMORY: dict[str, Form | str] = {
    **dict.fromkeys(("spirv.AccessChain", "spirv.PtrAccessChain", "spirv.InBoundsPtrAccessChain"), _CHAIN),
    "spirv.CopyMemory": Form(_parse_copy, _write_copy, _BOTH),
    "spirv.INTEL.SubgroupBlockWrite": _store(element),
    "spirv.Load": Form(
        lambda p, op: [_parse_through(p, op)], lambda w, op: _write_through(w, op, op.results[0]), _ACCESS
    ),
    "spirv.Store": _store(),
    "spirv.Variable": Form(_parse_variable, _write_variable, _VARIABLE),
}
