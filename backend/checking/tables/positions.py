"""Where something is asked about a value: positions of ops, by value and block."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Positions: TypeAlias = Mapping[str, Mapping[str, list[int]]]
"""The positions of ops by a value and a block, in their order."""


def positions_of(found: Iterable[tuple[Any, ...]]) -> Positions:
    """The positions in rows of value, block and position."""
    positions: dict[str, dict[str, list[int]]] = {}
    for value, block, position in found:
        blocks = positions.get(value)
        if blocks is None:
            positions[value] = {block: [position]}
        elif block in blocks:
            blocks[block].append(position)
        else:
            blocks[block] = [position]
    for blocks in positions.values():
        for each in blocks.values():
            if len(each) > 1:
                each.sort()
    return positions


def next_position(positions: Positions, value: str, block: str, position: int) -> int | None:
    """The first position for `value` in `block` that is not before `position`."""
    blocks = positions.get(value)
    each = blocks.get(block) if blocks is not None else None
    if each is None:
        return None
    at = bisect_left(each, position)
    return each[at] if at < len(each) else None
