"""Do the ops of the gpu dialect that allocate, free and copy buffers fit their types?"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import INDEX
from ownlog.frontend.verify.refusal import refuse
from ownlog.frontend.verify.shapes import check_dynamic, layout_symbols, may_be_equal, shape

_TOKEN = "!gpu.async.token"


def _without_tokens(op: Op, values: list[Value], buffers: int) -> list[Value]:
    """The operands behind the tokens that the op waits for: so many buffers."""
    left = [value for value in values if value.type.canonical != _TOKEN]
    if len(left) != buffers or left != values[len(values) - buffers :]:
        wanted = "expected 2 or more operands" if buffers > 1 else "expected 1 or more operands"
        refuse(
            op,
            f"{wanted}, which are {buffers} memrefs behind async tokens, but found {len(values)}",
            "tokens come first",
        )
    for number, value in enumerate(left):
        if not value.type.is_memref or value.type.is_unranked_memref:
            what = f"operand #{number} must be memref of any type values, but got '{value.type.canonical}'"
            refuse(op, what, "write a ranked memref")
    return left


def _check_token(op: Op, results: list[Value]) -> None:
    if len(results) > 1 or any(value.type.canonical != _TOKEN for value in results):
        refuse(op, "result must be async token type", f"write `{_TOKEN}`")


def _check_alloc(op: Op) -> None:
    if op.segments is None or len(op.segments) != 3:
        return
    waits, sizes, symbols = op.segments
    if any(value.type.canonical != _TOKEN for value in op.operands[:waits]) or any(
        value.type is not INDEX for value in op.operands[waits:]
    ):
        refuse(op, "operands must be async tokens and indices", "`gpu.alloc [%token] (%size) [%symbol]`")
    if not op.results or not op.results[0].type.is_memref or op.results[0].type.is_unranked_memref:
        refuse(op, "result #0 must be memref of any type values", "write a ranked memref")
    _check_token(op, op.results[1:])
    type = op.results[0].type
    check_dynamic(op, sizes, type)
    if layout_symbols(type) not in (None, symbols):
        refuse(
            op,
            "symbol operand count does not equal memref symbol count",
            "symbols of the layout map are given in brackets",
        )


def _check_dealloc(op: Op) -> None:
    _without_tokens(op, op.operands, 1)
    _check_token(op, op.results)


def _check_copy(op: Op) -> None:
    target, source = _without_tokens(op, op.operands, 2)
    _check_token(op, op.results)
    if element(target.type).canonical != element(source.type).canonical:
        refuse(op, "arguments have incompatible element type", "both hold the same")
    if not may_be_equal(shape(target.type), shape(source.type)):
        refuse(op, "arguments have incompatible shape", "both have one shape")


def _check_fill(op: Op) -> None:
    if not op.operands:
        refuse(op, "expected 2 or more operands, but found 0", "a buffer, and what it is filled with")
    *others, value = op.operands
    [target] = _without_tokens(op, others, 1)
    _check_token(op, op.results)
    if element(target.type).canonical != element(value.type).canonical:
        refuse(
            op, "failed to verify that all of {dst, value} have same element type", f"it holds {element(target.type)}"
        )


def _check_launch(op: Op) -> None:
    wrong = next(
        (value for value in op.operands if value.type is not INDEX and value.type.canonical not in (_TOKEN, "i32")),
        None,
    )
    if wrong is not None:
        refuse(
            op,
            f"operand must be index, but got '{wrong.type.canonical}'",
            "sizes of the grid and of blocks are of type index",
        )


CHECKS: dict[str, Callable[[Op], None]] = {
    "gpu.alloc": _check_alloc,
    "gpu.dealloc": _check_dealloc,
    "gpu.launch": _check_launch,
    "gpu.memcpy": _check_copy,
    "gpu.memset": _check_fill,
}
