"""What memref a tensor becomes: shape, element type, layout and memory space, and what views make of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from ownlog.frontend.forms.language.layouts import Number as Number
from ownlog.frontend.forms.language.layouts import strides_of
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type

_NUMBERED = r"(\d+)\s*(?::\s*i64)?"
_SHAPE = r"\s*(\d+|\?)\s*x\s*"
_STAR = r"\s*\*"


@dataclass(frozen=True)
class Buffer:
    """A memref type.

    `sizes` is None where it is unranked; `layout` as written, None for the identity; `space` is the memory space.
    """

    sizes: tuple[Number, ...] | None
    element: str
    layout: str | None = None
    space: str | None = None

    @cached_property
    def type(self) -> Type:
        shape = "*x" if self.sizes is None else "".join(f"{_shown(size)}x" for size in self.sizes)
        return Type.get(
            f"memref<{', '.join(part for part in (shape + self.element, self.layout, self.space) if part is not None)}>"
        )

    @property
    def rank(self) -> int:
        return len(self.sizes or ())

    @property
    def is_plain(self) -> bool:
        """Has it the identity for a layout, be that none, or the stride 1 of one dimension?"""
        return self.layout is None or (self.rank == 1 and self.strided == ([1], 0))

    @property
    def dynamic(self) -> list[int]:
        """The numbers of the dimensions whose size is known at run time only."""
        return [number for number, size in enumerate(self.sizes or ()) if size is None]

    def plain(self) -> Buffer:
        """The same without a layout."""
        return replace(self, layout=None)

    def loose(self) -> Buffer:
        """The same with a layout of which nothing is known."""
        if self.sizes is None:
            return self
        return replace(self, layout=_layout([None] * len(self.sizes), None))

    @cached_property
    def strided(self) -> tuple[list[Number], Number] | None:
        """Strides and offset, however the layout is written; None for one that has none."""
        if self.sizes is None:
            return None
        if self.layout is None:
            return _packed(self.sizes), 0
        return strides_of(self.layout)


@lru_cache(maxsize=4096)
def of_tensor(type: Type) -> Buffer:
    """The memref with the shape of a tensor, of identity layout."""
    first, *_ = split_top_level(type.canonical[type.canonical.index("<") + 1 : type.canonical.rindex(">")])
    sizes: list[Number] = []
    if re.match(_STAR, first):
        return Buffer(None, first.partition("x")[2].strip())
    while (found := re.match(_SHAPE, first)) is not None:
        sizes.append(None if found[1] == "?" else int(found[1]))
        first = first[found.end() :]
    return Buffer(tuple(sizes), first.strip())


def resized(type: Type, sizes: Sequence[Number]) -> Type:
    """A ranked tensor type with other sizes."""
    shape = "".join(f"{_shown(size)}x" for size in sizes)
    rest = type.canonical[len("tensor<") + sum(len(f"{_shown(size)}x") for size in of_tensor(type).sizes or ()) :]
    return Type.get(f"tensor<{shape}{rest}")


def encoding(type: Type) -> str | None:
    """The encoding of a tensor type, as written."""
    parts = split_top_level(type.canonical[type.canonical.index("<") + 1 : type.canonical.rindex(">")])
    return parts[1].strip() if len(parts) > 1 else None


@lru_cache(maxsize=4096)
def of_memref(type: Type) -> Buffer:
    """A memref type, taken apart."""
    if type.is_unranked_memref:
        element, rest = type.unranked_parts
        return Buffer(None, element, None, space_text(rest[0]) if rest else None)
    dims, element, _ = type.memref_parts
    spaces = [space_text(part) for part in type.memory_space]
    layout = type.layout
    if layout is not None and layout.startswith("strided") and (found := strides_of(layout)) is not None:
        layout = _layout(*found)
    sizes = tuple(None if dim == "?" else int(dim) for dim in dims)
    return Buffer(sizes, element, layout, spaces[0] if spaces else None)


def space_text(text: str) -> str | None:
    """A memory space as types write it: nothing for the default one, a number without its type."""
    found = re.fullmatch(_NUMBERED, text.strip())
    number = found[1] if found is not None else text.strip()
    return None if number == "0" else number


def join(one: Buffer, other: Buffer) -> Buffer:
    """What two buffers can both be cast to: the same if they are equal, else one of whose layout nothing is known."""
    return one if one == other else one.loose()


def casts(source: Buffer, target: Buffer) -> bool:
    """Does a cast from the one to the other succeed, whatever is found at run time?"""
    if source.element != target.element or source.space != target.space:
        return False
    if source.sizes is None or target.sizes is None:
        return source.sizes is None or source.layout is None or source.strided is not None
    if len(source.sizes) != len(target.sizes):
        return False
    if source.layout == target.layout:
        return True
    have, want = source.strided, target.strided
    if have is None or want is None:
        return False
    return all(_fits(a, b) for a, b in zip((*have[0], have[1]), (*want[0], want[1]), strict=True))


def castable(old: Type, new: Type) -> bool:
    """May one `memref.cast` lead from a buffer type to another one?

    Each number has to be the same, unless a type does not say it.
    """
    one, other = of_memref(old), of_memref(new)
    if one.element != other.element or one.space != other.space:
        return False
    if one.sizes is None or other.sizes is None:
        return one.sizes is not other.sizes
    left, right = one.strided, other.strided
    if left is None or right is None:
        return _alike(one.sizes, other.sizes) and one.layout == other.layout
    return _alike(one.sizes, other.sizes) and _alike((*left[0], left[1]), (*right[0], right[1]))


def never_fails(old: Type, new: Type) -> bool:
    """Does a `memref.cast` only forget what the old type says, so that it may be made of any buffer of that type?

    Both are ranked.
    """
    one, other = of_memref(old), of_memref(new)
    return casts(one, other) and all(map(_fits, one.sizes or (), other.sizes or ()))


def _alike(left: Sequence[Number], right: Sequence[Number]) -> bool:
    return len(left) == len(right) and all(
        None in (one, other) or one == other for one, other in zip(left, right, strict=True)
    )


def subview(
    source: Buffer,
    offsets: Sequence[Number],
    sizes: Sequence[Number],
    strides: Sequence[Number],
    shape: Sequence[Number],
) -> Buffer:
    """The part of `source` that a slice is, of the dimensions in `shape`, which leaves out some that have size 1."""
    have = source.strided
    if have is None:
        return replace(source, sizes=tuple(shape)).loose()
    offset: Number = have[1]
    for number, stride in zip(offsets, have[0], strict=True):
        offset = _plus(offset, _times(number, stride))
    steps = [_times(step, stride) for step, stride in zip(strides, have[0], strict=True)]
    kept = kept_dimensions(sizes, shape)
    return replace(source, sizes=tuple(shape), layout=_layout([steps[number] for number in kept], offset))


def known_empty(dims: Sequence[Number], offsets: Sequence[Number], sizes: Sequence[Number]) -> bool:
    """Has a part of what has the sizes `dims` no elements, as far as numbers say? What begins at the end has none."""
    behind = (at is not None and dim is not None and at >= dim for at, dim in zip(offsets, dims, strict=True))
    return 0 in sizes or any(behind)


def first_outside(
    dims: Sequence[Number], offsets: Sequence[Number], sizes: Sequence[Number], strides: Sequence[Number]
) -> tuple[int, str, int] | None:
    """Of a slice of what has the sizes `dims`: a dimension in which it is outside, as far as numbers say, with the
    words and the index.

    MLIR wants the first index to be inside even of a slice without elements.
    """
    for number, (dim, offset, size, stride) in enumerate(zip(dims, offsets, sizes, strides, strict=False)):
        if dim is None or offset is None:
            continue
        if offset >= dim:
            return number, f"offset {number} is out-of-bounds", offset
        if size is not None and stride is not None and (last := offset + (size - 1) * stride) >= dim:
            return number, f"slice along dimension {number} runs out-of-bounds", last
    return None


def kept_dimensions(sizes: Sequence[Number], shape: Sequence[Number]) -> list[int]:
    """The dimensions of a slice that are still there when it has got the lower rank of `shape`."""
    kept, wanted = [], 0
    for number, size in enumerate(sizes):
        left = len(sizes) - number
        if wanted < len(shape) and (size == shape[wanted] or left == len(shape) - wanted):
            kept.append(number)
            wanted += 1
    return kept


def expanded(source: Buffer, groups: Sequence[Sequence[int]], shape: Sequence[Number]) -> Buffer:
    """What an expand_shape makes of a buffer."""
    if source.is_plain:
        return replace(source, sizes=tuple(shape), layout=None)
    have = source.strided
    if have is None:
        return replace(source, sizes=tuple(shape)).loose()
    strides: list[Number] = [None] * len(shape)
    for group, stride in zip(groups, have[0], strict=True):
        for number in reversed(group):
            strides[number] = stride
            stride = _times(stride, shape[number])
    if not groups:
        strides = [1] * len(shape)
    return replace(source, sizes=tuple(shape), layout=_layout(strides, have[1]))


def collapsed(
    source: Buffer, groups: Sequence[Sequence[int]], shape: Sequence[Number], certain: bool = True
) -> Buffer | None:
    """What a collapse_shape makes of a buffer; None where elements that it takes together are not known to stand side
    by side.

    Unless that has to be `certain`: then None where they are known not to.
    """
    if source.is_plain:
        return replace(source, sizes=tuple(shape), layout=None)
    have, sizes = source.strided, source.sizes
    if have is None or sizes is None:
        return None
    strides = []
    for group in groups:
        stride = _collapsed_stride(group, have[0], sizes)
        strides.append(stride)
        whole = stride
        for number in reversed(group[1:]):
            whole, there = _times(whole, sizes[number]), have[0][number - 1]
            known = whole is not None and there is not None
            if sizes[number - 1] != 1 and (whole != there if known else certain):
                return None
    return replace(source, sizes=tuple(shape), layout=_layout(strides, have[1]))


def transposed(source: Buffer, order: Sequence[int]) -> Buffer:
    """What a transpose makes of a buffer with strides: dimension `order[0]` of it comes first."""
    assert source.sizes is not None
    assert source.strided is not None
    strides, offset = source.strided
    sizes = tuple(source.sizes[number] for number in order)
    return replace(source, sizes=sizes, layout=_layout([strides[number] for number in order], offset))


def _collapsed_stride(group: Sequence[int], strides: Sequence[Number], sizes: Sequence[Number]) -> Number:
    """The stride of the last dimension of a group that is not of size 1, whose stride means nothing."""
    rest = list(group)
    while len(rest) > 1 and sizes[rest[-1]] == 1:
        rest.pop()
    return strides[rest[-1]] if len(rest) == 1 or sizes[rest[-1]] is not None else None


def _layout(strides: Sequence[Number], offset: Number) -> str:
    shown = f"[{', '.join(map(_shown, strides))}]"
    return f"strided<{shown}>" if offset == 0 else f"strided<{shown}, offset: {_shown(offset)}>"


def _packed(sizes: Sequence[Number]) -> list[Number]:
    strides: list[Number] = []
    stride: Number = 1
    for size in reversed(sizes):
        strides.append(stride)
        # MLIR does not know the stride of what goes on in steps of no elements.
        stride = _times(stride, size or None)
    return strides[::-1]


def _fits(have: Number, want: Number) -> bool:
    return want is None or have == want


def _plus(one: Number, other: Number) -> Number:
    return None if one is None or other is None else one + other


def _times(one: Number, other: Number) -> Number:
    if one == 0 or other == 0:
        return 0
    return None if one is None or other is None else one * other


def _shown(number: Number) -> str:
    return "?" if number is None else str(number)
