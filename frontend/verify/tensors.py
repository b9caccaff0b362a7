"""Do ops that make tensors, or give them away, fit the types of what they are given?"""

from __future__ import annotations

import re
from collections.abc import Callable

from ownlog.frontend.forms.language.attributes import array_numbers
from ownlog.frontend.forms.language.memrefs import encoding
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.literals import integer_literal
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.refusal import bare, refuse
from ownlog.frontend.verify.shapes import check_dynamic, may_be_equal, shape


def _check_from_elements(op: Op) -> None:
    dims, wanted = shape(op.results[0].type), element(op.results[0].type).canonical
    count = 1
    for size in dims or ():
        if size == "?":
            refuse(op, "result #0 must be statically shaped tensor of any type values", "each element is given")
        count *= int(size)
    if len(op.operands) != count or any(value.type.canonical != wanted for value in op.operands):
        refuse(
            op,
            "failed to verify that operand types match result element type",
            f"{op.results[0].type} has {count} elements {wanted}",
        )


def _check_splat(op: Op) -> None:
    if op.operands[0].type.canonical != element(op.results[0].type).canonical:
        refuse(
            op, "failed to verify that operand type matches element type of result", "the value is each of the elements"
        )
    check_dynamic(op, len(op.operands) - 1, op.results[0].type)


def _check_concat(op: Op) -> None:
    given, made, at = (
        [shape(value.type) for value in op.operands],
        shape(op.results[0].type),
        integer_literal(op.attribute("dim")),
    )
    dims = [each for each in given if each is not None]
    if made is None or at is None or len(dims) < len(given):
        return
    if not 0 <= at.value < len(made):
        refuse(op, "concatenation dim must be less than the tensor rank", "`dim(0)` is the first dimension")
    if any(len(each) != len(made) for each in dims):
        refuse(op, "rank of concatenated inputs must match result rank", "operands and result have as many dimensions")
    if len({element(value.type).canonical for value in (*op.operands, *op.results)}) > 1:
        refuse(op, "inputs and result element type must match", "operands and result hold the same")
    for number, result in enumerate(made):
        sizes = [each[number] for each in dims]
        known = {size for size in sizes if size != "?"}
        if number == at.value:
            whole = None if "?" in sizes else str(sum(map(int, sizes)))
        else:
            whole = next(iter(known), None)
            if len(known) > 1:
                refuse(
                    op,
                    f"static concatenation size mismatch along non-concatenated dimension {number}",
                    "only `dim` may differ",
                )
        if whole is not None and result not in ("?", whole):
            message = f"result type '{op.results[0].type.canonical}' does not match inferred shape static sizes"
            refuse(op, message, f"dimension {number} is {whole}")


def _check_materialize(op: Op) -> None:
    source, target = (value.type for value in op.operands[:2])
    if target.is_memref:
        if op.results:
            refuse(op, "memref `dest` implies zero results", "only a tensor that is written to has a result")
    elif len(op.results) != 1:
        refuse(op, "tensor `dest` implies exactly one tensor result", "write `-> tensor<...>`")
    elif op.results[0].type.canonical != target.canonical:
        refuse(op, "result and `dest` types must match", "the result is the tensor that was written to")
    if op.attribute("restrict") is not None and not target.is_memref:
        refuse(op, "`restrict` is valid only for memref destinations", "drop it")
    if (op.attribute("writable") is not None) is not target.is_memref:
        refuse(
            op,
            "`writable` must be specified if and only if the destination is of memref type",
            "it says that the buffer is written to",
        )
    if element(source).canonical != element(target).canonical:
        refuse(op, "failed to verify that all of {source, dest} have same element type", "both hold the same")
    if (shape(source) is None) is not (shape(target) is None) or not may_be_equal(shape(source), shape(target)):
        refuse(op, "source/destination shapes are incompatible", "both have one shape")


def _check_copied(op: Op) -> None:
    if op.segments is None or len(op.segments) < 3:
        return
    sizes, copies = op.segments[:2]
    result = op.results[0].type
    if any(value.type.canonical != "index" for value in (*op.operands[:sizes], *op.operands[sizes + copies :])):
        refuse(op, "operand #0 must be variadic of index", "sizes are of type index")
    if copies:
        if sizes:
            bare(
                op,
                "dynamic sizes not needed when copying a tensor",
                "drop the sizes in parentheses: the copied tensor has them",
            )
        if op.operands[0].type.canonical != result.canonical:
            bare(op, "expected that `copy` and return type match", "the copy has the type of what is copied")
        return
    check_dynamic(op, sizes, result)


def _check_gather(op: Op) -> None:
    _check_taken(op, op.operands[0].type, op.operands[1].type, op.results[0].type, "gather_dims")


def _check_scatter(op: Op) -> None:
    source, target, places = (value.type for value in op.operands)
    _check_taken(op, target, places, source, "scatter_dims")
    if op.attribute("unique") is None:
        refuse(op, "requires 'unique' attribute to be set", "only places that differ have a meaning")


def _check_taken(op: Op, whole: Type, places: Type, parts: Type, name: str) -> None:
    """Check that `parts` are parts of `whole` at `places`, the dimensions of the attribute."""
    dims, at, shown, named = shape(whole) or (), shape(places) or (), shape(parts), array_numbers(op.attribute(name))
    if re.fullmatch(_INDICES, element(places).canonical) is None:
        refuse(
            op,
            f"operand must be ranked tensor of signless integer or index values, but got '{places}'",
            "write indices",
        )
    if not named or len(named) > len(dims) or any(not 0 <= number < len(dims) for number in named):
        refuse(
            op,
            f"{name} value must be smaller than source rank, and there are some",
            f"{whole} has {len(dims)} dimensions",
        )
    if sorted(set(named)) != named:
        refuse(op, f"{name} values must be strictly increasing", "name each dimension once")
    if not at or at[-1] != str(len(named)):
        refuse(
            op,
            f"{name} length must match the size of last dimension of indices",
            "a place has an index for each of them",
        )
    full = (*at[:-1], *["1" if number in named else size for number, size in enumerate(dims)])
    reduced = (*at[:-1], *[size for number, size in enumerate(dims) if number not in named])
    is_alike = element(parts).canonical == element(whole).canonical and encoding(parts) == encoding(whole)
    if shown not in (full, reduced) or not is_alike:
        word = "result" if op.name == "tensor.gather" else "source"
        types = f"expected {'x'.join(full)} or {'x'.join(reduced)} (got: {parts})"
        refuse(
            op, f"{word} type mismatch: {types}", "the indices' dimensions but for the last one, and those of a part"
        )


_INDICES = r"i\d+|index"

CHECKS: dict[str, Callable[[Op], None]] = {
    "bufferization.alloc_tensor": _check_copied,
    "bufferization.materialize_in_destination": _check_materialize,
    "tensor.concat": _check_concat,
    "tensor.empty": lambda op: check_dynamic(op, len(op.operands), op.results[0].type),
    "tensor.gather": _check_gather,
    "tensor.scatter": _check_scatter,
    "tensor.from_elements": _check_from_elements,
    "tensor.splat": _check_splat,
}
