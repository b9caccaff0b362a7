"""Ops in generic form."""

from __future__ import annotations

import re

from ownlog.frontend.ir import Module, Op
from ownlog.frontend.writer import Writer, dictionary, functional_type

# Ops whose operand groups (`Op.segments`) MLIR keeps in no attribute.
_NO_SEGMENTS = frozenset({"linalg.broadcast", "linalg.map", "linalg.reduce", "linalg.transpose"})


def write_generic(w: Writer, op: Op) -> None:
    """`"name"(operands)[successors] <{properties}> ({regions}) {attributes} : type`."""
    w.out.append(f'"{op.name}"({", ".join(operand.ref for operand in op.operands)})')
    if op.successors:
        w.raw(f"[{', '.join(w.printer.label(block) for block in op.successors)}]")
    properties = op.properties | segment_properties(op)
    if op.name == "linalg.generic":
        properties["iterator_types"] = re.sub(r'"(\w+)"', r"#linalg.iterator_type<\1>", properties.get("iterator_types") or "[]")
    elif op.name == "memref.global" and properties.get("initial_value", "") is None:
        properties["initial_value"] = "unit"
    if properties:
        w.piece(f"<{dictionary(properties)}>")
    if op.regions:
        w.piece(f"({', '.join(w.printer.region(region, w.indent, labelled=True) for region in op.regions)})")
    if op.attrs:
        w.piece(dictionary(op.attrs))
    w.word(":")
    w.piece(functional_type(op))


def has_hidden_region(op: Op) -> bool:
    """Does the generic form need a region that the custom form (which the op was read in) does not show?"""
    return op.name.startswith("linalg.") and not op.regions and op.name not in ("linalg.index", "linalg.yield")


def segment_properties(op: Op) -> dict[str, str | None]:
    """The properties that say how the operands are cut into groups."""
    if op.segments is None or op.name in _NO_SEGMENTS:
        return {}
    sizes = op.segments
    found: dict[str, str | None] = {}
    if op.name == "cf.switch":
        cases = sizes[2:]
        found["case_operand_segments"] = _array(cases)
        sizes = [*sizes[:2], sum(cases)]
    found["operandSegmentSizes"] = _array(sizes)
    return found


def _array(sizes: list[int]) -> str:
    return f"array<i32: {', '.join(map(str, sizes))}>" if sizes else "array<i32>"


def print_generic(module: Module) -> str:
    """The module with every op in generic form, attributes as they were written (aliases first)."""
    from ownlog.frontend.printer import Printer

    aliases = [f"{name} = {text}\n" for name, text in (module.type_aliases | module.attribute_aliases).items()]
    printer = Printer(generic=True)
    return "".join(aliases) + "".join(printer.op(op, "") + "\n" for op in module.ops)
