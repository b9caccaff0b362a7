"""What is claimed of the allocations that begin at some values: which states control can find them in, where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Known: TypeAlias = tuple[tuple[str, int], ...]
"""Values of conditions and integers, by name."""


class Activation(NamedTuple):
    """Why control is in a function.

    `given` is None if the allocation does not exist at entry, or belongs to a parameter. Else a call passes it, with
    `status`, as the arguments `given`, and the arguments `known` have these values.
    """

    function: str
    status: str = ""
    given: frozenset[int] | None = None
    known: tuple[tuple[int, int], ...] = ()


class Point(NamedTuple):
    """In front of op number `position` of `block`; -1 is its start, where its arguments get their values."""

    activation: Activation
    block: str
    position: int


class Case(NamedTuple):
    """The status of the allocation, the needed handles that hold it, and known conditions."""

    status: str
    holders: frozenset[str]
    known: Known


class Outcome(NamedTuple):
    """How a function returns: the allocation's status, the results that hold it, known results and parameters."""

    status: str
    results: frozenset[int]
    known: tuple[tuple[int, int], ...]
    passed: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True, eq=False)
class Invariant:
    """The allocations of `origins` are everywhere in one of `cases`, or irrelevant, or returned as `outcomes` say.

    Irrelevant means: not to be freed, and held by no needed handle. `dangling` are comparisons, and which of the two
    addresses may be that of a freed allocation.
    """

    origins: frozenset[str]
    cases: Mapping[Point, set[Case]]
    outcomes: Mapping[Activation, set[Outcome]]
    dangling: Mapping[tuple[str, str], set[Known]]
