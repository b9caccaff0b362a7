"""The themes that random programs are about, and how the programs of each are run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.execution.edges import constants, memory, parallel, shifts
from tests.execution.executor import SEQUENTIAL, THREADS
from tests.execution.soundness import DYNAMIC, PASS, PLAIN, WHOLE, Maker, Way


@dataclass(frozen=True, slots=True)
class Theme:
    """A generator, the pipelines that its programs go through, and the way they are run."""

    make: Maker
    pipelines: Sequence[str] = (WHOLE,)
    way: Way = PLAIN


THEMES: Mapping[str, Theme] = {
    "layouts": Theme(memory.layouts, (PASS + "{copy-op=alloc-copy}",), Way(lowering=SEQUENTIAL)),
    "memory": Theme(memory.generate, (WHOLE, PASS), Way(lowering=SEQUENTIAL)),
    "constants": Theme(constants.generate, (WHOLE, PASS), Way(lowering=SEQUENTIAL)),
    "shifts": Theme(shifts.generate, (WHOLE, PASS, DYNAMIC)),
    "teams": Theme(parallel.teams, (WHOLE, PASS), Way(lowering=THREADS)),
    "reductions": Theme(parallel.reductions, (WHOLE,), Way(lowering=SEQUENTIAL)),
}
