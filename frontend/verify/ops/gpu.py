"""Do the ops of the gpu dialect that allocate, free and copy buffers fit their types?"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.frontend.forms.parts.typerules import element
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import INDEX
from ownlog.frontend.verify.common.refusal import refuse
from ownlog.frontend.verify.common.shapes import check_dynamic, layout_symbols, may_be_equal, shape

_TOKEN = "!gpu.async.token"


def _without_tokens(op: Op, values: list[Value], buffers: int) -> list[Value]:
    """The operands behind the tokens that the op waits for: so many buffers."""
    left = [value for value in values if value.type.canonical != _TOKEN]
    if len(left) != buffers or left != values[len(values) - buffers :]:
        wanted = "expected 2 or more operands" if buffers > 1 else "expected 1 or more operands"
        refuse(op, f"{wanted}, which are {buffers} memrefs behind async tokens, but found {len(values)}", "tokens come first")
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
        refuse(op, "symbol operand count does not equal memref symbol count", "symbols of the layout map are given in brackets")


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


CHECKS: dict[str, Callable[[Op], None]] = {"gpu.alloc": _check_alloc, "gpu.dealloc": _check_dealloc, "gpu.memcpy": _check_copy}
