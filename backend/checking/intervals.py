"""Stretches of numbers in which a value lasts, as rows say them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ownlog.backend.checking.edges import grouped

Stretches: TypeAlias = Sequence[tuple[int, int]]
"""First and last numbers, in their order; no two have a number in common."""


def stretches_of(found: Iterable[tuple[Any, ...]]) -> Mapping[str, Stretches]:
    """The stretches by value, from rows of value, block, first and last number."""
    return {value: _apart(stretches) for value, stretches in grouped((row[0], row[2:]) for row in found).items()}


def is_in(stretches: Stretches, number: int) -> bool:
    """Whether one of the stretches has the number."""
    at = bisect_right(stretches, number, key=lambda stretch: stretch[0])
    return at > 0 and number <= stretches[at - 1][1]


def _apart(stretches: list[tuple[int, int]]) -> Stretches:
    """The same numbers without any said twice."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(stretches):
        if found and first <= found[-1][1]:
            if last > found[-1][1]:
                found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found
