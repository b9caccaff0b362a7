"""What the ops that make and access memrefs and tensors ask for beyond the kinds of their operands."""

from __future__ import annotations

import re
from collections.abc import Callable

from ownlog.frontend.forms.language.attributes import typed_attribute_type
from ownlog.frontend.forms.language.memrefs import of_memref
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.text.types import Type
from ownlog.frontend.text.typetext import canonical_text
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import check_dynamic, dynamic_dimensions, layout_symbols, may_be_equal, shape


def _check_alignment(op: Op) -> None:
    """InputError for an alignment that is no power of two."""
    text = op.properties.get("alignment")
    number = integer_literal(text) if text is not None else None
    if text is not None and (
        number is None or number.type != "i64" or number.value <= 0 or number.value & (number.value - 1)
    ):
        what = "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0"
        refuse(
            op,
            f"attribute 'alignment' failed to satisfy constraint: {what}",
            "write `alignment = 64 : i64`, or leave it out",
        )


def _check_global(op: Op) -> None:
    _check_alignment(op)
    type = Type.get(canonical_text((op.attribute("type") or "").strip()))
    dims, said = shape(type), typed_attribute_type(op.attribute("initial_value") or "")
    if dims is not None and "?" in dims:
        refuse(
            op,
            f"type should be static shaped memref, but got '{op.attribute('type')}'",
            "its memory is there from the start",
        )
    given = Type.get(canonical_text(said)) if said is not None and said.startswith("tensor<") else None
    if given is not None and shape(given) is not None and dims is not None:
        if element(given).canonical != element(type).canonical:
            types = f"{element(type)}, but was of type {element(given)}"
            refuse(op, f"initial value element expected to be of type {types}", "both hold one type")
        if shape(given) != dims:
            sizes = f"{', '.join(dims)} but was {', '.join(shape(given) or ())}"
            refuse(op, f"initial value shape expected to be {sizes}", "both have one shape")
    visibility = op.properties.get("sym_visibility")
    if visibility is not None and visibility not in _VISIBILITIES:
        shown = visibility.strip('"')
        message = f'visibility expected to be one of ["public", "private", "nested"], but got "{shown}"'
        refuse(op, message, 'write `memref.global "private" @name : type`')


def _check_constant(op: Op) -> None:
    value = op.properties.get("value")
    if value is not None and not re.match(_CONSTANT, value):
        advice = "write `arith.constant 1 : i32`, or `dense<1> : tensor<2xi32>`"
        refuse(op, "value must be an integer, float, or elements attribute", advice)
    type = op.results[0].type.canonical
    said = typed_attribute_type(value) if value is not None else None
    if value is not None and said is None and value[:1] not in "#d":
        said = "f64" if "." in value else "i64"
    if said is not None and not re.search(_ALIAS, said) and canonical_text(said) != type:
        refuse(op, "failed to verify that all of {value, result} have same type", f"the value is of type {said}")
    if re.match(_SIGNED, type):
        refuse(
            op,
            "integer return type must be signless",
            f"write {type[1:]}: it is for ops to say whether there is a sign",
        )


def _check_alloc(op: Op) -> None:
    _check_alignment(op)
    if op.segments is None or len(op.segments) != 2:
        return
    type = op.results[0].type
    check_dynamic(op, op.segments[0], type)
    symbols = layout_symbols(type)
    if symbols is not None and op.segments[1] != symbols:
        message = f"symbol operand count does not equal memref symbol count: expected {symbols}, got {op.segments[1]}"
        refuse(op, message, "symbols of the layout map are given in brackets: `memref.alloc()[%s]`")


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
    _check_element(op, op.results[0], op.operands[0], "result type matches element type of tensor")


def _check_insert(op: Op) -> None:
    _accessed(op, op.operands[1], len(op.operands) - 2, "incorrect number of indices")
    _check_element(op, op.operands[0], op.operands[1], "scalar type matches element type of dest")
    if op.results[0].type.canonical != op.operands[1].type.canonical:
        refuse(
            op,
            "failed to verify that result type matches type of dest",
            "the result is the tensor with one other element",
        )


def _check_atomic(op: Op) -> None:
    value, buffer = op.operands[:2]
    _accessed(op, buffer, len(op.operands) - 2, "expects the number of subscripts to be equal to memref rank")
    _check_element(op, value, buffer, "value type matches element type of memref")
    if value.type.canonical != op.results[0].type.canonical:
        refuse(op, "failed to verify that all of {value, result} have same type", "the result is what was there before")
    kind, floating = integer_literal(op.attribute("kind")), value.type.canonical[0] != "i"
    if kind is not None and kind.value in (_OF_INTEGERS if floating else _OF_FLOATS):
        what = "an integer" if floating else "a floating-point"
        refuse(op, f"with kind {kind.value} expects {what} type", f"{buffer.ref} holds {value.type}")


def _check_element(op: Op, value: Value, of: Value, what: str) -> None:
    if value.type is not element(of.type) and value.type.canonical != element(of.type).canonical:
        refuse(op, f"failed to verify that {what}", f"{of.ref} holds {element(of.type)}, not {value.type}")


def _check_update(op: Op) -> None:
    """Check an update of an element that a region computes."""
    buffer = op.operands[0]
    _accessed(op, buffer, len(op.operands) - 1, "expects the number of subscripts to be equal to memref rank")
    _check_element(op, op.results[0], buffer, "result type matches element type of memref")
    arguments = op.regions[0].blocks[0].arguments if op.regions and op.regions[0].blocks else []
    if [value.type.canonical for value in arguments] != [op.results[0].type.canonical]:
        refuse(op, "expected block argument of the same type result type", "it is the element as it was")


def _check_prefetch(op: Op) -> None:
    _accessed(op, op.operands[0], len(op.operands) - 1, "too few indices")


def _check_copy(op: Op) -> None:
    source, target = op.operands
    if element(source.type).canonical != element(target.type).canonical:
        refuse(
            op,
            "requires the same element type for all operands",
            f"{source.type} and {target.type} hold different things",
        )
    if not may_be_equal(shape(source.type), shape(target.type)):
        refuse(op, "requires the same shape for all operands", f"{source.type} and {target.type} differ in a dimension")


def _check_realloc(op: Op) -> None:
    _check_alignment(op)
    old, new = op.operands[0].type, op.results[0].type
    types = f"source memref type '{old.canonical}' and result memref type '{new.canonical}'"
    if not (of_memref(old).is_plain and of_memref(new).is_plain):
        bare(op, f"unsupported layout for {types}", "neither of the two has a layout")
    if of_memref(old).space != of_memref(new).space:
        bare(op, f"different memory spaces specified for {types}", "a buffer stays where it is")
    dynamic = dynamic_dimensions(new)
    if len(op.operands) != 1 + (dynamic or 0):
        message = f"{'missing' if dynamic else 'unnecessary'} dimension operand for result type '{new.canonical}'"
        bare(op, message, f"{new} has {dynamic} times '?'")
    if element(old).canonical != element(new).canonical:
        bare(op, f"different element types specified for {types}", "a buffer keeps its element type")


def _check_bufferized(op: Op) -> None:
    old, new = op.operands[0].type, op.results[0].type
    # As in MLIR: what is unranked goes with what has no dimensions.
    if (shape(old) or ()) != (shape(new) or ()):
        bare(op, "shapes do not match", f"{old} and {new} differ in a dimension")
    if element(old).canonical != element(new).canonical:
        bare(op, "element types do not match", f"{old} and {new} hold different things")


def _is_buffer(value: Value) -> bool:
    return value.type.is_memref


def _is_i1(value: Value) -> bool:
    return value.type.canonical == "i1"


def _check_dealloc(op: Op) -> None:
    if op.segments is None or len(op.segments) != 3:
        return
    memrefs, conditions, retained = op.segments
    for group, fits in zip(op.groups(), (_is_buffer, _is_i1, _is_buffer), strict=True):
        wrong = next((value for value in group if not fits(value)), None)
        if wrong is not None:
            what = "1-bit signless integer" if fits is _is_i1 else "ranked or unranked memref of any type values"
            refuse(
                op,
                f"operand must be variadic of {what}, but got '{wrong.type.canonical}'",
                f"{wrong.ref} has that type",
            )
    if not all(map(_is_i1, op.results)):
        refuse(op, "results must be variadic of 1-bit signless integer", "it has one i1 per retained memref")
    if memrefs != conditions:
        refuse(
            op, "must have the same number of conditions as memrefs to deallocate", "write one i1 per memref after `if`"
        )
    if len(op.results) != retained:
        message = "must have the same number of updated conditions (results) as retained operands"
        refuse(op, message, "it has one result per retained memref")


_OF_FLOATS, _OF_INTEGERS = frozenset((0, 4, 8, 12)), frozenset((1, 2, 6, 7, 10, 11, 13, 14))
"""The kinds of atomic updates on floats (addf, maximumf, minimumf, mulf), and those on integers."""
_VISIBILITIES = ('"public"', '"private"', '"nested"')
_ALIAS = "[#!]"
_SIGNED = r"[su]i[0-9]+\Z"
_CONSTANT = r"-?\s*[0-9]|(?:true|false)\b|(?:dense|dense_resource|sparse|opaque)\s*<|#"

CHECKS: dict[str, Callable[[Op], None]] = {
    "arith.constant": _check_constant,
    "bufferization.dealloc": _check_dealloc,
    "bufferization.to_buffer": _check_bufferized,
    "bufferization.to_tensor": _check_bufferized,
    "memref.alloc": _check_alloc,
    "memref.atomic_rmw": _check_atomic,
    "memref.alloca": _check_alloc,
    "memref.copy": _check_copy,
    "memref.generic_atomic_rmw": _check_update,
    "memref.prefetch": _check_prefetch,
    "memref.global": _check_global,
    "memref.load": _check_load,
    "memref.realloc": _check_realloc,
    "memref.store": _check_store,
    "tensor.extract": _check_extract,
    "tensor.insert": _check_insert,
}
