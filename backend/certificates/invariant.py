"""What is claimed of the allocations that begin at some values: which states control can find them in, where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Known: TypeAlias = tuple[tuple[str, int], ...]
"""Values of conditions and integers, by name."""


class Activation(NamedTuple):
    """Why control is in a function.

    `given` is None where the allocation is not there yet when the function is entered, or is what a parameter brings
    in. Else a call gives it, of the status `status`, as the arguments `given`, and the arguments `known` have these
    values.
    """

    function: str
    status: str = ""
    given: frozenset[int] | None = None
    known: tuple[tuple[int, int], ...] = ()


class Point(NamedTuple):
    """In front of op number `position` of `block`; `position` -1 is its start, where its arguments have their
    values.
    """

    activation: Activation
    block: str
    position: int


class Case(NamedTuple):
    """What has become of the allocation, which handles that are still needed hold it, and what is known of
    conditions.
    """

    status: str
    holders: frozenset[str]
    known: Known


class Outcome(NamedTuple):
    """How a function returns: what has become of the allocation, which results hold it, what is known of other results
    and parameters.
    """

    status: str
    results: frozenset[int]
    known: tuple[tuple[int, int], ...]
    passed: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True, eq=False)
class Invariant:
    """The allocations that begin at `origins` are in one of `cases` wherever control is, or do not matter any more.

    What does not matter is not to be freed, and no handle that is still needed holds it. Functions return allocations
    as `outcomes` say.

    `dangling` says of comparisons of addresses, and of one of the two each, when that may be the address of a freed
    allocation.
    """

    origins: frozenset[str]
    cases: Mapping[Point, set[Case]]
    outcomes: Mapping[Activation, set[Outcome]]
    dangling: Mapping[tuple[str, str], set[Known]]
