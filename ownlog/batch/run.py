"""One input of many: read, passes, write. An input that fails is told about, and never stops the others."""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.api.process import Outcome, Request, run
from ownlog.api.watch import Phases
from ownlog.backend.proofs.prover import Prover, Statistics
from ownlog.base.errors import Diagnostic, OwnlogError, internal_error, is_ours, was_interrupted
from ownlog.base.files import folder_problem, read_file, write_text

if TYPE_CHECKING:
    from ownlog.batch.targets import Job

_COLLECT_AFTER = 16 << 20
"""Bytes of text after which what inputs left behind is collected: looking for it costs as much as a small input does.
"""


@dataclass(frozen=True)
class Result:
    """The result of one input: messages, remarks, if it `failed` (`ours`: by a mistake in Ownlog), and statistics."""

    job: Job
    said: list[str]
    remarks: list[str] = field(default_factory=list)
    failed: bool = False
    ours: bool = False
    statistics: Statistics = field(default_factory=Statistics)
    phases: Phases = field(default_factory=dict)
    outcome: Outcome = field(default_factory=Outcome)


@dataclass(frozen=True)
class Batch:
    """What happens to each input; `proofs` is the folder for obligations."""

    request: Request
    proofs: str | None = None

    def work(self, job: Job) -> Result:
        """Do one input. Raises nothing but what ends processes: what goes wrong is told in the result."""
        prover = self.request.context.prover
        prover.statistics, prover.notes = Statistics(), []
        prover.emitted.clear()
        watch = self.request.watch
        watch.input = job.path
        phases = watch.phases = {}
        context = replace(self.request.context, remarks=[], notices=[])
        outcome, ours = Outcome(), False
        # Of several inputs at a time, what is shown of one stands together.
        watch.shown = [] if watch.processes > 1 else None
        try:
            outcome = run(read_file(job.path), job.path, replace(self.request, context=context))
            problems = outcome.problems or self._write(job, outcome.text, prover)
        except OwnlogError as error:
            problems = error.diagnostics
        except Exception as error:
            problems, ours = [unexpected(error, job)], is_ours(error)
        if problems and os.path.isfile(job.target):
            problems = [
                *problems,
                Diagnostic(f"'{job.target}' is of an earlier run, and stays as it is", severity="note"),
            ]
        said = [*(watch.shown or ()), *map(str, (*problems, *prover.notes, *context.notices))]
        remarks = [str(remark) for remark in context.remarks if remark.severity != "warning"]
        return Result(job, said, remarks, bool(problems), ours, prover.statistics, phases, replace(outcome, text=""))

    def _write(self, job: Job, text: str, prover: Prover) -> list[Diagnostic]:
        try:
            Path(job.target).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return [folder_problem(os.path.dirname(job.target), error)]
        # An input that fails has no output.
        if self.proofs is not None:
            prover.emit(os.path.join(self.proofs, job.name))
        write_text(job.target, text)
        return []


def unexpected(error: Exception, job: Job) -> Diagnostic:
    """What to say of an input that ends in an exception that is no diagnostic. Raises KeyboardInterrupt for that."""
    if was_interrupted(error):
        raise KeyboardInterrupt from None
    problem = internal_error(error)
    return problem._replace(message=f"{job.path}: {problem.message}")


class Worker:
    """Does inputs one after the other, in this process, and gives back what they leave behind."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self._since = 0
        # What is loaded is there to stay, and need not be looked at again.
        gc.freeze()

    def do(self, job: Job) -> Result:
        """Do one input. Raises nothing but what ends processes."""
        result = self.batch.work(job)
        self._since += size(job)
        if self._since > _COLLECT_AFTER:
            gc.collect()
            self._since = 0
        return result


def size(job: Job) -> int:
    """The bytes of an input; 0 where it cannot be read."""
    try:
        return os.path.getsize(job.path)
    except OSError:
        return 0
