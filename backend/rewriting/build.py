"""New ops: one short function for each op that the passes insert.

The ops are in no block yet; `names` names results after MLIR's habits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ownlog.backend.rewriting.slices import PARTS, written
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.literals import digits_of
from ownlog.frontend.text.types import I1, INDEX, Type

Attributes = dict[str, str | None]
Place: TypeAlias = "int | Value"
"""An offset or a size of a slice."""

# What these ops are called, for passes that recognise what they made.
ADD = "arith.addi"
ALLOC = "memref.alloc"
ALLOCA = "memref.alloca"
ALLOC_TENSOR = "bufferization.alloc_tensor"
AND = "arith.andi"
BRANCH = "cf.br"
CALL = "func.call"
CAST = "memref.cast"
CLONE = "bufferization.clone"
CONSTANT = "arith.constant"
COPY = "memref.copy"
DEALLOC = "bufferization.dealloc"
DIM = "memref.dim"
EMPTY = "tensor.empty"
EXTRACT = "tensor.extract"
EXTRACT_SLICE = "tensor.extract_slice"
FORALL = "scf.forall"
FREE = "memref.dealloc"
IF = "scf.if"
INSERT = "tensor.insert"
INSERT_SLICE = "tensor.insert_slice"
LOAD = "memref.load"
METADATA = "memref.extract_strided_metadata"
OR = "arith.ori"
POINTER = "memref.extract_aligned_pointer_as_index"
SELECT = "arith.select"
STORE = "memref.store"
SUBVIEW = "memref.subview"
TENSOR_CAST = "tensor.cast"
TENSOR_DIM = "tensor.dim"
TO_BUFFER = "bufferization.to_buffer"
TO_TENSOR = "bufferization.to_tensor"
VIEW = "memref.view"
XOR = "arith.xori"
YIELD = "scf.yield"

_PREDICATES = {"eq": "0 : i64", "ne": "1 : i64", "slt": "2 : i64", "ult": "6 : i64"}
_LONGEST_NAME = 20  # digits of a number that its constant is named after


def _with_result(op: Op, name: str, type: Type) -> Op:
    op.add_result(name, type)
    return op


def boolean(value: bool, names: Names) -> Op:
    """`%true = arith.constant true`, or the same for false."""
    text = "true" if value else "false"
    return _with_result(Op(CONSTANT, properties={"value": text}), names.fresh(text), I1)


def and_i(left: Value, right: Value, names: Names) -> Op:
    """`arith.andi`."""
    return _with_result(Op(AND, [left, right]), names.fresh_number(), I1)


def or_i(left: Value, right: Value, names: Names) -> Op:
    """`arith.ori`."""
    return _with_result(Op(OR, [left, right]), names.fresh_number(), I1)


def xor_i(left: Value, right: Value, names: Names) -> Op:
    """`arith.xori`."""
    return _with_result(Op(XOR, [left, right]), names.fresh_number(), I1)


def select(condition: Value, on_true: Value, on_false: Value, names: Names) -> Op:
    """`arith.select`."""
    return _with_result(Op(SELECT, [condition, on_true, on_false]), names.fresh_number(), on_true.type)


def pointer(buffer: Value, names: Names) -> Op:
    """`memref.extract_aligned_pointer_as_index`."""
    return _with_result(Op(POINTER, [buffer]), names.fresh("intptr"), INDEX)


def compare(predicate: str, left: Value, right: Value, names: Names) -> Op:
    """`arith.cmpi` with a predicate of `_PREDICATES`."""
    return compare_by(_PREDICATES[predicate], left, right, names)


def compare_by(predicate: str, left: Value, right: Value, names: Names) -> Op:
    """`arith.cmpi` with the attribute `predicate`."""
    return _with_result(Op("arith.cmpi", [left, right], properties={"predicate": predicate}), names.fresh_number(), I1)


def add(left: Value, right: Value, names: Names) -> Op:
    """`arith.addi`."""
    return _with_result(Op(ADD, [left, right]), names.fresh_number(), left.type)


def index(value: int, names: Names) -> Op:
    """`%c0 = arith.constant 0 : index`."""
    return _with_result(Op(CONSTANT, properties={"value": f"{value} : index"}), names.fresh(f"c{value}"), INDEX)


def integer(value: int, type: Type, names: Names) -> Op:
    """`%c0 = arith.constant 0 : i32`, of any integer type."""
    if type.canonical == "i1":
        return boolean(bool(value), names)
    digits = digits_of(value)
    stem = "cst" if len(digits) > _LONGEST_NAME else f"c{digits.replace('-', 'n')}"
    return _with_result(Op(CONSTANT, properties={"value": f"{digits} : {type}"}), names.fresh(stem), type)


def branch(target: Block, operands: list[Value]) -> Op:
    """`cf.br`."""
    return Op(BRANCH, operands, successors=[target])


def alloca(type: Type, names: Names, stem: str = "alloca") -> Op:
    """`memref.alloca` of a static `type`."""
    return _with_result(Op(ALLOCA, properties={}, segments=[0, 0]), names.fresh(stem), type)


def set_flag(indicator: Value, flag: Value) -> Op:
    """`memref.store` to a buffer of rank 0."""
    return Op(STORE, [indicator, flag])


def get_flag(flag: Value, names: Names) -> Op:
    """`memref.load` of an i1 from a buffer of rank 0."""
    return _with_result(Op(LOAD, [flag]), names.fresh_number(), I1)


def dim(buffer: Value, dimension: Value, names: Names) -> Op:
    """`memref.dim`."""
    return _with_result(Op(DIM, [buffer, dimension]), names.fresh("dim"), INDEX)


def dim_of_tensor(tensor: Value, dimension: Value, names: Names) -> Op:
    """`tensor.dim`."""
    return _with_result(Op(TENSOR_DIM, [tensor, dimension]), names.fresh("dim"), INDEX)


def alloc(type: Type, sizes: list[Value], attributes: Attributes, names: Names, stem: str = "alloc") -> Op:
    """`memref.alloc` of the dynamic `sizes` of `type`."""
    op = Op(ALLOC, sizes, properties=dict(attributes), segments=[len(sizes), 0])
    return _with_result(op, names.fresh(stem), type)


def store(value: Value, buffer: Value, at: Value) -> Op:
    """`memref.store` in a buffer of rank 1."""
    return Op(STORE, [value, buffer, at])


def load(buffer: Value, at: Value, type: Type, names: Names) -> Op:
    """`memref.load` from a buffer of rank 1."""
    return _with_result(Op(LOAD, [buffer, at]), names.fresh_number(), type)


def cast(buffer: Value, type: Type, names: Names) -> Op:
    """`memref.cast`."""
    return _with_result(Op(CAST, [buffer]), names.fresh("cast"), type)


def cast_tensor(tensor: Value, type: Type, names: Names) -> Op:
    """`tensor.cast`."""
    return _with_result(Op(TENSOR_CAST, [tensor]), names.fresh("cast"), type)


def extract(tensor: Value, indices: Sequence[Value], type: Type, names: Names) -> Op:
    """`tensor.extract`."""
    return _with_result(Op(EXTRACT, [tensor, *indices]), names.fresh("extracted"), type)


def insert(scalar: Value, tensor: Value, indices: Sequence[Value], names: Names) -> Op:
    """`tensor.insert`."""
    return _with_result(Op(INSERT, [scalar, tensor, *indices]), names.fresh("inserted"), tensor.type)


def extract_slice(tensor: Value, offsets: Sequence[Place], sizes: Sequence[Place], type: Type, names: Names) -> Op:
    """`tensor.extract_slice`, of elements that stand side by side."""
    return _with_result(_part(EXTRACT_SLICE, [tensor], offsets, sizes), names.fresh("extracted_slice"), type)


def insert_slice(source: Value, tensor: Value, offsets: Sequence[Place], sizes: Sequence[Place], names: Names) -> Op:
    """`tensor.insert_slice`, of elements that stand side by side."""
    return _with_result(
        _part(INSERT_SLICE, [source, tensor], offsets, sizes), names.fresh("inserted_slice"), tensor.type
    )


def _part(name: str, tensors: list[Value], offsets: Sequence[Place], sizes: Sequence[Place]) -> Op:
    parts: tuple[Sequence[Place], ...] = (offsets, sizes, [1] * len(sizes))
    values = [[number for number in part if isinstance(number, Value)] for part in parts]
    properties: Attributes = {
        name: written([number if isinstance(number, int) else None for number in part])
        for name, part in zip(PARTS, parts, strict=True)
    }
    segments = [*([1] * len(tensors)), *map(len, values)]
    return Op(name, [*tensors, *(value for part in values for value in part)], properties=properties, segments=segments)


def again(op: Op, operands: list[Value]) -> Op:
    """What `op` says, of other operands, as many in each group; without its regions, results and location."""
    return Op(
        op.name,
        operands,
        dict(op.attrs),
        properties=dict(op.properties),
        segments=None if op.segments is None else [*op.segments],
    )


def call(callee: str, operands: list[Value]) -> Op:
    """`func.call` of a function without results."""
    return Op(CALL, operands, properties={"callee": callee})


def copy(source: Value, target: Value) -> Op:
    """`memref.copy`."""
    return Op(COPY, [source, target])


def free(buffer: Value, name: str = FREE) -> Op:
    """`memref.dealloc`, or another op that frees its operand."""
    return Op(name, [buffer])


def leading_part(buffer: Value, size: str, dynamic: Value, names: Names) -> Op:
    """`memref.subview` of the first `size` elements of a buffer of rank 1, or `dynamic` ones if `size` is "?"."""
    _, element, rest = buffer.type.memref_parts
    type = Type.get(f"memref<{', '.join([f'{size}x{element}', 'strided<[1]>', *rest])}>")
    return _with_result(
        _slice("memref.subview", buffer, size, [dynamic] if size == "?" else []), names.fresh("subview"), type
    )


def resized_view(buffer: Value, type: Type, size: str, dynamic: list[Value], names: Names) -> Op:
    """`memref.reinterpret_cast` of a buffer to rank 1 and `size`, which is `dynamic` where it is "?"."""
    return _with_result(_slice("memref.reinterpret_cast", buffer, size, dynamic), names.fresh("reinterpret_cast"), type)


def reinterpret(
    buffer: Value,
    type: Type,
    offset: Value | int,
    sizes: Sequence[Value | int],
    strides: Sequence[Value | int],
    names: Names,
) -> Op:
    """`memref.reinterpret_cast` with numbers where they are known."""
    groups: list[Sequence[Value | int]] = [[offset], sizes, strides]
    known = [[number if isinstance(number, int) else None for number in group] for group in groups]
    properties: Attributes = {name: written(part) for name, part in zip(PARTS, known, strict=True)}
    dynamic = [[number for number in group if isinstance(number, Value)] for group in groups]
    operands = [buffer, *(value for group in dynamic for value in group)]
    op = Op("memref.reinterpret_cast", operands, properties=dict(properties), segments=[1, *map(len, dynamic)])
    return _with_result(op, names.fresh("reinterpret_cast"), type)


def index_arithmetic(name: str, left: Value, right: Value, names: Names) -> Op:
    """The op `name` on two values of type index."""
    return _with_result(Op(name, [left, right]), names.fresh_number(), INDEX)


def _slice(name: str, buffer: Value, size: str, dynamic: list[Value]) -> Op:
    """An op on `buffer` from offset 0 on, with stride 1."""
    known: list[list[int | None]] = [[0], [None if size == "?" else int(size)], [1]]
    properties: Attributes = {name: written(part) for name, part in zip(PARTS, known, strict=True)}
    return Op(name, [buffer, *dynamic], properties=dict(properties), segments=[1, 0, len(dynamic), 0])


def clone(buffer: Value, names: Names) -> Op:
    """`bufferization.clone`."""
    return _with_result(Op(CLONE, [buffer]), names.fresh_number(), buffer.type)


def assertion(condition: Value, message: str) -> Op:
    """`cf.assert` with `message`."""
    return Op("cf.assert", [condition], properties={"msg": f'"{message}"'})


def terminator(name: str, operands: list[Value]) -> Op:
    """The op `name` without results, for the end of a block."""
    return Op(name, operands)


def ranked(buffer: Value, names: Names) -> Op:
    """`memref.reinterpret_cast` of an unranked buffer to rank 0, so that its metadata can be asked for."""
    element, space = buffer.type.unranked_parts
    op = Op(
        "memref.reinterpret_cast",
        [buffer],
        properties={name: written(part) for name, part in zip(PARTS, ([0], [], []), strict=True)},
        segments=[1, 0, 0, 0],
    )
    return _with_result(op, names.fresh("reinterpret_cast"), _memref0(element, space))


def strided_metadata(buffer: Value, names: Names) -> Op:
    """`memref.extract_strided_metadata`; result 0 is the buffer as it was allocated."""
    dims, element, _ = buffer.type.memref_parts
    op = Op(METADATA, [buffer])
    op.add_result(names.fresh("base_buffer"), _memref0(element, buffer.type.memory_space))
    op.add_result(names.fresh("offset"), INDEX)
    for what in ("sizes", "strides"):
        if dims:
            pack(op, names.fresh(what), [INDEX] * len(dims))
    return op


def _memref0(element: str, space: list[str]) -> Type:
    return Type.get(f"memref<{', '.join([element, *space])}>")


def dealloc(buffers: list[Value], conditions: list[Value], retained: list[Value], names: Names) -> Op:
    """`bufferization.dealloc`, with one i1 result for each retained buffer."""
    op = Op(DEALLOC, [*buffers, *conditions, *retained], segments=[len(buffers), len(conditions), len(retained)])
    if retained:
        pack(op, names.fresh_number(), [I1] * len(retained))
    return op


def yielded(values: list[Value]) -> Op:
    """`scf.yield`."""
    return terminator(YIELD, values)


def when(condition: Value, then: list[Op]) -> Op:
    """`scf.if` without results and without else."""
    block = Block()
    for op in [*then, yielded([])]:
        block.append(op)
    return Op(IF, [condition], regions=[Region([block]), Region()])


def if_else(condition: Value | None, then: list[Op], otherwise: list[Op], result: Type, names: Names) -> Op:
    """`scf.if` with one result; both lists end in an `scf.yield`. Without `condition` it lacks its operand."""
    regions = []
    for ops in (then, otherwise):
        block = Block()
        for op in ops:
            block.append(op)
        regions.append(Region([block]))
    return _with_result(Op(IF, [condition] if condition else [], regions=regions), names.fresh_number(), result)


def pack(op: Op, name: str, types: list[Type]) -> list[Value]:
    """Add results to `op` that share one name (`%0:2`), beside those that it has."""
    values = [op.add_result(name, type, packed=False) for type in types]
    for index, value in enumerate(values):
        value.pack, value.pack_index = len(values), index
    return values


def name_results(op: Op, names: Names) -> None:
    """Name the results of an op that was written without names for them."""
    name = names.fresh_number()
    for value in op.results:
        value.name = name
    op.pack()
    op.mark_changed()


def ensure_named(value: Value, names: Names) -> None:
    """Name the results of the op that gives `value`, if it was written without names for them."""
    if not value.name and isinstance(value.owner, Op):
        name_results(value.owner, names)


def append_result(op: Op, type: Type, names: Names, *, packed: bool = True) -> Value:
    """Add a result: to the pack of the others if they are one (`%0` becomes `%0:2`), else under its own name.

    `packed` is as for `Op.add_result`.
    """
    if not op.results:
        return op.add_result(names.fresh_number(), type, packed=packed)
    if not op.results[0].name:
        name_results(op, names)
    one_pack = op.results[0].name == op.results[-1].name
    return op.add_result(op.results[0].name if one_pack else names.fresh_number(), type, packed=packed)
