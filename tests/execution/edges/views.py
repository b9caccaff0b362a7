"""Views of a buffer with rows and columns: ways to come from a root buffer to a part of it, with a type that says more
or less.

A recipe is such a way, written down before the buffers that go it: so two buffers get the same type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests.execution.programs.choices import Choices

Emit = Callable[[str], None]
Fresh = Callable[[], str]
ROOT = "memref<4x6xi32>"
"""The type of what is allocated; a recipe may begin with bytes or a buffer of unknown sizes instead."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A type: sizes, strides and offset as they are, and as the type tells them (None: not)."""

    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int = 0
    told_sizes: tuple[int | None, ...] = ()
    told_strides: tuple[int | None, ...] = ()
    told_offset: int | None = 0
    # Whether the type has no layout, which says that the elements lie side by side.
    plain: bool = True
    space: str = ""

    def __str__(self) -> str:
        sizes = "".join(f"{_told(size)}x" for size in self.told_sizes)
        strides = ", ".join(map(_told, self.told_strides))
        offset = "" if self.told_offset == 0 else f", offset: {_told(self.told_offset)}"
        layout = "" if self.plain else f", strided<[{strides}]{offset}>"
        return f"memref<{sizes}i32{layout}{self.space}>"

    def with_layout(self, strides: tuple[int, ...], told: tuple[int | None, ...]) -> Shape:
        return replace(self, strides=strides, told_strides=told, plain=False)

    @property
    def exact(self) -> bool:
        """Whether the type tells all that there is."""
        return self.told_sizes == self.sizes and self.told_strides == self.strides and self.told_offset == self.offset


def _told(number: int | None) -> str:
    return "?" if number is None else str(number)


def row_major(*sizes: int) -> Shape:
    """A buffer without gaps, of a type that tells all."""
    strides = tuple(_product(sizes[place + 1 :]) for place in range(len(sizes)))
    return Shape(sizes, strides, 0, sizes, strides)


def _product(numbers: tuple[int, ...]) -> int:
    return numbers[0] * _product(numbers[1:]) if numbers else 1


@dataclass(frozen=True, slots=True)
class Step:
    """One op of a recipe:

    `$` stands for what it takes, `!0`, `!1`... for names of its own, the last line defines `@`.
    """

    lines: tuple[str, ...]
    gives: Shape


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to come from a root of the type `root` to a view."""

    root: str
    steps: tuple[Step, ...]
    shape: Shape

    @property
    def type(self) -> str:
        return str(self.shape)

    def copied(self) -> Recipe:
        """The same with a type that bufferization.clone can be lowered for: one without a layout, or one that tells
        nothing of it.
        """
        if self.shape.plain:
            return self
        told = replace(self.shape, told_strides=(None,) * len(self.shape.sizes), told_offset=None)
        return replace(
            self, steps=(*self.steps, Step((f"@ = memref.cast $ : {self.shape} to {told}",), told)), shape=told
        )

    def go(self, name: str, emit: Emit, fresh: Fresh) -> str:
        """Write the ops that go from the root called `name`; the name of the view."""
        for step in self.steps:
            result, own = fresh(), [fresh() for _ in range(4)]
            for line in step.lines:
                for number, one in enumerate(own):
                    line = line.replace(f"!{number}", one)
                emit(line.replace("$", name).replace("@", result))
            name = result
        return name


def recipe(choices: Choices, most: int = 4, turned: bool = False) -> Recipe:
    """A recipe with up to `most` steps; after them the view is `turned`, if it has two dimensions, and its type tells
    less, or not.
    """
    if choices.chance(20):
        root, shape = "memref<128xi8>", row_major(4, 6)
        # Seldom at another place than the beginning: there are programs about that in shifts.py.
        start = f"!0 = arith.constant {choices.one_of((0, 0, 0, 0, 0, 16))} : index"
        steps = [Step((start, f"@ = memref.view $[!0][] : {root} to {shape}"), shape)]
    elif choices.chance(20):
        root, shape, steps = (
            "memref<?x?xi32>",
            replace(row_major(4, 6), told_sizes=(None, None), told_strides=(None, 1)),
            [],
        )
    else:
        root, shape, steps = ROOT, row_major(4, 6), []
    for _ in range(choices.below(most + 1)):
        possible = [*_ways(choices, shape)]
        step = choices.one_of(possible)
        steps.append(step)
        shape = step.gives
    for more in (_transposed, lambda given: _loosened(choices, given)) if turned and len(shape.sizes) == 2 else ():
        steps.append(more(shape))
        shape = steps[-1].gives
    return Recipe(root, tuple(steps), shape)


def _ways(choices: Choices, shape: Shape) -> Iterator[Step]:
    yield _loosened(choices, shape)
    yield Step(
        (f"!0:2 = memref.distinct_objects $, $ : {shape}, {shape}", f"@ = memref.cast !0#1 : {shape} to {shape}"), shape
    )
    yield Step((f"@ = memref.assume_alignment $, 4 : {shape}",), shape)
    if not shape.space:
        moved = replace(shape, space=", 1")
        back = f"@ = memref.memory_space_cast !0 : {moved} to {shape}"
        yield Step((f"!0 = memref.memory_space_cast $ : {shape} to {moved}", back), shape)
    if len(shape.sizes) == 2:
        yield _transposed(shape)
        yield _row(choices, shape)
    yield _part(choices, shape)
    yield _taken_apart(shape)
    if shape.plain and shape.exact and len(shape.sizes) == 2:
        flat = row_major(_product(shape.sizes))
        yield Step((f"@ = memref.collapse_shape $ [[0, 1]] : {shape} into {flat}",), flat)
        other = row_major(*reversed(shape.sizes))
        sizes = [f"!{number} = arith.constant {size} : index" for number, size in enumerate(other.sizes)]
        stores = ["!2 = memref.alloca() : memref<2xindex>", *_stores()]
        yield Step((*sizes, *stores, f"@ = memref.reshape $(!2) : ({shape}, memref<2xindex>) -> {other}"), other)
    if shape.plain and shape.exact and len(shape.sizes) == 1 and shape.sizes[0] % 2 == 0:
        halves = row_major(2, shape.sizes[0] // 2)
        text = f"@ = memref.expand_shape $ [[0, 1]] output_shape [2, {shape.sizes[0] // 2}] : {shape} into {halves}"
        yield Step((text,), halves)


def _stores() -> list[str]:
    return [line for place in "01" for line in (f"memref.store !{place}, !2[%i{place}] : memref<2xindex>",)]


def _loosened(choices: Choices, shape: Shape) -> Step:
    """A cast to a type that tells less."""
    sizes = tuple(None if choices.chance(40) else size for size in shape.told_sizes)
    strides = tuple(None if choices.chance(50) else stride for stride in shape.told_strides)
    offset = None if choices.chance(40) else shape.told_offset
    gives = replace(shape, told_sizes=sizes, told_strides=strides, told_offset=offset, plain=False)
    return Step((f"@ = memref.cast $ : {shape} to {gives}",), gives)


def _transposed(shape: Shape) -> Step:
    swapped = {name: getattr(shape, name)[::-1] for name in ("sizes", "strides", "told_sizes", "told_strides")}
    gives = replace(shape, plain=False, **swapped)
    return Step((f"@ = memref.transpose $ (i, j) -> (j, i) : {shape} to {gives}",), gives)


def _part(choices: Choices, shape: Shape) -> Step:
    """A subview, with a step sometimes."""
    starts = [choices.below(2) if size > 2 else 0 for size in shape.sizes]
    steps = [2 if size > 4 and choices.chance(40) else 1 for size in shape.sizes]
    sizes = tuple(max(1, (size - start) // step) for size, start, step in zip(shape.sizes, starts, steps, strict=True))
    strides = tuple(stride * step for stride, step in zip(shape.strides, steps, strict=True))
    told = tuple(
        None if stride is None else stride * step for stride, step in zip(shape.told_strides, steps, strict=True)
    )
    gives = replace(_moved(shape, starts), sizes=sizes, told_sizes=sizes).with_layout(strides, told)
    text = f"@ = memref.subview $[{_list(starts)}] [{_list(sizes)}] [{_list(steps)}] : {shape} to {gives}"
    return Step((text,), gives)


def _row(choices: Choices, shape: Shape) -> Step:
    """A row of a buffer with two dimensions."""
    number = choices.below(shape.sizes[0])
    moved = _moved(shape, [number, 0])
    gives = replace(moved, sizes=shape.sizes[1:], told_sizes=shape.sizes[1:]).with_layout(
        shape.strides[1:], shape.told_strides[1:]
    )
    text = f"@ = memref.subview $[{number}, 0] [1, {shape.sizes[1]}] [1, 1] : {shape} to {gives}"
    return Step((text,), gives)


def _moved(shape: Shape, starts: list[int]) -> Shape:
    offset = shape.offset + sum(start * stride for start, stride in zip(starts, shape.strides, strict=True))
    told = shape.told_offset
    for start, stride in zip(starts, shape.told_strides, strict=True):
        told = (
            None if told is None or (start and stride is None) else told + (start * stride if stride is not None else 0)
        )
    return replace(shape, offset=offset, told_offset=told)


def _list(numbers: list[int] | tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _taken_apart(shape: Shape) -> Step:
    """What the view consists of, put together again."""
    rank = len(shape.sizes)
    space = shape.space
    gives = replace(shape, told_sizes=shape.sizes, told_strides=(None,) * rank, told_offset=None, plain=False)
    indices = ", ".join(["index"] * (1 + 2 * rank))
    apart = (
        f"!0, !1, !2:{rank}, !3:{rank} = memref.extract_strided_metadata $ : {shape} -> memref<i32{space}>, {indices}"
    )
    strides = ", ".join(f"!3#{number}" if rank > 1 else "!3" for number in range(rank))
    parts = f"offset: [!1], sizes: [{_list(shape.sizes)}], strides: [{strides}]"
    return Step((apart, f"@ = memref.reinterpret_cast !0 to {parts} : memref<i32{space}> to {gives}"), gives)
