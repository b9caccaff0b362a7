"""What one file takes when it is run: after Ownlog's pipeline, after mlir-opt-22's with its placement passes, and at
least.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import ownlog
from benchmarks.memory.traced import Excess, TracingRunner
from benchmarks.peaks import CannotRun, Peak, Runner, driver
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.placement.steps import PLACEMENT
from ownlog.query.reports.peak_plans import stories
from ownlog.query.reports.peak_sizes import Assumptions

PIPELINE = "buffer-deallocation-pipeline"
ROAD = "tensors-to-buffers"
PLACED = f"placement={','.join(name for name in PLACEMENT if name != 'stack')}"
"""All that the pipeline does about places, but that nothing goes to the stack, whose bytes nobody counts here."""
PEER_ORDERS: tuple[tuple[str, ...], ...] = (
    (f"--{PIPELINE}",),
    (f"--{PIPELINE}", "--optimize-allocation-liveness"),
    ("--buffer-hoisting", f"--{PIPELINE}", "--optimize-allocation-liveness"),
    ("--buffer-loop-hoisting", f"--{PIPELINE}", "--optimize-allocation-liveness"),
    ("--buffer-hoisting", "--buffer-loop-hoisting", f"--{PIPELINE}", "--optimize-allocation-liveness"),
)
"""The orders of mlir-opt's passes: the usual ones; nothing goes to the stack, whose bytes nobody counts here."""
_ALIGNED = re.compile(r"\s?\{alignment = \d+ : i64\}")
_ELIDED = re.compile(r"dense_resource<\w+> : tensor<((?:\d+x)*)(\w+)>")
_BEFORE = ("--eliminate-empty-tensors", "--empty-tensor-to-alloc-tensor")
_PEER_LIMIT = 60


@dataclass(frozen=True)
class File:
    """A file of a corpus; `options` are those of mlir-opt's bufferization where it has tensors."""

    path: Path
    options: str | None = None

    def text(self) -> str:
        """The program, with numbers in place of weights that the file leaves out."""
        return _ELIDED.sub(
            lambda found: f"dense<{'0.5' if 'f' in found[2] else '1'}> : tensor<{found[1]}{found[2]}>",
            self.path.read_text(),
        )

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"


@dataclass
class Row:
    """What was measured of one file: Ownlog's pipeline without and with placement, mlir-opt's without and the best, and
    the least.

    `excess` tells of the placed program, where it takes more than the least, what is allocated at its peak and not in
    use. `arenas` has the bytes of each function's arena and the bytes that none has fewer of; `problem` says why
    nothing was measured.
    """

    name: str
    plain: Peak | None = None
    placed: Peak | None = None
    peer: Peak | None = None
    peer_best: Peak | None = None
    least: int = 0
    excess: Excess | None = None
    arenas: list[tuple[int, int]] = field(default_factory=list)
    problem: str = ""


@dataclass(frozen=True)
class Measuring:
    """The tools that run programs."""

    runner: Runner
    tracer: TracingRunner

    def row(self, file: File) -> Row:
        """All that is measured of a file."""
        row = Row(file.name)
        try:
            text = file.text()
            plain, placed = deallocated(text, file, ""), deallocated(text, file, PLACED)
            name = file.name.replace("/", ".")
            row.plain = self._run(plain, name)
            row.placed = row.plain if placed == plain else self._run(placed, name)
            row.least = self.tracer.run(plain, driver(plain), name).bytes
            row.excess = self._excess(placed, name) if row.placed.bytes > row.least else None
            row.arenas = list(_arenas(plain))
        except (CannotRun, ownlog.OwnlogError) as error:
            row.problem = re.sub(r"\s+", " ", str(error).splitlines()[0])
            return row
        outputs = list(dict.fromkeys(self._peer_outputs(file)))
        peaks = []
        for output in outputs:
            try:
                peaks.append(self._run(output, f"{name}.peer"))
            except (CannotRun, ownlog.OwnlogError):
                if not peaks:
                    return row
        if peaks:
            row.peer, row.peer_best = peaks[0], min(peaks, key=lambda peak: (peak.bytes, peak.allocations))
        return row

    def _excess(self, placed: str, name: str) -> Excess | None:
        try:
            return self.tracer.excess(placed, driver(placed), name)
        except CannotRun:
            # Traced, a run takes longer.
            return None

    def _run(self, text: str, name: str) -> Peak:
        return self.runner.run(text, driver(text), name)

    def _peer_outputs(self, file: File) -> Iterator[str]:
        """What mlir-opt makes of a file in each order of its passes, as far as it takes it."""
        ahead = (*_BEFORE, f"--one-shot-bufferize={file.options}") if file.options is not None else ()
        for order in PEER_ORDERS:
            command = [self.runner.optimizer, "-", *ahead, *order]
            made = subprocess.run(
                command, input=file.text(), capture_output=True, text=True, timeout=_PEER_LIMIT, check=False
            )
            if made.returncode == 0:
                yield _ALIGNED.sub("", made.stdout)


def deallocated(text: str, file: File, options: str) -> str:
    """What Ownlog's pipeline, with some options, makes of a file, from tensors on where it has some; allocations say no
    alignment.
    """
    module = ownlog.parse(text, str(file.path))
    given = tuple((name, value) for name, _, value in (option.partition("=") for option in options.split()))
    run_passes(module, [Step(PIPELINE if file.options is None else ROAD, given)], Context())
    return _ALIGNED.sub("", str(module))


def _arenas(text: str) -> Iterator[tuple[int, int]]:
    """The arenas of a program that is deallocated: their bytes, and the bytes that none has fewer of."""
    for story in stories(ownlog.parse(text), (), Context(), Assumptions()):
        if story.parts:
            yield story.size, story.bound
