"""Copies of buffers, as one op or as an allocation of the same type that the buffer is copied to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import Type

COPY_OPS = ("clone", "alloc-copy")
"""The ways to copy: `bufferization.clone`, which fits every type but cannot always be lowered, or `memref.alloc` and `memref.copy`."""

_Number = Value | int
"""An index that an op computes, or one that is known."""


def copy_buffer(buffer: Value, how: str, names: Names) -> tuple[Value, list[Op]]:
    """A copy of `buffer`, of its type, and the ops that make it.

    `how` is one of COPY_OPS. What cannot be allocated by its type (unranked, or a layout without strides) is cloned in any case.
    """
    layout = None if buffer.type.is_unranked_memref else _read_layout(buffer.type)
    if how == "clone" or layout is None:
        clone = build.clone(buffer, names)
        return clone.results[0], [clone]
    made = _Allocation(buffer, layout, names)
    return made.result, [*made.ops, build.copy(buffer, made.result)]


def keep_or_copy(condition: Value | None, buffer: Value, copy: Value, ops: list[Op], names: Names) -> Op:
    """The op that gives `buffer` where `condition` holds, else `copy`, which `ops` make. Without `condition` it still lacks its operand."""
    keep, give = [build.yielded([buffer])], [*ops, build.yielded([copy])]
    return build.if_else(condition, keep, give, buffer.type, names)


@dataclass(frozen=True)
class _Layout:
    """Strides and offset as in a type, "?" for what it does not say; no strides for a contiguous buffer."""

    strides: list[str] | None
    offset: str


def _read_layout(type: Type) -> _Layout | None:
    text = type.layout
    if text is None:
        return _Layout(None, "0")
    found = re.fullmatch(r"strided<\s*\[([?\d,\s]*)\]\s*(?:,\s*offset\s*:\s*([?\d]+)\s*)?>", text)
    return found and _Layout([stride.strip() for stride in found[1].split(",") if stride.strip()], found[2] or "0")


class _Allocation:
    """Allocates what the type of `buffer` describes."""

    def __init__(self, buffer: Value, layout: _Layout, names: Names) -> None:
        self.buffer = buffer
        self.layout = layout
        self.names = names
        self.ops: list[Op] = []
        self.dims, self.element, _ = buffer.type.memref_parts
        self.space = buffer.type.memory_space
        self.sizes = [self._size(number) for number in range(len(self.dims))]
        self.result = self._allocate()

    def _allocate(self) -> Value:
        if self.layout.strides is None:
            return self._alloc(self.buffer.type, self.sizes)
        if self._fits_contiguous(self.layout.strides):
            plain = self._alloc(self._plain_type(self.dims), self.sizes)
            return self._add(build.cast(plain, self.buffer.type, self.names))
        return self._viewed(self.layout.strides)

    def _fits_contiguous(self, strides: list[str]) -> bool:
        """Whether a contiguous buffer can be cast to the type."""
        expected = "1"
        for dim, stride in reversed([*zip(self.dims, strides, strict=True)]):
            if stride not in ("?", expected) or expected == "?" != stride:
                return False
            expected = "?" if "?" in (dim, expected) else str(int(expected) * int(dim))
        return self.layout.offset in ("?", "0")

    def _viewed(self, strides: list[str]) -> Value:
        """A view of a buffer of rank 1, with the strides that the type says, and others so large that no two elements meet by them."""
        order = self._order(strides)
        chosen: list[_Number] = [0] * len(strides)
        # More than the greatest index that the dimensions so far come to.
        span: _Number = 1
        for dim in order:
            chosen[dim] = span if strides[dim] == "?" else int(strides[dim])
            span = self._sum(span, self._product(self.sizes[dim], chosen[dim]))
        offset = 0 if self.layout.offset == "?" else int(self.layout.offset)
        whole = self._sum(span, offset)
        plain = self._alloc(self._plain_type([str(whole) if isinstance(whole, int) else "?"]), [whole])
        start: _Number = self._index(0) if self.layout.offset == "?" else offset
        steps = [
            self._index(step) if stride == "?" and isinstance(step, int) else step for step, stride in zip(chosen, strides, strict=True)
        ]
        return self._add(build.reinterpret(plain, self.buffer.type, start, self.sizes, steps, self.names))

    def _order(self, strides: list[str]) -> list[int]:
        """The dimensions in an order in which each stride that is not static may be chosen: it steps over those before it.

        From the last to the first, as in a contiguous buffer, where the static strides step over those before them too; else those with
        static strides come first. Where elements meet by static strides alone, they do so in the buffer that is copied.
        """
        order = list(reversed(range(len(strides))))
        span: int | None = 1
        for dim in order:
            if strides[dim] != "?" and (span is None or int(strides[dim]) < span):
                return sorted(order, key=lambda other: strides[other] == "?")
            size = self.sizes[dim]
            step = span if strides[dim] == "?" else int(strides[dim])
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
