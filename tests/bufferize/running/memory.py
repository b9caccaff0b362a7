"""What tensors and buffers are when a program is run: elements in memory, and views of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

Number: TypeAlias = "int | float"
Element: TypeAlias = "Number | None"
"""None is what nobody wrote."""


class WritesToReadOnly(Exception):
    """A program writes to memory of a constant."""


@dataclass(eq=False)
class Memory:
    """One allocation."""

    elements: list[Element]
    read_only: bool = False


class View(NamedTuple):
    """Some elements of an allocation, by their places in it, in the order of the rows."""

    memory: Memory
    places: tuple[int, ...]
    shape: tuple[int, ...]

    @classmethod
    def new(cls, shape: Sequence[int], elements: Sequence[Element] | None = None, *, read_only: bool = False) -> View:
        """An allocation of its own."""
        size = prod(shape)
        return cls(
            Memory(list(elements) if elements is not None else [None] * size, read_only),
            tuple(range(size)),
            tuple(shape),
        )

    def read(self, index: Sequence[int]) -> Element:
        """The element at an index."""
        return self.memory.elements[self._place(index)]

    def write(self, index: Sequence[int], element: Element) -> None:
        """Puts an element at an index."""
        if self.memory.read_only:
            raise WritesToReadOnly
        self.memory.elements[self._place(index)] = element

    def elements(self) -> list[Element]:
        """All elements."""
        return [self.memory.elements[place] for place in self.places]

    def fill(self, elements: Sequence[Element]) -> None:
        """Gives all elements new values."""
        for index, element in zip(self.indices(), elements, strict=True):
            self.write(index, element)

    def indices(self) -> Iterator[tuple[int, ...]]:
        """All indices, in order."""
        return product(*map(range, self.shape))

    def copy(self, *, contents: bool = True) -> View:
        """The same elements in an allocation of their own; without `contents` nobody has written them."""
        return View.new(self.shape, self.elements() if contents else None)

    def part(self, slice: Sequence[Sequence[int]], shape: Sequence[int]) -> View:
        """A slice, given by its offsets, sizes and strides, in the given shape, which may lack dimensions of size
        one.
        """
        grid = product(*([first + i * step for i in range(size)] for first, size, step in zip(*slice, strict=True)))
        return View(self.memory, tuple(self.places[self._number(index)] for index in grid), tuple(shape))

    def reshaped(self, shape: Sequence[int]) -> View:
        """The same elements in another shape."""
        return View(self.memory, self.places, tuple(shape))

    def _place(self, index: Sequence[int]) -> int:
        return self.places[self._number(index)]

    def _number(self, index: Sequence[int]) -> int:
        number = 0
        for i, size in zip(index, self.shape, strict=True):
            if not 0 <= i < size:
                raise IndexError(f"{tuple(index)} in {self.shape}")
            number = number * size + i
        return number
