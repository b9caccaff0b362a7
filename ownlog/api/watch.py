"""What somebody wants to see of a run beside its result, as mlir-opt shows it: how long phases took, and the module after each pass."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ownlog.base.errors import say
from ownlog.base.later import dataclass, field

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Module

READING, PRINTING = "Parser", "Output"
_RULE = f"==={'-' * 73}==="


@dataclass(frozen=True)
class Dumps:
    """Which modules to show, as text on standard error: before and after these passes; after a pass only where it changed something."""

    before: Collection[str] = ()
    after: Collection[str] = ()
    if_changed: bool = False


@dataclass
class Watch:
    """Times phases by name: seconds by the clock, and of the processor; and shows the module between passes."""

    dumps: Dumps = Dumps()
    phases: dict[str, tuple[float, float]] = field(default_factory=dict)

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """What runs meanwhile counts as `name`."""
        wall, processor = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.add({name: (time.perf_counter() - wall, time.process_time() - processor)})

    @contextmanager
    def running(self, name: str, module: Module) -> Iterator[None]:
        """Meanwhile the pass `name` changes `module`."""
        dumps = self.dumps
        before = str(module) if name in dumps.before or (dumps.if_changed and name in dumps.after) else ""
        if name in dumps.before:
            _dump(f"Before {name}", before)
        with self.phase(name):
            yield
        if name in dumps.after:
            after = str(module)
            if not dumps.if_changed or after != before:
                _dump(f"After {name}", after)

    def add(self, phases: dict[str, tuple[float, float]]) -> None:
        """Count what took time elsewhere, too."""
        for name, (wall, processor) in phases.items():
            before = self.phases.get(name, (0.0, 0.0))
            self.phases[name] = before[0] + wall, before[1] + processor

    def report(self, wall: float, processor: float) -> str:
        """The table, of a run that took so many seconds by the clock and of the processor."""
        known = [sum(column) for column in zip(*self.phases.values(), strict=True)] or [0.0, 0.0]
        rest = max(wall - known[0], 0.0), max(processor - known[1], 0.0)
        rows = [*self.phases.items(), ("Rest", rest), ("Total", (wall, processor))]
        lines = [_RULE, "... Execution time report ...".center(len(_RULE)).rstrip(), _RULE, f"  Total Execution Time: {wall:.4f} seconds"]
        lines += ["", "  ----Wall Time----  ----CPU Time-----  ----Name----"]
        for name, seconds in rows:
            shares = [f"  {part:8.4f} ({_share(part, whole):5.1f}%)" for part, whole in zip(seconds, (wall, processor), strict=True)]
            lines.append(f"{''.join(shares)}  {name}")
        return "\n".join(lines)


def _dump(when: str, text: str) -> None:
    say(f"// -----// IR Dump {when} //----- //\n{text.rstrip()}\n")


def _share(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0
