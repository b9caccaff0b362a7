"""Z3 on one script. It is imported when the first obligation that nobody has proved yet comes up."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, TypeAlias

from ownlog.backend.proofs.threads import has_thread
from ownlog.base.errors import Diagnostic

Answer: TypeAlias = "tuple[list[bool], list[int]] | bool | str"
"""True: unsatisfiable, so valid; a pair: a counterexample's conditions and allocations; text: a reason for unknown."""

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


_FIRST = 1_000_000
"""Steps of Z3 that take it some seconds at most. Nearly all scripts take it a hundredth of them."""
_A_SECOND = 2_000_000
"""Steps that take it about a second, or less."""
_MOST = 2**32 - 1
_SHORTEST = 0.001
"""The least seconds that Z3 takes for a limit."""


def solve(script: str, buffers: int, conditions: int, timeout: float, steps: int = 0) -> Answer:
    """Z3's answer to a script within `timeout` seconds, and so many `steps`, if not 0: these are reproducible.

    For seconds Z3 needs a thread, and ends the process if there is none. So it first has steps that take no time, and
    then, without a thread, as many as might take these seconds.
    """
    z3 = _z3()
    if z3 is None:
        return MISSING
    enough = min(int(timeout * _A_SECOND) + 1, _MOST)
    first = min(_FIRST, enough, steps or _FIRST)
    solver, answer = _checked(z3, script, first)
    if answer == z3.unknown and first != steps:
        if has_thread():
            solver, answer = _checked(z3, script, steps, max(timeout, _SHORTEST))
        else:
            solver, answer = _checked(z3, script, min(enough, steps or enough))
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


def _checked(z3: ModuleType, script: str, steps: int, timeout: float = 0.0) -> tuple[Any, Any]:
    """A solver that has looked at a script for so many steps and seconds, where these are not 0, and what it found."""
    # All scripts are small: looking for the best tactics would take longer than solving them.
    solver = z3.SimpleSolver()
    if timeout:
        solver.set("timeout", max(1, int(timeout * 1000)))
    if steps:
        solver.set("rlimit", steps)
    solver.from_string(script)
    return solver, solver.check()
