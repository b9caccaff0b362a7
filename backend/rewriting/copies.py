"""Copies of buffers, as one op or as an allocation of the same type that the buffer is copied to."""

from __future__ import annotations

from ownlog.backend.rewriting import build
from ownlog.frontend.forms.language.memrefs import Number, casts, of_memref
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import Type

COPY_OPS = ("clone", "alloc-copy")
"""`bufferization.clone`, which fits every type but cannot always be lowered, or `memref.alloc` and `memref.copy`."""

_Number = Value | int
"""An index that an op computes, or one that is known."""


def copy_buffer(buffer: Value, how: str, names: Names) -> tuple[Value, list[Op]]:
    """A copy of `buffer`, of its type, and the ops that make it; `how` is one of COPY_OPS.

    Types that cannot be allocated (unranked, without strides, with negative ones) are always cloned.
    """
    strided = of_memref(buffer.type).strided
    if how == "clone" or strided is None or any(stride is not None and stride < 0 for stride in strided[0]):
        clone = build.clone(buffer, names)
        return clone.results[0], [clone]
    made = _Allocation(buffer, *strided, names)
    return made.result, [*made.ops, build.copy(buffer, made.result)]


def keep_or_copy(condition: Value | None, buffer: Value, copy: Value, ops: list[Op], names: Names) -> Op:
    """The op that gives `buffer` if `condition` holds, else `copy`, made by `ops`; without `condition` it lacks its
    operand.
    """
    keep, give = [build.yielded([buffer])], [*ops, build.yielded([copy])]
    return build.if_else(condition, keep, give, buffer.type, names)


class _Allocation:
    """Allocates what the type of `buffer` describes."""

    def __init__(self, buffer: Value, strides: list[Number], offset: Number, names: Names) -> None:
        self.buffer = buffer
        self.strides = strides
        self.offset = offset
        self.names = names
        self.ops: list[Op] = []
        self.dims, self.element, _ = buffer.type.memref_parts
        self.space = buffer.type.memory_space
        self.sizes = [self._size(number) for number in range(len(self.dims))]
        self.result = self._allocate()

    def _allocate(self) -> Value:
        kind = of_memref(self.buffer.type)
        if kind.layout is None:
            return self._alloc(self.buffer.type, self.sizes)
        if casts(kind.plain(), kind):
            plain = self._alloc(kind.plain().type, self.sizes)
            return self._add(build.cast(plain, self.buffer.type, self.names))
        return self._viewed(self.strides)

    def _viewed(self, strides: list[Number]) -> Value:
        """A view of a buffer of rank 1 with the type's strides, others being large enough to keep elements apart."""
        order = self._order(strides)
        chosen: list[_Number] = [0] * len(strides)
        # More than the greatest index that the dimensions so far come to.
        span: _Number = 1
        for dim in order:
            stride = strides[dim]
            chosen[dim] = span if stride is None else stride
            span = self._sum(span, self._product(self.sizes[dim], chosen[dim]))
        offset = self.offset or 0
        whole = self._sum(span, offset)
        plain = self._alloc(self._plain_type([str(whole) if isinstance(whole, int) else "?"]), [whole])
        start: _Number = self._index(0) if self.offset is None else offset
        steps = [
            self._index(step) if stride is None and isinstance(step, int) else step
            for step, stride in zip(chosen, strides, strict=True)
        ]
        return self._add(build.reinterpret(plain, self.buffer.type, start, self.sizes, steps, self.names))

    def _order(self, strides: list[Number]) -> list[int]:
        """The order of dimensions in which each dynamic stride can be chosen to step over those before it.

        From the last to the first, as in a contiguous buffer, if its static strides fit; else static strides come
        first. If elements overlap by static strides alone, they do so in the copied buffer.
        """
        order = list(reversed(range(len(strides))))
        span: int | None = 1
        for dim in order:
            stride = strides[dim]
            if stride is not None and (span is None or stride < span):
                return sorted(order, key=lambda other: strides[other] is None)
            size = self.sizes[dim]
            step = span if stride is None else stride
            span = span + size * step if isinstance(size, int) and span is not None and step is not None else None
        return order

    def _plain_type(self, dims: list[str]) -> Type:
        return Type.get(f"memref<{', '.join(['x'.join([*dims, self.element]), *self.space])}>")

    def _alloc(self, type: Type, sizes: list[_Number]) -> Value:
        return self._add(build.alloc(type, [size for size in sizes if isinstance(size, Value)], {}, self.names))

    def _size(self, number: int) -> _Number:
        if self.dims[number] != "?":
            return int(self.dims[number])
        return self._add(build.dim(self.buffer, self._index(number), self.names))

    def _index(self, number: int) -> Value:
        return self._add(build.index(number, self.names))

    def _sum(self, left: _Number, right: _Number) -> _Number:
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        return self._computed("arith.addi", left, right)

    def _product(self, left: _Number, right: _Number) -> _Number:
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        return self._computed("arith.muli", left, right)

    def _computed(self, name: str, left: _Number, right: _Number) -> Value:
        values = [self._index(side) if isinstance(side, int) else side for side in (left, right)]
        return self._add(build.index_arithmetic(name, values[0], values[1], self.names))

    def _add(self, op: Op) -> Value:
        self.ops.append(op)
        return op.results[0]
