"""Ops that allocate tensors, and those between tensors and buffers (dialect bufferization)."""

from __future__ import annotations

from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import ResultType, Types
from ownlog.backend.rewriting import build
from ownlog.frontend.forms.language.memrefs import Buffer, of_memref, space_text
from ownlog.frontend.ir.ir import Op


def _alloc_type(types: Types, op: Op) -> Buffer | None:
    result, space = op.results[0], op.attribute("memory_space")
    if space is not None:
        return types.settings.placed(result.type, space_text(space))
    copied = op.groups()[1]
    source = copied[0] if copied else types.like.get(result)
    if source is None:
        return types.settings.fresh(result.type)
    found = types.known_of(source)
    return types.settings.placed(result.type, found.space) if found is not None else None


def _alloc(state: State, op: Op) -> None:
    result = op.results[0]
    if result not in state.used:
        return
    sizes, copied, _ = op.groups()
    wanted = state.types.of(result)
    state.check_rank(wanted)
    source = state.buffer(copied[0]) if copied else None
    given = [state.size(source, number) for number in wanted.dynamic] if source is not None else state.values(sizes)
    if op.source is None:
        result.name = state.names.fresh("alloc")
    op.properties, op.attrs = dict(state.alignment()), {}
    operands = [size for size in given if not isinstance(size, int)]
    state.turn(op, build.ALLOC, operands, [len(operands), 0])
    state.become(result)
    if source is not None:
        state.copy(source, result)


def _to_tensor(state: State, op: Op) -> None:
    buffer = state.value(op.operands[0])
    result = op.results[0]
    if result in state.wanted:
        state.keep(op, [buffer])
        state.wanted.discard(result)
    state.define(result, buffer)


def _to_buffer(state: State, op: Op) -> None:
    state.replace(op.results[0], state.cast(state.buffer(op.operands[0]), of_memref(op.results[0].type)))


def _materialize(state: State, op: Op) -> None:
    source, target = op.operands
    results = list(op.results)
    op.results, op.properties = [], {}
    state.turn(op, build.COPY, [state.buffer(source), state.value(target)])
    for result in results:
        state.define(result, state.value(target))


def _dealloc(state: State, op: Op) -> None:
    state.turn(op, build.FREE, [state.buffer(op.operands[0])])


def _given(types: Types, op: Op) -> Buffer | None:
    return of_memref(op.operands[0].type)


RESULTS: dict[str, ResultType] = {"bufferization.alloc_tensor": _alloc_type, "bufferization.to_tensor": _given}
BUILD = {
    "bufferization.alloc_tensor": _alloc,
    "bufferization.dealloc_tensor": _dealloc,
    "bufferization.materialize_in_destination": _materialize,
    "bufferization.to_buffer": _to_buffer,
    "bufferization.to_tensor": _to_tensor,
}
