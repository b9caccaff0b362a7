"""`ownlog check` on many inputs: the verdict on each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ownlog.api.pieces import SPLIT_ADVICE, read_as_one
from ownlog.backend.certificates.proving import Certifier
from ownlog.backend.checking import Verdict
from ownlog.backend.checking import check as judge
from ownlog.base.errors import Diagnostic, InputError, OwnlogError, is_ours, say
from ownlog.base.files import read_file
from ownlog.batch.run import Batch, Result, Worker, unexpected
from ownlog.batch.tally import Tally
from ownlog.batch.targets import Job
from ownlog.derived.accepted import accept, known_accepted
from ownlog.frontend import parse, split_input
from ownlog.frontend.ir.module import Module


@dataclass(frozen=True)
class Judged(Result):
    """The result of one input, with the verdict on those of its pieces that can be read; None if none can."""

    verdict: Verdict | None = None


@dataclass(frozen=True)
class Checks(Batch):
    """Judges inputs: as pieces if the request says where to split them, with proofs if obligations have `seconds`.

    Findings in `baseline` (see `fingerprints`) are accepted.
    """

    baseline: frozenset[str] = frozenset()
    seconds: float | None = None

    def work(self, job: Job) -> Judged:
        """The verdict on one input. Raises nothing but what ends processes: what goes wrong is in the result."""
        said: list[Diagnostic] = []
        ours = False
        verdict = None
        try:
            verdict, said = self.judge(read_file(job.path), job.path, job.name)
        except OwnlogError as error:
            said = error.diagnostics
        except Exception as error:
            said, ours = [unexpected(error, job)], is_ours(error)
        failed = any(each.severity == "error" for each in said)
        return Judged(job, [*map(str, said)], failed=failed, ours=ours, verdict=verdict)

    def judge(self, text: str, name: str, folder: str = "") -> tuple[Verdict, list[Diagnostic]]:
        """The verdict on a text, and what to say besides; with errors, it is about the pieces without.

        Proofs go to `folder` in the folder for them. Raises InputError where nothing can be read.
        """
        split = self.request.split
        pieces = [(text, 1)] if split is None else split_input(text, split)
        try:
            return self.judge_modules([partial(parse, piece, name, line) for piece, line in pieces], folder)
        except InputError as error:
            raise InputError(*error.diagnostics, *read_as_one(text, name, error.diagnostics, SPLIT_ADVICE)) from None

    def judge_modules(
        self, modules: Sequence[Callable[[], Module]], folder: str = ""
    ) -> tuple[Verdict, list[Diagnostic]]:
        """The same of the modules that these read."""
        context = self.request.context
        certifier = None if self.seconds is None else Certifier(self.seconds, keep_scripts=self.proofs is not None)
        whole, said = Verdict(), list[Diagnostic]()
        for read in modules:
            try:
                module = read()
            except InputError as error:
                if len(modules) == 1:
                    raise
                said += error.diagnostics
                continue
            verdict = judge(module, context.models, context.engine, certifier)
            findings, warnings = accept(verdict.findings, module.source)
            said += warnings
            whole.findings += findings
            whole.assumptions += [each for each in verdict.assumptions if each not in whole.assumptions]
            whole.allocations += verdict.allocations
            whole.states += verdict.states
            whole.proved += verdict.proved
        whole.findings = known_accepted(whole.findings, self.baseline)
        if certifier is not None and self.proofs is not None:
            certifier.emit(os.path.join(self.proofs, folder) if folder else self.proofs)
        return whole, said


def check_many(files: Sequence[str], checks: Checks, workers: int) -> tuple[list[tuple[str, Verdict]], int, bool]:
    """The verdicts on files, how many cannot be read, and whether Ownlog is at fault; problems are reported."""
    root = os.path.commonpath([os.path.dirname(os.path.abspath(file)) for file in files])
    jobs = [Job(file, "", os.path.relpath(os.path.abspath(file), root)) for file in files]
    verdicts: list[tuple[str, Verdict]] = []

    def kept(results: Iterable[Result]) -> Iterator[Result]:
        for result in results:
            if isinstance(result, Judged) and result.verdict is not None:
                verdicts.append((result.job.path, result.verdict))
            yield result

    tally = Tally(len(jobs), say)
    processes = min(workers, len(jobs))
    if processes > 1:
        from ownlog.batch.workers import run_in_workers

        results = run_in_workers(checks, jobs, processes)
    else:
        results = map(Worker(checks).do, jobs)
    tally.take(kept(results), keep=False)
    return verdicts, tally.failed, tally.ours
