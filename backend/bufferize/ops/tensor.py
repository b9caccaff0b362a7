"""Elements, shapes and new tensors (dialect tensor)."""

from __future__ import annotations

import re
from dataclasses import replace

from ownlog.backend.bufferize.ops.slices import MAP, put_map, take_indices
from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import ResultType, Types
from ownlog.backend.rewriting import build
from ownlog.frontend.forms.language.memrefs import Buffer, collapsed, expanded, of_memref, of_tensor
from ownlog.frontend.ir.ir import Block, Op, Region
from ownlog.frontend.text.tokens import split_top_level

_NUMBER = re.compile(r"\d+")

# Types


def _fresh(types: Types, op: Op) -> Buffer:
    return types.settings.fresh(op.results[0].type)


def _cast_type(types: Types, op: Op) -> Buffer | None:
    source, shape = types.known_of(op.operands[0]), of_tensor(op.results[0].type).sizes
    if source is None:
        return None
    if shape is None:
        return Buffer(None, source.element, None, source.space)
    return replace(source, sizes=shape) if source.sizes is not None else replace(source, sizes=shape).loose()


def _reshape_type(types: Types, op: Op) -> Buffer | None:
    source = types.known_of(op.operands[0])
    return source and replace(source.plain(), sizes=of_tensor(op.results[0].type).sizes)


def _groups(op: Op) -> list[list[int]]:
    return [
        [int(n) for n in _NUMBER.findall(group)]
        for group in split_top_level((op.attribute("reassociation") or "").strip()[1:-1])
        if group.strip()
    ]


def _expand_type(types: Types, op: Op) -> Buffer | None:
    source, shape = types.known_of(op.operands[0]), of_tensor(op.results[0].type).sizes
    return source and expanded(source, _groups(op), shape or ())


def _collapse_type(types: Types, op: Op) -> Buffer | None:
    source, shape = types.known_of(op.operands[0]), of_tensor(op.results[0].type).sizes or ()
    return source and (collapsed(source, _groups(op), shape) or replace(source.plain(), sizes=shape))


# Elements


def _extract(state: State, op: Op) -> None:
    state.turn(op, build.LOAD, state.values(op.operands))


def _insert(state: State, op: Op) -> None:
    result, target = op.results[0], state.buffer(op.operands[1])
    op.results = []
    state.turn(op, build.STORE, state.values(op.operands))
    state.define(result, target)


# Shapes


def _dim(state: State, op: Op) -> None:
    state.turn(op, build.DIM, state.values(op.operands))


def _rank(state: State, op: Op) -> None:
    state.turn(op, "memref.rank", state.values(op.operands))


def _cast(state: State, op: Op) -> None:
    source, result = state.buffer(op.operands[0]), op.results[0]
    if of_memref(source.type) == state.types.of(result):
        state.define(result, source)
        return
    state.turn(op, build.CAST, [source])
    state.become(result)


def _expand(state: State, op: Op) -> None:
    source, *sizes = state.values(op.operands)
    state.turn(op, "memref.expand_shape", [state.with_strides(source), *sizes], op.segments)
    state.become(op.results[0])


def _collapse(state: State, op: Op) -> None:
    """Elements that do not stand side by side are copied first."""
    source = state.buffer(op.operands[0])
    if collapsed(of_memref(source.type), _groups(op), of_tensor(op.results[0].type).sizes or ()) is None:
        source = state.copied_for_layout(source, of_memref(source.type).plain())
    state.turn(op, "memref.collapse_shape", [source], op.segments)
    state.become(op.results[0])


def _reshape(state: State, op: Op) -> None:
    source, shape = state.values(op.operands)
    if of_memref(source.type).layout is not None:
        source = state.copied_for_layout(source, of_memref(source.type).plain())
    state.turn(op, "memref.reshape", [source, shape])
    state.become(op.results[0])


# New tensors


def _empty(state: State, op: Op) -> None:
    operands = state.values(op.operands)
    op.properties, op.attrs = dict(state.alignment()), {}
    state.turn(op, build.ALLOC, operands, [len(operands), 0])
    state.become(op.results[0])


def _from_elements(state: State, op: Op) -> None:
    elements, result = state.values(op.operands), op.results[0]
    sizes = [size or 0 for size in of_tensor(result.type).sizes or ()]
    op.properties, op.attrs = dict(state.alignment()), {}
    state.turn(op, build.ALLOC, [], [0, 0])
    buffer = state.become(result)
    at = [state.index(number) for number in range(max(sizes, default=0))] if elements else []
    for number, element in enumerate(elements):
        indices = []
        for size in reversed(sizes):
            number, place = divmod(number, size)
            indices.append(at[place])
        state.emit(Op(build.STORE, [element, buffer, *reversed(indices)]))


def _generate(state: State, op: Op) -> None:
    made = state.alloc(state.types.of(op.results[0]), state.values(op.operands))
    take_indices(state, op, made)
    put_map(state, op, made)


def _splat(state: State, op: Op) -> None:
    element, *sizes = state.values(op.operands)
    result = op.results[0]
    block = Block()
    block.append(Op("linalg.yield", [element]))
    block.add_argument(state.names.fresh("init"), element.type)
    if not state.settings.takes(MAP):
        made = state.alloc(state.types.of(result), sizes)
        op.properties, op.attrs = {}, {}
        op.add_region(Region([block]))
        put_map(state, op, made)
        return
    op.properties, op.attrs = dict(state.alignment()), {}
    state.turn(op, build.ALLOC, sizes, [len(sizes), 0])
    state.emit(Op(MAP, [state.become(result)], regions=[Region([block])], segments=[0, 1]))


RESULTS: dict[str, ResultType] = {
    **{f"tensor.{name}": _fresh for name in ("empty", "from_elements", "generate", "splat")},
    "tensor.cast": _cast_type,
    "tensor.collapse_shape": _collapse_type,
    "tensor.expand_shape": _expand_type,
    "tensor.reshape": _reshape_type,
}
BUILD = {
    "tensor.cast": _cast,
    "tensor.collapse_shape": _collapse,
    "tensor.dim": _dim,
    "tensor.empty": _empty,
    "tensor.expand_shape": _expand,
    "tensor.extract": _extract,
    "tensor.from_elements": _from_elements,
    "tensor.generate": _generate,
    "tensor.insert": _insert,
    "tensor.rank": _rank,
    "tensor.reshape": _reshape,
    "tensor.splat": _splat,
}
