"""`ownlog opt` on one input and on many: the results, and what is told beside them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.base.errors import INTERNAL_ERROR, Diagnostic, InputError, report, say
from ownlog.base.files import check_folder, read_text, write_text
from ownlog.commands.common import ended_as_told, name_of

if TYPE_CHECKING:
    from collections import Counter

    from ownlog.api.process import Outcome, Request
    from ownlog.backend.proofs.prover import Statistics


@dataclass(frozen=True)
class Wanted:
    """Extra output: counts and proofs; remarks, printed ("missed" or "all") and in a file; a folder of proofs."""

    stats: bool
    remarks: str | None
    remarks_file: str | None
    proofs: str | None

    def refuse_clash(self, inputs: Iterable[str], results: Iterable[str]) -> None:
        """Raises InputError where the file of remarks would take the place of an input or of a result."""
        file = self.remarks_file
        if file is None or file == "-" or (os.path.exists(file) and not os.path.isfile(file)):
            return
        for paths, what in ((inputs, "an input"), (results, "a result")):
            if os.path.realpath(file) in map(os.path.realpath, paths):
                message = f"the remarks would replace {what}: '{file}'"
                raise InputError(Diagnostic(message, advice="choose another file for --remarks-output"))

    def tell_remarks(self, outcomes: Iterable[Outcome]) -> None:
        """Print the remarks that are wanted, and write their file."""
        from ownlog.query.reports.remarks import MISSED, failures

        written = []
        for outcome in outcomes:
            if self.remarks is not None:
                wanted = [each for each in outcome.remarks if self.remarks == "all" or each.kind == MISSED]
                report([each.diagnostic() for each in wanted if each.severity == "remark"])
            written += [each.yaml() for each in outcome.remarks]
            written.append(failures(problem for problem in outcome.problems if problem.severity == "error"))
        if self.remarks_file is not None:
            write_text(self.remarks_file, "".join(written))

    def tell_counts(self, counts: Counter[str], statistics: Statistics) -> None:
        """Print what was made, and what was proved."""
        from ownlog.query.reports.remarks import count_line

        if any(counts.values()):
            say(count_line(counts))
        say("\n".join(statistics.lines()))


def run_one(path: str, output: str, request: Request, wanted: Wanted) -> bool:
    """Write the result of one input ("-": standard input, or output), and report its problems; whether it failed."""
    from ownlog.api.process import run

    context = request.context
    wanted.refuse_clash([path], [output])
    outcome = run(read_text(path), name_of(path), request)
    failed = report(outcome.problems)
    if failed:
        # Only who errs waits for this.
        from ownlog.base.inputs import read_as_a_module

        report(read_as_a_module(path))
    # A file is written as a whole or not at all; what went well may still be seen on standard output.
    if not failed or (output == "-" and request.split is not None and not request.verify_diagnostics):
        write_text(output, outcome.text)
    report(context.prover.notes)
    report(context.notices)
    if wanted.proofs is not None:
        context.prover.emit(wanted.proofs)
    if request.remarked:
        wanted.tell_remarks([outcome])
    if wanted.stats:
        if wanted.remarks is None:
            report([remark for remark in context.remarks if remark.severity != "warning"])
        wanted.tell_counts(outcome.counts, context.prover.statistics)
    return failed


def run_many(paths: list[str], folder: str, workers: int, request: Request, wanted: Wanted) -> int:
    """Write the results of many inputs; the exit status."""
    from ownlog.batch.run import Batch, Worker
    from ownlog.batch.tally import Tally
    from ownlog.batch.targets import jobs_for, mark

    check_folder(folder)
    missing: list[Diagnostic] = []
    batch, jobs = Batch(request, wanted.proofs), jobs_for(paths, folder, missing)
    wanted.refuse_clash((job.path for job in jobs), (job.target for job in jobs))
    mark(folder, paths)
    request.watch.processes = min(workers, len(jobs))
    tally = Tally(len(jobs), say, wanted.stats and wanted.remarks is None)
    tally.miss(missing)
    with ended_as_told():
        if request.watch.processes > 1:
            from ownlog.batch.workers import run_in_workers

            results = run_in_workers(batch, jobs, request.watch.processes)
        else:
            results = map(Worker(batch).do, jobs)
        tally.take(results, keep=request.remarked)
    request.watch.phases = tally.watch.phases
    if request.remarked:
        wanted.tell_remarks(tally.outcomes)
    if wanted.stats:
        wanted.tell_counts(tally.counts, tally.statistics)
    if (verdict := tally.verdict()) is not None:
        say(verdict)
    return INTERNAL_ERROR if tally.ours else int(tally.failed > 0)
