"""Z3 on one script. It is imported when the first obligation that nobody has proved yet comes up."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TypeAlias

from ownlog.base.errors import Diagnostic

Answer: TypeAlias = "tuple[list[bool], list[int]] | bool | str"
"""True: unsatisfiable, so valid. A pair: the conditions and the buffers' allocations of a counterexample. Text: why nobody knows."""

MISSING = "z3-solver is not installed"
NOTE = Diagnostic(
    "z3-solver is not installed: simplifications that need a proof are not made",
    advice="pip install z3-solver",
    severity="note",
)


@cache
def _z3() -> ModuleType | None:
    try:
        import z3
    except ImportError:
        return None
    found: ModuleType = z3
    return found


def solve(script: str, buffers: int, conditions: int, timeout: float, steps: int = 0) -> Answer:
    """What Z3 says to a script within `timeout` seconds, and so many `steps` of its own, if that is not 0: these are the same ones each
    time."""
    z3 = _z3()
    if z3 is None:
        return MISSING
    # All scripts are small: looking for the best tactics would take longer than solving them.
    solver = z3.SimpleSolver()
    solver.set("timeout", max(1, int(timeout * 1000)))
    if steps:
        solver.set("rlimit", steps)
    solver.from_string(script)
    answer = solver.check()
    if answer == z3.unsat:
        return True
    if answer != z3.sat:
        return str(solver.reason_unknown())
    model = solver.model()
    sort = z3.DeclareSort("Allocation")
    values = [str(model.eval(z3.Const(f"b{i}", sort), model_completion=True)) for i in range(buffers)]
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    truth = [bool(z3.is_true(model.eval(z3.Bool(f"c{i}"), model_completion=True))) for i in range(conditions)]
    return truth, [numbers[value] for value in values]
