"""Values and memory of a run: numbers, buffers, and what is not known."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ownlog.frontend.text.literals import INTEGER_TYPE, in_type, integer_literal
from ownlog.frontend.text.types import Type

Number = int | float
_EXTENT = 8
"""The size of a parameter where its type does not tell."""


class CannotTellError(Exception):
    """The run cannot go on: what comes next hangs on something that is not known, or that no program may do."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Numbers that are the same in both programs, and differ from one choice of arguments to the next."""

    trial: int

    def number(self, type: str, *key: object) -> Number | None:
        """A small number of a type, for a place; None for types that are no numbers."""
        digest = hashlib.blake2b(repr((self.trial, *key)).encode(), digest_size=8).digest()
        drawn = int.from_bytes(digest, "big")
        if type == "i1":
            return drawn % 2
        if type == "index":
            return drawn % 4
        if INTEGER_TYPE.fullmatch(type):
            return in_type(1 + drawn % 9, type)
        return (1 + drawn % 9) / 2 if type in ("f16", "bf16", "f32", "f64") else None


@dataclass(slots=True)
class Memory:
    """An allocation.

    An unwritten cell has the value of a fill, else a random one if it has a name; of new memory it is unknown.
    """

    element: str
    sizes: tuple[int | None, ...]
    chance: Chance
    name: tuple[object, ...] | None = None
    cells: dict[tuple[int, ...], Value] = field(default_factory=dict)
    spoiled: bool = False
    """Whether something was written that is not known, or nobody knows where."""
    filled: Value = None
    """What was written to all cells before those of `cells`."""
    freed: bool = False
    """Whether it is freed, or may be: what is in it nobody sees any more."""

    def fill(self, value: Value) -> None:
        """Writes a value to all cells; None: one that is not known."""
        self.cells.clear()
        self.name, self.filled, self.spoiled = None, value, False

    def take(self, other: Memory) -> None:
        """Writes what is in the cells of another memory of the same sizes to these."""
        self.cells, self.name = dict(other.cells), other.name
        self.filled, self.spoiled = other.filled, other.spoiled

    def at(self, index: tuple[int, ...]) -> Value:
        """What is in a cell."""
        if self.freed:
            raise CannotTellError
        if self.spoiled:
            return None
        if index in self.cells:
            return self.cells[index]
        return self.filled if self.name is None else self.chance.number(self.element, *self.name, index)

    def cell(self, index: Sequence[Value]) -> tuple[int, ...]:
        """The indices of an access as numbers. Raises CannotTellError where it may be out of bounds."""
        found = []
        for number, size in zip(index, self.sizes, strict=False):
            if not isinstance(number, int) or size is None or not 0 <= number < size:
                raise CannotTellError
            found.append(number)
        if len(found) != len(self.sizes) or len(index) != len(found):
            raise CannotTellError
        return tuple(found)

    def copy(self) -> Memory:
        """What is in it now, in memory of its own."""
        return replace(self, cells=dict(self.cells))


@dataclass(frozen=True, slots=True)
class Buffer:
    """A buffer value: all of an allocation, or, if it is not `whole`, a part of which nobody knows which."""

    memory: Memory
    whole: bool = True


Value = Number | Buffer | None
"""What a value is in a run; None is not known."""


def sizes_of(type: Type, given: Sequence[Value] | None = None) -> tuple[int | None, ...]:
    """The sizes of a ranked buffer, dynamic ones from `given`. Raises CannotTellError for another type."""
    try:
        dims = type.memref_parts[0]
    except ValueError:
        raise CannotTellError from None
    rest = iter(given if given is not None else [_EXTENT] * len(dims))
    found = [int(dim) if dim != "?" else next(rest, None) for dim in dims]
    return tuple(size if isinstance(size, int) else None for size in found)


def constant(text: str | None) -> Number | None:
    """The number that an attribute spells, as its type has it."""
    found = integer_literal(text)
    if found is not None:
        return found.value
    number, _, type = (text or "").partition(":")
    try:
        value = float(number)
        return (
            struct.unpack("f", struct.pack("f", value))[0]
            if type.strip() == "f32"
            else value
            if type.strip() == "f64"
            else None
        )
    except (ValueError, OverflowError):
        return None


def differ(first: Value, second: Value) -> bool:
    """Whether two values are certainly not the same, or what is in two buffers is not."""
    if isinstance(first, Buffer) and isinstance(second, Buffer):
        one, other = first.memory, second.memory
        if not (first.whole and second.whole) or one.freed or other.freed:
            return False
        # Of what was not written, the first cell stands for all.
        start = {(0,) * len(one.sizes)} if all(one.sizes) and one.sizes == other.sizes else set()
        return any(differ(one.at(index), other.at(index)) for index in one.cells.keys() | other.cells.keys() | start)
    if isinstance(first, Buffer) or isinstance(second, Buffer) or first is None or second is None:
        return False
    return first != second
