"""Parts of tensors, and what is put together of parts (dialect tensor): views of buffers, and copies into them."""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import ResultType, Types
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.slices import PARTS, numbers, written
from ownlog.base.errors import InputError
from ownlog.frontend.forms.dialects.affine import map_text
from ownlog.frontend.forms.language.form import SEGMENT_NAMES
from ownlog.frontend.forms.language.memrefs import Buffer, Number, known_empty, of_memref, of_tensor, subview
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import number_in
from ownlog.frontend.text.types import INDEX, Type
from ownlog.frontend.verify.identifiers import may_be_no_symbol

MAP = "linalg.map"
Mixed = Value | int
"""A number, or the value that it is at run time."""


def _type(types: Types, op: Op) -> Buffer | None:
    source = types.known_of(op.operands[0])
    if source is None:
        return None
    shape = of_tensor(op.results[0].type).sizes
    assert shape is not None
    offsets, sizes, strides = (numbers(op, part) for part in PARTS)
    return subview(source, offsets, sizes, strides, shape)


def _extract(state: State, op: Op) -> None:
    op.name = build.SUBVIEW
    op.properties = {name: value for name, value in op.properties.items() if name in PARTS or name in SEGMENT_NAMES}
    op.set_operands([state.with_strides(state.buffer(op.operands[0])), *state.values(op.operands[1:])])
    state.emit(op)
    state.become(op.results[0])


def _known(parts: Sequence[Sequence[Mixed]]) -> list[list[Number]]:
    return [[number if isinstance(number, int) else None for number in part] for part in parts]


def view(state: State, whole: Value, parts: Sequence[Sequence[Mixed]], shape: Sequence[Number]) -> Value:
    """The part of a buffer at some offsets, of some sizes, with some strides; with the dimensions of `shape`."""
    known = _known(parts)
    made = subview(of_memref(state.with_strides(whole).type), known[0], known[1], known[2], shape)
    properties: dict[str, str | None] = {name: written(part) for name, part in zip(PARTS, known, strict=True)}
    dynamic = [[number for number in part if isinstance(number, Value)] for part in parts]
    op = Op(
        build.SUBVIEW,
        [whole, *(value for part in dynamic for value in part)],
        properties=properties,
        segments=[1, *map(len, dynamic)],
    )
    op.add_result(state.names.fresh("subview"), made.type)
    return state.made(op)


def _put(state: State, buffer: Value, whole: Value, parts: Sequence[Sequence[Mixed]], shape: Sequence[Number]) -> None:
    """Copies a buffer over the part of another one, unless that is known to be empty."""
    offsets, sizes, _ = _known(parts)
    if not known_empty(of_memref(whole.type).sizes or (), offsets, sizes):
        state.copy(buffer, view(state, whole, parts, shape))


def insert_part(state: State, op: Op, source: Value, target: Value) -> None:
    """Copies a tensor over the part of another one that an op says."""
    groups = iter(op.groups()[-3:])
    parts: list[list[Mixed]] = []
    for name in PARTS:
        values = iter(state.values(next(groups)))
        parts.append([number if number is not None else next(values) for number in numbers(op, name)])
    buffer = state.buffer(source)
    shape = state.types.of(source).sizes
    assert shape is not None
    _put(state, buffer, state.buffer(target), parts, shape)


def _insert(state: State, op: Op) -> None:
    insert_part(state, op, op.operands[0], op.operands[1])
    state.define(op.results[0], state.buffer(op.operands[1]))


def _concat(state: State, op: Op) -> None:
    """One part behind the other."""
    dim = number_in(op.attribute("dim"))
    result = op.results[0]
    wanted = state.types.of(result)
    buffers = [state.buffer(value) for value in op.operands]
    sizes: list[list[Mixed]] = [state.sizes(buffer) for buffer in buffers]
    along = [size[dim] for size in sizes]
    offsets = [total(state, along[:number]) for number in range(len(along))]
    whole = total(state, along)
    given = [whole if number == dim else sizes[0][number] for number in wanted.dynamic]
    op.properties, op.attrs = dict(state.alignment()), {}
    operands = [size if isinstance(size, Value) else state.index(size) for size in given]
    state.turn(op, build.ALLOC, operands, [len(operands), 0])
    state.become(result)
    for buffer, size, offset in zip(buffers, sizes, offsets, strict=True):
        at: list[Mixed] = [offset if number == dim else 0 for number in range(wanted.rank)]
        shape = [number if isinstance(number, int) else None for number in size]
        _put(state, buffer, result, [at, size, [1] * wanted.rank], shape)


def total(state: State, terms: Sequence[Mixed]) -> Mixed:
    """The sum of some numbers, computed as far as they are not known."""
    known = sum(term for term in terms if isinstance(term, int))
    values = [term for term in terms if isinstance(term, Value)]
    if not values:
        return known
    if len(values) == 1 and not known:
        return values[0]
    counters = [value for value in values if may_be_no_symbol(value)]
    operands = [*counters, *(value for value in values if value not in counters)]
    dims, symbols = (
        [f"{letter}{number}" for number in range(count)]
        for letter, count in (("d", len(counters)), ("s", len(operands) - len(counters)))
    )
    shown = " + ".join([*dims, *symbols, *([str(known)] if known else [])])
    op = Op("affine.apply", operands, properties={"map": map_text(shown, len(dims), len(symbols))})
    op.add_result(state.names.fresh_number(), INDEX)
    return state.made(op)


def _padded(types: Types, op: Op) -> Buffer:
    """The buffer of a padded tensor. InputError where there is none."""
    if any(number is not None and number < 0 for side in ("static_low", "static_high") for number in numbers(op, side)):
        advice = "take a part of the tensor by tensor.extract_slice"
        raise InputError(op.diagnostic("a padding of negative size has no buffer", advice))
    return types.settings.fresh(op.results[0].type)


def _pad(state: State, op: Op) -> None:
    """A buffer with the padding everywhere, and the tensor copied into the midst."""
    source, result = state.buffer(op.operands[0]), op.results[0]
    wanted = state.types.of(result)
    groups = op.groups()
    sides: list[list[Mixed]] = []
    for name, group in (("static_low", groups[1]), ("static_high", groups[2])):
        values = iter(state.values(group))
        sides.append([number if number is not None else next(values) for number in numbers(op, name)])
    sizes = state.sizes(source)
    low, high = sides
    given = [total(state, [sizes[n], low[n], high[n]]) for n in wanted.dynamic]
    made = state.alloc(wanted, [size if isinstance(size, Value) else state.index(size) for size in given])
    made = fill(state, op, made)
    _put(
        state,
        source,
        made,
        [low, sizes, [1] * wanted.rank],
        [size if isinstance(size, int) else None for size in sizes],
    )
    state.define(result, made)


def fill(state: State, op: Op, buffer: Value) -> Value:
    """Lets an op whose region gives the element at some indices become one that fills a buffer, and gives that."""
    type, op.results = op.results[0].type, []
    take_indices(state, op, buffer)
    if state.settings.takes(MAP):
        state.turn(op, MAP, [buffer], [0, 1])
        return buffer
    mapped = op.add_result(state.names.fresh("mapped"), type)
    state.turn(op, MAP, [state.tensor_of(buffer, type)], [0, 1])
    return state.buffer_of(mapped, of_memref(buffer.type))


def take_indices(state: State, op: Op, buffer: Value) -> None:
    """Lets the region of an op, which gives the element at some indices, be that of an op which fills a buffer."""
    block = op.regions[0].blocks[0]
    rank = of_memref(buffer.type).rank
    indices = []
    for number, argument in enumerate(block.arguments):
        at = Op("linalg.index", properties={"dim": f"{number} : i64"})
        indices.append(at)
        state.replace(argument, at.add_result(state.names.fresh_number(), INDEX))
    assert len(indices) == rank
    element = of_memref(buffer.type).element
    block.keep_arguments([False] * len(block.arguments))
    block.add_argument(state.names.fresh("init"), Type.get(element))
    end = block.ops[-1]
    end.name, end.properties = "linalg.yield", {}
    end.mark_changed()
    block.replace_ops([*indices, *block.ops])
    op.properties, op.attrs = {}, {}


def put_map(state: State, op: Op, buffer: Value) -> None:
    """Let an op with a region for its result's elements fill a buffer, or its tensor if it stays on tensors."""
    result = op.results[0]
    if state.settings.takes(MAP):
        op.results = []
        state.turn(op, MAP, [buffer], [0, 1])
        state.define(result, buffer)
    else:
        state.turn(op, MAP, [state.tensor_of(buffer, result.type)], [0, 1])
        state.foreign(result)


RESULTS: dict[str, ResultType] = {
    "tensor.concat": lambda types, op: types.settings.fresh(op.results[0].type),
    "tensor.extract_slice": _type,
    "tensor.pad": _padded,
}
BUILD = {
    "tensor.concat": _concat,
    "tensor.extract_slice": _extract,
    "tensor.insert_slice": _insert,
    "tensor.pad": _pad,
}
