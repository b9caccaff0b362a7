"""The state of the builders: buffers of tensors so far, new ops, free names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ownlog.backend.bufferize.ops.settings import OneShotOptions
from ownlog.backend.bufferize.ops.types import Types
from ownlog.backend.rewriting import build
from ownlog.base.errors import InputError
from ownlog.frontend.forms.language.memrefs import Buffer, casts, of_memref
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import Type


class Scopes:
    """Fresh names, for each function on its own: those around it are in use there, too."""

    def __init__(self, module: Module, traits: Traits) -> None:
        self._module, self._traits = module, traits
        self._names: dict[Op | None, Names] = {}

    def names(self, op: Op) -> Names:
        """The names for what is put beside `op`, or into it if it is a function."""
        around = self._traits.function_around(op)
        if around not in self._names:
            self._names[around] = Names(around if around is not None else self._module)
        return self._names[around]


BECAME = "bufferized"
"""The relation of the ops that become ops on buffers."""


@dataclass
class State:
    """The state of a rewrite.

    `tensors` are the values that were tensors when it began, `used` those that were operands, `wanted` the tensors that
    ops go on using, `needed` those with buffers in use. `constant` adds a global constant and gives its name.
    """

    types: Types
    settings: OneShotOptions
    scopes: Scopes
    tensors: set[Value]
    used: set[Value]
    wanted: set[Value]
    needed: set[Value]
    constant: Callable[[Op, Type], str]
    out: list[Op] = field(default_factory=list)
    names: Names = field(init=False)
    op: Op = field(init=False)
    """The op at hand."""
    because: tuple[Reason, ...] = ()
    """Why what is made of the op at hand is there."""
    recopied: list[tuple[Op, str, str]] = field(default_factory=list)
    """The ops for which buffers were copied because of their type, with that type and the one that is needed."""
    _buffers: dict[Value, Value] = field(default_factory=dict)
    _tensors: dict[Value, Value] = field(default_factory=dict)
    _replaced: dict[Value, Value] = field(default_factory=dict)
    _indices: dict[tuple[Block | None, int], Value] = field(default_factory=dict)
    _pending: list[tuple[Value, Value, Type]] = field(default_factory=list)
    _late: dict[Block, list[tuple[Value, Value, Type]]] = field(default_factory=dict)
    block: Block | None = None

    # Values

    def is_tensor(self, value: Value) -> bool:
        """Was it a tensor, before it became its buffer?"""
        return value in self.tensors

    def tensors_in(self, values: Sequence[Value]) -> list[Value]:
        """Those of some values that were tensors."""
        return [value for value in values if value in self.tensors]

    def buffer(self, tensor: Value) -> Value:
        return self._buffers[tensor]

    def value(self, value: Value) -> Value:
        """What stands for an operand: the buffer of a tensor; of anything else what it was replaced by, or itself."""
        return self._buffers[value] if value in self.tensors else self._replaced.get(value, value)

    def values(self, values: Sequence[Value]) -> list[Value]:
        """What stands for operands."""
        return [self.value(value) for value in values]

    def tensor(self, value: Value) -> Value:
        """What an op that goes on using tensors has as an operand."""
        return self._tensors.get(value, self._replaced.get(value, value))

    def replace(self, value: Value, by: Value) -> None:
        """All later uses of `value`, which is no tensor, use another one."""
        self._replaced[value] = by

    def define(self, tensor: Value, buffer: Value) -> None:
        """`buffer` is the buffer of `tensor` from here on; remaining users of the tensor get it from the buffer."""
        self._buffers[tensor] = buffer
        if tensor in self.wanted and tensor is not buffer:
            self._pending.append((tensor, buffer, tensor.type))

    def define_argument(self, argument: Value, buffer: Value) -> None:
        """The same for an argument of a block, which is no value any more."""
        self._buffers[argument] = buffer
        if argument in self.wanted:
            self._late.setdefault(argument.block, []).append((argument, buffer, argument.type))

    def become(self, tensor: Value) -> Value:
        """Lets a value that is a tensor be its buffer from here on."""
        type = tensor.type
        tensor.type = self.types.of(tensor).type
        self._buffers[tensor] = tensor
        if tensor in self.wanted:
            self._pending.append((tensor, tensor, type))
        return tensor

    def settle(self) -> None:
        """Behind all that an op became: makes tensors of its results for those who go on using them."""
        pending, self._pending = self._pending, []
        for tensor, buffer, type in pending:
            self._keep_tensor(tensor, buffer, type)

    def argument(self, value: Value) -> bool:
        """Lets an argument of a block be its buffer from here on, if it is a tensor. Is it?"""
        if value not in self.tensors:
            return False
        type = value.type
        value.type = self.types.of(value).type
        value.block.changed = True
        self._buffers[value] = value
        if value in self.wanted:
            self._late.setdefault(value.block, []).append((value, value, type))
        return True

    def enter(self, block: Block) -> None:
        """At the start of a block: tensors of its arguments for remaining users, or their buffers."""
        for value, buffer, type in self._late.pop(block, ()):
            self._keep_tensor(value, buffer, type)
        for value in self.tensors_in(block.arguments):
            if value not in self._buffers:
                self.foreign(value)

    def _keep_tensor(self, tensor: Value, buffer: Value, type: Type) -> None:
        self._tensors[tensor] = self.tensor_of(buffer, type)

    def tensor_of(self, buffer: Value, type: Type) -> Value:
        """The tensor of a buffer, for an op that goes on using tensors."""
        op = Op(build.TO_TENSOR, [buffer])
        op.add_result(self.names.fresh_number(), type)
        return self.made(op)

    def buffer_of(self, tensor: Value, buffer: Buffer) -> Value:
        """The buffer of a tensor that comes from an op which goes on using tensors."""
        op = Op(build.TO_BUFFER, [tensor])
        op.add_result(self.names.fresh_number(), buffer.type)
        return self.made(op)

    def foreign(self, tensor: Value) -> None:
        """A tensor comes from where there are no buffers: whoever needs its buffer gets that."""
        if tensor in self.needed:
            self._buffers[tensor] = self.buffer_of(tensor, self.types.of(tensor))

    # Ops

    def take(self, op: Op) -> None:
        """Go on to an op: it, or its own reasons, are the reasons of what is emitted now."""
        self.op, self.because = op, op.because or ((BECAME, (op,)),)

    def emit(self, op: Op) -> Op:
        """Puts an op behind those that were put so far."""
        if op.source is None and not op.because:
            op.because = self.because
        self.out.append(op)
        return op

    def made(self, op: Op) -> Value:
        """Puts an op there, and gives its result."""
        return self.emit(op).results[0]

    def turn(self, op: Op, name: str, operands: list[Value], segments: list[int] | None = None) -> Op:
        """Lets an op of the program be another one, in its place, with its comments and its location."""
        op.name, op.segments = name, segments
        op.set_operands(operands)
        return self.emit(op)

    def keep(self, op: Op, operands: list[Value] | None = None) -> Op:
        """Puts an op of the program where it was, with other operands."""
        if operands is not None and (operands != op.operands or not self.tensors.isdisjoint(operands)):
            op.set_operands(operands)
        return self.emit(op)

    def without_results(self, op: Op) -> None:
        """Takes the results from an op, all of which are tensors that have buffers already."""
        op.results = [value for value in op.results if value not in self.tensors]
        for index, value in enumerate(op.results):
            value.index = index
        op.mark_changed()

    # What builders often need

    def index(self, number: int) -> Value:
        """A constant."""
        key = (self.block, number)
        if key not in self._indices:
            self._indices[key] = self.made(build.index(number, self.names))
        return self._indices[key]

    def size(self, buffer: Value, number: int) -> Value | int:
        """A size of a buffer: as its type says it, or computed."""
        sizes = of_memref(buffer.type).sizes
        known = sizes[number] if sizes is not None else None
        return known if known is not None else self.made(build.dim(buffer, self.index(number), self.names))

    def sizes(self, buffer: Value) -> list[Value | int]:
        return [self.size(buffer, number) for number in range(of_memref(buffer.type).rank)]

    def alignment(self) -> Mapping[str, str | None]:
        """The attribute of allocations."""
        return {"alignment": f"{self.settings.buffer_alignment} : i64"} if self.settings.buffer_alignment else {}

    def alloc(self, buffer: Buffer, sizes: Sequence[Value | int]) -> Value:
        """An allocation of these sizes, all or the dynamic ones. InputError if their number is unknown."""
        self.check_rank(buffer)
        return self.made(
            build.alloc(
                buffer.type, [size for size in sizes if isinstance(size, Value)], dict(self.alignment()), self.names
            )
        )

    def check_rank(self, buffer: Buffer) -> None:
        """InputError for a buffer of unknown rank: no op allocates one."""
        if buffer.sizes is None:
            problem = f"this takes a copy of a buffer of unknown rank, in one of type {buffer.type}"
            raise InputError(self.op.diagnostic(problem, "cast the tensor to one that has a rank first"))

    def copy(self, source: Value, target: Value) -> None:
        """Copies a buffer into another."""
        self.emit(build.copy(source, target))

    def copied(self, source: Value) -> Value:
        """A copy of a buffer, in a buffer without layout."""
        made = self.alloc(
            of_memref(source.type).plain(), [size for size in self.sizes(source) if isinstance(size, Value)]
        )
        self.copy(source, made)
        return made

    def copied_for_layout(self, source: Value, wanted: Buffer) -> Value:
        """A copy of a buffer of which another type is needed, to which no cast leads."""
        have = source.type.canonical
        self.recopied.append((self.op, have, wanted.type.canonical))
        before, self.because = self.because, (("assume_layout", (self.op, have, wanted.type.canonical)),)
        plain = of_memref(source.type).plain()
        made = self.alloc(Buffer(plain.sizes, plain.element, None, wanted.space), self.sizes(source))
        self.copy(source, made)
        self.because = before
        return made

    def with_strides(self, buffer: Value) -> Value:
        """A buffer that parts and other shapes are views of. InputError where its layout has no strides."""
        if of_memref(buffer.type).strided is None:
            problem = f"a buffer of type {buffer.type} has no views: its layout has no strides"
            raise InputError(
                self.op.diagnostic(problem, "let the layout be a sum of indices, each times a number or a symbol")
            )
        return buffer

    def cast(self, buffer: Value, wanted: Buffer) -> Value:
        """The buffer as one of another type: cast, or copied where no cast leads there."""
        have = of_memref(buffer.type)
        if have == wanted:
            return buffer
        if not casts(have, wanted):
            plain = have.plain()
            if not casts(Buffer(plain.sizes, plain.element, None, wanted.space), wanted):
                problem = f"no cast leads from {have.type} to {wanted.type}"
                raise InputError(self.op.diagnostic(problem, "let both have layouts with strides"))
            return self.cast(self.copied_for_layout(buffer, wanted), wanted)
        return self.made(build.cast(buffer, wanted.type, self.names))

    def cast_to(self, tensor: Value, target: Value) -> Value:
        """The buffer of a tensor, with the type that the buffer of another has."""
        return self.cast(self.buffer(tensor), self.types.of(target))
