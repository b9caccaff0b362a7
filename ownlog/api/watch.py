"""Timing of phases, and dumps of the module between passes, as mlir-opt has them."""

from __future__ import annotations

import time
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ownlog.base.errors import say

if TYPE_CHECKING:
    from ownlog.frontend.ir.module import Module

READING, PRINTING = "Parser", "Output"
Phases = dict[tuple[str, ...], tuple[float, float]]
"""Seconds of wall time and CPU time by phase: the names of the phases around one, then its own."""
_RULE = f"==={'-' * 73}==="


class _Every:
    def __contains__(self, name: object) -> bool:
        return True


EVERY: Container[str] = _Every()
"""In place of the names of passes: all of them, and what they are made of."""


class Dumps(NamedTuple):
    """The modules to print on standard error: before and after these passes; after one only if it changed something."""

    before: Container[str] = ()
    after: Container[str] = ()
    if_changed: bool = False


_NOTHING = Dumps()


@dataclass(eq=False)
class Watch:
    """Times phases, and prints the module between passes.

    `input` is the one of many whose modules are printed, `processes` is how many are timed at a time. If `shown` is a
    list, modules go there instead of standard error.
    """

    dumps: Dumps = _NOTHING
    phases: Phases = field(default_factory=dict)
    within: tuple[str, ...] = ()
    input: str = ""
    processes: int = 1
    shown: list[str] | None = None

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """What runs meanwhile counts as `name`."""
        outside, self.within = self.within, (*self.within, name)
        # What began first stands first.
        self.add({self.within: (0.0, 0.0)})
        wall, processor = time.perf_counter(), time.process_time()
        try:
            yield
        finally:
            self.add({self.within: (time.perf_counter() - wall, time.process_time() - processor)})
            self.within = outside

    @contextmanager
    def running(self, name: str, module: Module) -> Iterator[None]:
        """Meanwhile the pass `name`, or a step of one, changes `module`."""
        dumps = self.dumps
        shown_before, shown_after = name in dumps.before, name in dumps.after
        before = str(module) if shown_before or (dumps.if_changed and shown_after) else ""
        if shown_before:
            self._dump(f"Before {name}", before)
        with self.phase(name):
            yield
        if shown_after:
            after = str(module)
            if not dumps.if_changed or after != before:
                self._dump(f"After {name}", after)

    def _dump(self, when: str, text: str) -> None:
        of = f" of {self.input}" if self.input else ""
        dump = f"// -----// IR Dump {when}{of} //----- //\n{text.rstrip()}\n"
        if self.shown is None:
            say(dump)
        else:
            self.shown.append(dump)

    def add(self, phases: Phases) -> None:
        """Count what took time elsewhere, too."""
        for name, (wall, processor) in phases.items():
            before = self.phases.get(name, (0.0, 0.0))
            self.phases[name] = before[0] + wall, before[1] + processor

    def report(self, wall: float, processor: float) -> str:
        """The table of a run that took so much wall and CPU time; wall times of parallel phases are left out."""
        whole, processes = (wall, processor), self.processes
        rows = [*self._rows((), whole), ("Total", whole)]
        heads = ["----Wall Time----", "----CPU Time-----"]
        summed = f" by the clock, in {processes} processes, whose times of the processor are summed below"
        took = f"  Total Execution Time: {wall:.4f} seconds{summed if processes > 1 else ''}"
        lines = [_RULE, "... Execution time report ...".center(len(_RULE)).rstrip(), _RULE, took]
        first = int(processes > 1)
        lines += ["", "".join(f"  {head}" for head in [*heads[first:], "----Name----"])]
        for name, seconds in rows:
            shares = [f"  {part:8.4f} ({_share(part, all_):5.1f}%)" for part, all_ in zip(seconds, whole, strict=True)]
            lines.append(f"{''.join(shares[first:])}  {name}")
        return "\n".join(lines)

    def _rows(self, within: tuple[str, ...], whole: tuple[float, float]) -> Iterator[tuple[str, tuple[float, float]]]:
        """The phases within one that took `whole`, those in each below it, and at the end what is left."""
        inner = [path for path in self.phases if path[:-1] == within]
        left = whole
        for path in inner:
            seconds = self.phases[path]
            left = left[0] - seconds[0], left[1] - seconds[1]
            yield f"{'  ' * len(within)}{path[-1]}", seconds
            yield from self._rows(path, seconds)
        if inner or not within:
            yield f"{'  ' * len(within)}Rest", (max(left[0], 0.0), max(left[1], 0.0))


def _share(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0
