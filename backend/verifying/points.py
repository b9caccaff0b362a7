"""The points that an op runs its region for, and which element of each operand is at a point, as its maps tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ownlog.backend.verifying.memory import CannotTellError
from ownlog.frontend.text.affine_reader import MapParts, map_parts

Index = tuple[int, ...]
Sizes = tuple[int | None, ...]


class Map(NamedTuple):
    """A map whose results are dimensions, by their numbers, or constants."""

    dimensions: int
    results: tuple[tuple[bool, int], ...]
    """Whether each is a dimension, and its number, or the constant."""

    def at(self, point: Sequence[int]) -> Index:
        """The index of the element at a point."""
        return tuple(point[number] if is_dimension else number for is_dimension, number in self.results)


def maps_of(text: str, number: int) -> list[Map]:
    """The `number` maps of an attribute, of dimensions and constants only. Raises CannotTellError."""
    maps = [_map(parts) for parts in map_parts(text)]
    if len(maps) != number:
        raise CannotTellError
    return maps


def _map(parts: MapParts) -> Map:
    names = {name: number for number, name in enumerate(parts.dimensions)}
    found = []
    for result in parts.results:
        if result in names:
            found.append((True, names[result]))
        elif result.isdecimal():
            found.append((False, int(result)))
        else:
            raise CannotTellError
    return Map(len(names), tuple(found))


def points(maps: Sequence[Map], sizes: Sequence[Sizes | None]) -> Iterator[Index]:
    """All points, the last dimension first.

    In: a map and the sizes of each operand, None if it has none, or unknown ones. Raises CannotTellError for an unknown
    dimension, and for elements outside of an operand.
    """
    extents: list[int | None] = [None] * (maps[0].dimensions if maps else 0)
    for one, known in zip(maps, sizes, strict=True):
        for (is_dimension, number), size in zip(
            one.results, known if known is not None else (), strict=known is not None
        ):
            if size is None or (not is_dimension and number >= size):
                raise CannotTellError
            if is_dimension:
                if extents[number] not in (None, size):
                    raise CannotTellError
                extents[number] = size
    if None in extents:
        raise CannotTellError
    yield from product(*(range(extent) for extent in extents if extent is not None))
