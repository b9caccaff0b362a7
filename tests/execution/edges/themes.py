"""The themes that random programs are about, and how the programs of each are run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.execution.edges import constants, memory, modules, parallel, shifts, symbols, tensors, waits
from tests.execution.executor import LOWERING, SEQUENTIAL, THREADS
from tests.execution.soundness import DYNAMIC, PASS, PLAIN, WHOLE, Maker, Way


@dataclass(frozen=True, slots=True)
class Theme:
    """A generator, the pipelines that its programs go through, and the way they are run."""

    make: Maker
    pipelines: Sequence[str] = (WHOLE,)
    way: Way = PLAIN


# Where a call may go to any function, one that frees what it is given is refused, as mlir-opt refuses each that frees.
INDIRECT = "may call a function that frees what it is given"

THEMES: Mapping[str, Theme] = {
    "layouts": Theme(memory.layouts, (PASS + "{copy-op=alloc-copy}",), Way(SEQUENTIAL, memory.without_scopes)),
    "memory": Theme(memory.generate, (WHOLE, PASS), Way(SEQUENTIAL, memory.without_scopes)),
    "constants": Theme(constants.generate, (WHOLE, PASS), Way(lowering=SEQUENTIAL)),
    "shifts": Theme(shifts.generate, (WHOLE, PASS, DYNAMIC)),
    "teams": Theme(parallel.teams, (WHOLE, PASS), Way(lowering=THREADS)),
    "symbols": Theme(symbols.generate, (WHOLE, PASS), Way(parts=symbols.flat, may_refuse=INDIRECT)),
    "modules": Theme(modules.generate, (WHOLE, PASS), Way(parts=modules.apart, may_refuse=INDIRECT)),
    "waits": Theme(waits.generate, (WHOLE,), Way(parts=waits.by_the_library)),
    "tensors": Theme(tensors.generate, (WHOLE, PASS), Way(("--one-shot-bufferize=allow-unknown-ops", *LOWERING))),
    "reductions": Theme(parallel.reductions, (WHOLE,), Way(lowering=SEQUENTIAL)),
}
