"""`python -m tests.execution.edges --count 10000 --seed 1 -o FOLDER`: a campaign of programs at the edges, as many of
each theme.
"""

from __future__ import annotations

import sys

from tests.execution.campaign import Job, Tally, jobs, parser, reason, run
from tests.execution.edges.themes import THEMES
from tests.execution.executor import Executor
from tests.execution.programs.choices import Choices
from tests.execution.soundness import Verdict, judge


def main() -> None:
    """Make, deallocate and run many programs, and keep those that do not stay sound."""
    options = parser("tests.execution.edges", str(main.__doc__), 352, "edges")
    options.add_argument(
        "--theme", action="append", choices=[*THEMES], help="only this one (may be given several times)"
    )
    given = options.parse_args()
    todo = jobs(given.theme or [*THEMES], given.count, given.seed)
    sys.exit(bool(run(todo, judged, given).wrong))


def judged(executor: Executor, job: Job) -> Tally:
    """What became of the programs of a theme, each under all pipelines of the theme."""
    theme, found = THEMES[job.kind], Tally()
    verdicts = iter(judge(executor, [theme.make(Choices(seed)) for seed in job.seeds], theme.pipelines, theme.way))
    for seed in job.seeds:
        own = [next(verdicts) for _ in theme.pipelines]
        found.count(job.kind, "programs")
        found.count(job.kind, _outcome(own))
        for verdict in own:
            what = "run" if not verdict.problem and not verdict.refused else "refused" if verdict.refused else "wrong"
            found.count(job.kind, f"pipelines: {what}" + (f": {reason(verdict.refused)}" if verdict.refused else ""))
        found.wrong += [(seed, verdict) for verdict in own if verdict.problem][:1]
    return found


def _outcome(verdicts: list[Verdict]) -> str:
    if any(verdict.problem for verdict in verdicts):
        return "wrong"
    refused = sum(bool(verdict.refused) for verdict in verdicts)
    return "refused" if refused == len(verdicts) else "run, refused by some pipelines" if refused else "run"


if __name__ == "__main__":
    main()
