"""`python -m tests.execution.mutants --count 5000 --seed 1 -o FOLDER`: a campaign of mutants of corpus files."""

from __future__ import annotations

import sys

from tests.execution.campaign import Job, Tally, jobs, parser, run
from tests.execution.executor import Executor
from tests.execution.mutants.judging import tally
from tests.execution.mutants.mutants import Mutants, corpus_files
from tests.execution.programs.choices import Choices
from tests.execution.soundness import WHOLE
from tests.shared import shared_dir


def main() -> None:
    """Make, check and run many mutants, and keep those that do not stay sound."""
    given = parser("tests.execution.mutants", str(main.__doc__), 60, "mutants").parse_args()
    shared = shared_dir()
    if shared is None:
        sys.exit("no directory 'shared' beside the repository (set OWNLOG_SHARED to use another one)")
    mutants = Mutants(corpus_files(shared / "corpus"))

    def judged(executor: Executor, job: Job) -> Tally:
        return tally(executor, job.seeds, [mutants.make(Choices(seed)) for seed in job.seeds], WHOLE)

    sys.exit(bool(run(jobs(["mutants"], given.count, given.seed), judged, given).wrong))


if __name__ == "__main__":
    main()
