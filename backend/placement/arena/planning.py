"""Where the parts of an arena lie: by one of several algorithms, and how far that may be from the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ownlog.backend.placement.arena.exact import improved
from ownlog.backend.placement.arena.greedy import ORDERS, best_fit, by_complaints, in_order, largest_first
from ownlog.backend.placement.arena.parts import Offsets, Part, end, fit, least_end


@dataclass(frozen=True)
class Plan:
    """Where each of `parts` begins, the bytes of the arena, and the bytes that no arena for them has fewer of."""

    parts: Sequence[Part]
    offsets: Offsets
    size: int
    bound: int

    @property
    def optimal(self) -> bool:
        return self.size == self.bound


def optimal(parts: Sequence[Part], seconds: float) -> Plan:
    """The smallest arena found: largest first; then other orders, complaints, and a solver."""
    bound = least_end(parts)
    offsets = largest_first(parts)
    for order in ORDERS[1:]:
        if end(parts, offsets) > bound:
            offsets = min(offsets, largest_first(parts, order), key=partial(end, parts))
    offsets = by_complaints(parts, offsets, bound, WORK)
    size = end(parts, offsets)
    if size > bound and (found := improved(parts, offsets, size, bound, seconds)) is not None:
        offsets, bound = found
    return _plan(parts, offsets, bound)


WORK = 200_000
"""How many parts are placed anew before a solver is asked."""
_GREEDY: dict[str, Callable[[Sequence[Part]], Offsets]] = {
    "trivial": in_order,
    "best-fit": best_fit,
    "largest-first": largest_first,
}
ALGORITHMS = (*_GREEDY, "optimal")


def find_plan(algorithm: str, parts: Sequence[Part], seconds: float) -> Plan:
    """The plan of one of `ALGORITHMS` for parts in order of their beginnings; only "optimal" uses `seconds`."""
    if algorithm == "optimal":
        return optimal(parts, seconds)
    return _plan(parts, _GREEDY[algorithm](parts), least_end(parts))


def _plan(parts: Sequence[Part], offsets: Offsets, bound: int) -> Plan:
    assert fit(parts, offsets)
    return Plan(parts, offsets, end(parts, offsets), bound)
