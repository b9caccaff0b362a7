"""Where the parts of an arena lie: by one of several algorithms, and how far that may be from the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ownlog.backend.placement.arena.greedy import ORDERS, best_fit, by_complaints, in_order, largest_first
from ownlog.backend.placement.arena.parts import Offsets, Part, end, fit, least_end

MOST = 3000
"""Parts: with more a solver would not come to anything in time."""


def improved(
    parts: Sequence[Part], offsets: Offsets, height: int, bound: int, seconds: float
) -> tuple[Offsets, int] | None:
    """Better offsets than `offsets`, for an arena of at most `height` bytes, and a lower bound of at least `bound`.

    By CP-SAT of OR-tools: rectangles of fixed times and free offsets, without overlap. None without OR-tools, or with
    too many parts. The result does not depend on the machine's load: `seconds` are nominal.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return None
    if len(parts) > MOST:
        return None
    model = cp_model.CpModel()
    times, places, begins = [], [], []
    top = model.new_int_var(bound, height, "top")
    for k, (part, offset) in enumerate(zip(parts, offsets, strict=True)):
        step = model.new_int_var(0, (height - part.size) // part.alignment, f"step{k}")
        begin = step * part.alignment
        times.append(model.new_fixed_size_interval_var(part.first, part.last - part.first + 1, f"time{k}"))
        places.append(model.new_fixed_size_interval_var(begin, part.size, f"place{k}"))
        model.add(begin + part.size <= top)
        model.add_hint(step, offset // part.alignment)
        begins.append(step)
    model.add_no_overlap_2d(times, places)
    model.minimize(top)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    # A tenth: what its measure of work takes on a usual machine.
    solver.parameters.max_deterministic_time = seconds / 10
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return offsets, bound
    found = [solver.value(begin) * part.alignment for begin, part in zip(begins, parts, strict=True)]
    return found, max(bound, int(solver.best_objective_bound))


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
