"""What one type may be cast, viewed or reinterpreted as: of buffers, tensors and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ownlog.frontend.forms.language.attributes import DYNAMIC, array_numbers
from ownlog.frontend.forms.language.memrefs import Buffer, Number, castable, encoding, of_memref, transposed
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.affine_reader import map_parts
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import dynamic_dimensions, may_be_equal, shape

_WIDTH = r"(?:i|bf|tf|f)(\d+)\w*"
_KIND = r"memref<|tensor<|vector<"


def _refuse_cast(op: Op, advice: str) -> None:
    old, new = op.operands[0].type.canonical, op.results[0].type.canonical
    refuse(op, f"operand type '{old}' and result type '{new}' are cast incompatible", advice)


def _check_cast(op: Op) -> None:
    if not castable(op.operands[0].type, op.results[0].type):
        _refuse_cast(op, "a cast only changes what the type says about one buffer")


def _check_space_cast(op: Op) -> None:
    old, new = of_memref(op.operands[0].type), of_memref(op.results[0].type)
    if replace(old, space=None) != replace(new, space=None):
        _refuse_cast(op, "only the memory space may change")


def _check_tensor_cast(op: Op) -> None:
    old, new = op.operands[0].type, op.results[0].type
    if element(old).canonical != element(new).canonical or not may_be_equal(shape(old), shape(new)):
        _refuse_cast(op, "a cast only changes what the type says about the sizes")


def _check_bitcast(op: Op) -> None:
    old, new = op.operands[0].type, op.results[0].type
    widths = [_width(type) for type in (old, new)]
    fits = may_be_equal(shape(old), shape(new)) if op.name == "tensor.bitcast" else shape(old) == shape(new)
    if _container(old) != _container(new) or None in widths or widths[0] != widths[1] or not fits:
        _refuse_cast(op, "elements keep their number of bits")


def _check_number_cast(op: Op) -> None:
    """A cast of numbers, vectors or tensors to other widths, or between floats and integers."""
    old, new = op.operands[0].type, op.results[0].type
    word = op.name.removeprefix("arith.")
    fits = may_be_equal(shape(old), shape(new)) if old.is_memref else shape(old) == shape(new)
    if _container(old) != _container(new) or _encoding(old) != _encoding(new) or not fits:
        _refuse_cast(op, "both are numbers, or vectors or tensors of one shape")
    if word in ("index_cast", "index_castui") and (element(old).canonical == "index") is (
        element(new).canonical == "index"
    ):
        _refuse_cast(op, "one of the two is an index")
    one, other = _width(old), _width(new)
    if one is None or other is None:
        return
    if word in ("extsi", "extui", "extf") and one >= other:
        _refuse_cast(op, "the result is wider")
    if word in ("trunci", "truncf") and one <= other:
        _refuse_cast(op, "the result is narrower")


def _width(type: Type) -> int | None:
    """How many bits a number has, or each element; None where that is not known."""
    found = re.fullmatch(_WIDTH, element(type).canonical)
    return int(found[1]) if found is not None else None


def _container(type: Type) -> str:
    found = re.match(_KIND, type.canonical)
    return found[0] if found is not None else ""


def _encoding(type: Type) -> str | None:
    return encoding(type) if type.canonical.startswith("tensor<") else None


def _check_view(op: Op) -> None:
    base, view = op.operands[0].type, op.results[0].type
    for word, type in (("base", base), ("result", view)):
        if not of_memref(type).is_plain:
            bare(op, f"unsupported map for {word} memref type '{type.canonical}'", "neither of the two has a layout")
    if of_memref(base).space != of_memref(view).space:
        types = f"base memref type '{base.canonical}' and view memref type '{view.canonical}'"
        bare(op, f"different memory spaces specified for {types}", "a view lies where its buffer lies")
    dynamic = dynamic_dimensions(view)
    if len(op.operands) - 2 != dynamic:
        refuse(
            op,
            f"incorrect number of dynamic sizes, has {len(op.operands) - 2}, expected {dynamic}",
            f"{view} has {dynamic} times '?'",
        )


def _check_transpose(op: Op) -> None:
    maps = map_parts(op.attribute("permutation") or "")
    old, new = of_memref(op.operands[0].type), of_memref(op.results[0].type)
    if not maps or old.sizes is None or old.strided is None:
        return
    dimensions, symbols, results = maps[0]
    if len(dimensions) != old.rank or sorted(results) != sorted(dimensions) or symbols:
        refuse(op, "expected a permutation map of same rank as the input", "write `(d0, d1) -> (d1, d0)`")
    order = [dimensions.index(result) for result in results]
    wanted = transposed(old, order)
    if new.plain() != wanted.plain() or new.strided != wanted.strided or (wanted.is_plain and new.layout is None):
        types = f"'{op.results[0].type.canonical}' is not equivalent to the canonical transposed input type"
        refuse(op, f"result type {types}", "sizes and strides of the result are the operand's, in another order")


def _check_metadata(op: Op) -> None:
    source = of_memref(op.operands[0].type)
    if len(op.results) != 2 + 2 * source.rank:
        refuse(
            op,
            f"expected {2 + 2 * source.rank} results",
            "the buffer, the offset, a size and a stride for each dimension",
        )
    if of_memref(op.results[0].type) != Buffer((), source.element, None, source.space):
        wanted = Buffer((), source.element, None, source.space).type.canonical
        refuse(
            op,
            f"inferred type(s) '{wanted}' are incompatible with return type(s) of operation",
            "the buffer has no dimensions",
        )


def _check_reshape(op: Op) -> None:
    source, sizes, result = op.operands[0].type, op.operands[1].type, op.results[0].type
    kind = "memref" if source.is_memref else "tensor"
    if element(source).canonical != element(result).canonical:
        refuse(
            op,
            f"element types of source and destination {kind} types should be the same",
            "a reshape keeps the elements",
        )
    if source.is_memref:
        for word, type in (("source", source), ("result", result)):
            if not of_memref(type).is_plain:
                refuse(op, f"{word} memref type should have identity affine map", "neither of the two has a layout")
        if of_memref(source).space != of_memref(result).space:
            refuse(op, "source and result memory spaces differ", "a view lies where its buffer lies")
    given, made, (count,) = shape(source), shape(result), shape(sizes) or ("?",)
    if made is not None and count == "?":
        refuse(
            op,
            f"cannot use shape operand with dynamic length to reshape to statically-ranked {kind} type",
            "the length is the rank",
        )
    if made is not None and int(count) != len(made):
        refuse(op, f"length of shape operand differs from the result's {kind} rank", "the length is the rank")
    if (
        kind == "tensor"
        and given is not None
        and made is not None
        and "?" not in (*given, *made)
        and _count(given) != _count(made)
    ):
        refuse(
            op, "source and destination tensor should have the same number of elements", "a reshape keeps the elements"
        )


def _count(dims: tuple[str, ...]) -> int:
    found = 1
    for size in dims:
        found *= int(size)
    return found


def _check_reinterpret(op: Op) -> None:
    source, result = of_memref(op.operands[0].type), of_memref(op.results[0].type)
    types = f"source type '{op.operands[0].type.canonical}' and result memref type '{op.results[0].type.canonical}'"
    if source.space != result.space:
        bare(op, f"different memory spaces specified for {types}", "a view lies where its buffer lies")
    if source.element != result.element:
        bare(op, f"different element types specified for {types}", "a view has its buffer's elements")
    parts = [array_numbers(op.attribute(f"static_{word}")) for word in ("offsets", "sizes", "strides")]
    offsets, sizes, strides = ([None if number == DYNAMIC else number for number in part] for part in parts)
    if len(offsets) != 1 or len(sizes) != result.rank or len(strides) != result.rank:
        what = "expected an offset, and a size and a stride for each dimension of the result"
        refuse(op, what, "write `offset: [0], sizes: [4], strides: [1]`")
    _fit(op, "size", result.sizes or (), sizes)
    if result.strided is not None:
        _fit(op, "offset", [result.strided[1]], offsets)
        _fit(op, "stride", result.strided[0], strides)


def _fit(op: Op, word: str, shown: tuple[Number, ...] | list[Number], given: list[Number]) -> None:
    for number, (type, value) in enumerate(zip(shown, given, strict=True)):
        if type is not None and type != value:
            where = "" if word == "offset" else f" in dim = {number}"
            told = "dynamic" if value is None else value
            bare(
                op,
                f"expected result type with {word} = {told} instead of {type}{where}",
                "the type says what the op says",
            )


_NUMBER_CASTS = (
    "extsi",
    "extui",
    "extf",
    "truncf",
    "trunci",
    "fptosi",
    "fptoui",
    "sitofp",
    "uitofp",
    "index_cast",
    "index_castui",
)

CHECKS: dict[str, Callable[[Op], None]] = {
    **{f"arith.{word}": _check_number_cast for word in _NUMBER_CASTS},
    "arith.bitcast": _check_bitcast,
    "memref.cast": _check_cast,
    "memref.extract_strided_metadata": _check_metadata,
    "memref.memory_space_cast": _check_space_cast,
    "memref.reinterpret_cast": _check_reinterpret,
    "memref.reshape": _check_reshape,
    "memref.transpose": _check_transpose,
    "memref.view": _check_view,
    "tensor.bitcast": _check_bitcast,
    "tensor.cast": _check_tensor_cast,
    "tensor.reshape": _check_reshape,
}
