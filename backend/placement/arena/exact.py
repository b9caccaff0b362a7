"""The smallest arena, by a solver: rectangles of fixed times and free offsets without overlap.

Source: the usual model of dynamic storage allocation as a constraint program; solved by CP-SAT of OR-tools.
"""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.backend.placement.arena.parts import Offsets, Part

MOST = 3000
"""Parts: with more a solver would not come to anything in time."""


def improved(
    parts: Sequence[Part], offsets: Offsets, height: int, bound: int, seconds: float
) -> tuple[Offsets, int] | None:
    """Better offsets than `offsets`, for an arena of at most `height` bytes, and a lower bound of at least `bound`.

    None without OR-tools, or with too many parts. The result does not depend on the machine's load: `seconds` are
    nominal.
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
