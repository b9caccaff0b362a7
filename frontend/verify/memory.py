"""What the ops that make and access memrefs and tensors ask for beyond the kinds of their operands."""

from __future__ import annotations

import re
from collections.abc import Callable

from ownlog.frontend.forms.parts.memrefs import castable
from ownlog.frontend.forms.parts.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.verify.common.refusal import bare, refuse
from ownlog.frontend.verify.common.shapes import dynamic_dimensions, layout_symbols, may_be_equal, shape


def _check_alignment(op: Op) -> None:
    """InputError for an alignment that is no power of two."""
    text = op.properties.get("alignment")
    number = integer_literal(text) if text is not None else None
    if text is not None and (number is None or number.type != "i64" or number.value <= 0 or number.value & (number.value - 1)):
        what = "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0"
        refuse(op, f"attribute 'alignment' failed to satisfy constraint: {what}", "write `alignment = 64 : i64`, or leave it out")


def _check_global(op: Op) -> None:
    _check_alignment(op)
    visibility = op.properties.get("sym_visibility")
    if visibility is not None and visibility not in _VISIBILITIES:
        shown = visibility.strip('"')
        message = f'visibility expected to be one of ["public", "private", "nested"], but got "{shown}"'
        refuse(op, message, 'write `memref.global "private" @name : type`')


def _check_constant(op: Op) -> None:
    value = op.properties.get("value")
    if value is not None and not _CONSTANT.match(value):
        advice = "write `arith.constant 1 : i32`, or `dense<1> : tensor<2xi32>`"
        refuse(op, "value must be an integer, float, or elements attribute", advice)
    type = op.results[0].type.canonical
    if _SIGNED.match(type):
        refuse(op, "integer return type must be signless", f"write {type[1:]}: it is for ops to say whether there is a sign")


def _check_alloc(op: Op) -> None:
    _check_alignment(op)
    if op.segments is None or len(op.segments) != 2:
        return
    type = op.results[0].type
    dynamic = dynamic_dimensions(type)
    if dynamic is not None and op.segments[0] != dynamic:
        refuse(op, f"incorrect number of dynamic sizes, has {op.segments[0]}, expected {dynamic}", f"{type} has {dynamic} times '?'")
    symbols = layout_symbols(type)
    if symbols is not None and op.segments[1] != symbols:
        message = f"symbol operand count does not equal memref symbol count: expected {symbols}, got {op.segments[1]}"
        refuse(op, message, "symbols of the layout map are given in brackets: `memref.alloc()[%s]`")


def _check_empty(op: Op) -> None:
    dynamic = dynamic_dimensions(op.results[0].type)
    if dynamic is not None and len(op.operands) != dynamic:
        message = f"incorrect number of dynamic sizes, has {len(op.operands)}, expected {dynamic}"
        refuse(op, message, f"{op.results[0].type} has {dynamic} times '?'")


def _check_alloc_tensor(op: Op) -> None:
    if op.segments is None or len(op.segments) < 2 or not op.results:
        return
    sizes, copies = op.segments[:2]
    if copies:
        if sizes:
            bare(op, "dynamic sizes not needed when copying a tensor", "drop the sizes in parentheses: the copied tensor has them")
        return
    dynamic = dynamic_dimensions(op.results[0].type)
    if dynamic is not None and sizes != dynamic:
        refuse(op, f"incorrect number of dynamic sizes, has {sizes}, expected {dynamic}", f"{op.results[0].type} has {dynamic} times '?'")


def _accessed(op: Op, value: Value, indices: int, message: str) -> None:
    dims = shape(value.type)
    if dims is not None and len(dims) != indices:
        refuse(op, message.format(len(dims), indices), f"{value.ref} has {len(dims)} dimensions")


def _check_load(op: Op) -> None:
    _accessed(op, op.operands[0], len(op.operands) - 1, "incorrect number of indices for load, expected {} but got {}")
    _check_element(op, op.results[0], op.operands[0], "result type matches element type of 'memref'")


def _check_store(op: Op) -> None:
    _accessed(op, op.operands[1], len(op.operands) - 2, "store index operand count not equal to memref rank")
    _check_element(op, op.operands[0], op.operands[1], "type of 'value' matches element type of 'memref'")


def _check_extract(op: Op) -> None:
    _accessed(op, op.operands[0], len(op.operands) - 1, "incorrect number of indices for extract_element")


def _check_insert(op: Op) -> None:
    _accessed(op, op.operands[1], len(op.operands) - 2, "incorrect number of indices")


def _check_element(op: Op, value: Value, of: Value, what: str) -> None:
    if value.type is not element(of.type) and value.type.canonical != element(of.type).canonical:
        refuse(op, f"failed to verify that {what}", f"{of.ref} holds {element(of.type)}, not {value.type}")


def _check_copy(op: Op) -> None:
    source, target = op.operands
    if element(source.type).canonical != element(target.type).canonical:
        refuse(op, "requires the same element type for all operands", f"{source.type} and {target.type} hold different things")
    if not may_be_equal(shape(source.type), shape(target.type)):
        refuse(op, "requires the same shape for all operands", f"{source.type} and {target.type} differ in a dimension")


def _check_realloc(op: Op) -> None:
    old, new = op.operands[0].type, op.results[0].type
    dynamic = dynamic_dimensions(new)
    if len(op.operands) != 1 + (dynamic or 0):
        message = f"{'missing' if dynamic else 'unnecessary'} dimension operand for result type '{new.canonical}'"
        bare(op, message, f"{new} has {dynamic} times '?'")
    if element(old).canonical != element(new).canonical:
        message = f"different element types specified for source memref type '{old.canonical}' and result memref type '{new.canonical}'"
        bare(op, message, "a buffer keeps its element type")


def _check_cast(op: Op) -> None:
    old, new = op.operands[0].type, op.results[0].type
    if not castable(old, new):
        message = f"operand type '{old.canonical}' and result type '{new.canonical}' are cast incompatible"
        refuse(op, message, "a cast only changes what the type says about one buffer")


def _check_bufferized(op: Op) -> None:
    old, new = op.operands[0].type, op.results[0].type
    if shape(old) != shape(new):
        bare(op, "shapes do not match", f"{old} and {new} differ in a dimension")
    if element(old).canonical != element(new).canonical:
        bare(op, "element types do not match", f"{old} and {new} hold different things")


def _check_dealloc(op: Op) -> None:
    if op.segments is None or len(op.segments) != 3:
        return
    memrefs, conditions, retained = op.segments
    if memrefs != conditions:
        refuse(op, "must have the same number of conditions as memrefs to deallocate", "write one i1 per memref after `if`")
    if len(op.results) != retained:
        message = "must have the same number of updated conditions (results) as retained operands"
        refuse(op, message, "it has one result per retained memref")


_VISIBILITIES = ('"public"', '"private"', '"nested"')
_SIGNED = re.compile(r"[su]i[0-9]+\Z")
_CONSTANT = re.compile(r"-?\s*[0-9]|(?:true|false)\b|(?:dense|dense_resource|sparse|opaque)\s*<|#")

CHECKS: dict[str, Callable[[Op], None]] = {
    "arith.constant": _check_constant,
    "bufferization.alloc_tensor": _check_alloc_tensor,
    "bufferization.dealloc": _check_dealloc,
    "bufferization.to_buffer": _check_bufferized,
    "bufferization.to_tensor": _check_bufferized,
    "memref.alloc": _check_alloc,
    "memref.alloca": _check_alloc,
    "memref.cast": _check_cast,
    "memref.copy": _check_copy,
    "memref.global": _check_global,
    "memref.load": _check_load,
    "memref.realloc": _check_realloc,
    "memref.store": _check_store,
    "tensor.empty": _check_empty,
    "tensor.extract": _check_extract,
    "tensor.insert": _check_insert,
}
