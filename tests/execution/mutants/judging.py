"""Do mutants stay sound?

Each is checked by mlir-opt before and after the pass, and run where it can be run and means something.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tests.execution.campaign import Tally, reason
from tests.execution.executor import BATCH, ENDLESS, Executor, Report
from tests.execution.mutants.mutants import CORPUS_LOWERING, runnable
from tests.execution.soundness import OUTSIDE, Verdict, Way, deallocated, judge, with_copies, without_frees
from tests.fuzz.judge import Judge

CORPUS = Way(CORPUS_LOWERING, runnable)
_KIND = "mutants"


def tally(executor: Executor, seeds: Sequence[int], mutants: Sequence[str], pipeline: str) -> Tally:
    """Check the mutant of each seed, and run those that have a `@main` behind the mark.

    Outcomes: what is `invalid` is no program; `refused` frees by hand what nothing can be made of; what is only
    `checked` is not run, or it does not mean anything, and the count says why not; `run` and `wrong` are what they say.
    """
    assert len(seeds) == len(mutants) <= BATCH
    found, to_run = Tally(), dict[int, str]()
    valid = _valid(executor, seeds, mutants, pipeline, found)
    for seed, text, _ in valid:
        if text.partition(OUTSIDE)[2]:
            to_run[seed] = text
        else:
            found.count(_KIND, "checked: no function that can be called")
    meaningful = _meaningful(executor, to_run, found)
    known = {(text, pipeline): (after + OUTSIDE + text.partition(OUTSIDE)[2], "") for _, text, after in valid}
    verdicts = judge(executor, list(meaningful.values()), [pipeline], CORPUS, known)
    for seed, verdict in zip(meaningful, verdicts, strict=True):
        _tell(found, seed, verdict if verdict.problem else None)
    found.count(_KIND, "programs", len(mutants))
    return found


def _tell(found: Tally, seed: int, wrong: Verdict | None) -> None:
    found.count(_KIND, "wrong" if wrong else "run")
    if wrong:
        found.wrong.append((seed, wrong))


def _valid(
    executor: Executor, seeds: Sequence[int], mutants: Sequence[str], pipeline: str, found: Tally
) -> list[tuple[int, str, str]]:
    """The mutants that are programs and come out as programs; what became of the others goes to `found`."""
    asked, passed = Judge(executor.tools["mlir-opt-22"]), list[tuple[int, str, str]]()
    invalid = asked.refused([text.partition(OUTSIDE)[0] for text in mutants])
    found.count(_KIND, "invalid", len(invalid))
    for number, (seed, text) in enumerate(zip(seeds, mutants, strict=True)):
        if number in invalid:
            continue
        inside = text.partition(OUTSIDE)[0]
        after, problem = deallocated(inside, pipeline)
        if problem.startswith("refused") and "memref.dealloc" in inside:
            # What is freed by hand may be freed in a way that nothing can be made of; mlir-opt refuses all of it.
            found.count(_KIND, f"refused: {reason(problem)}")
        elif problem:
            _tell(found, seed, Verdict(pipeline, text, "", problem))
        else:
            passed.append((seed, text, after))
    complaints = asked.refused([after for _, _, after in passed])
    for number, complaint in complaints.items():
        seed, text, after = passed[number]
        _tell(found, seed, Verdict(pipeline, text, after, f"does not verify: {complaint}"))
    return [one for number, one in enumerate(passed) if number not in complaints]


def _meaningful(executor: Executor, programs: dict[int, str], found: Tally) -> dict[int, str]:
    """Those that run and mean one thing: they observe the same where nothing is freed, and where functions give back
    copies.

    So they free nothing twice, read nothing that they have freed, and do not write to what a function gave back and
    somebody else has too.
    """
    # Values alone would not tell: what reads where it must not may read the same.
    freeing = {seed: text for seed, text in programs.items() if "memref.dealloc" in text.partition(OUTSIDE)[0]}
    seen = dict(zip(freeing, _run(executor, freeing.values()), strict=True))
    kept = dict[int, tuple[str, Report]]()
    for (seed, text), free in zip(programs.items(), _run(executor, map(without_frees, programs.values())), strict=True):
        own = seen.get(seed, free)
        if own == free and own.clean:
            kept[seed] = text, free
        else:
            found.count(_KIND, f"checked: {_why_not(own, free)}")
    copying = {seed: new for seed, (text, _) in kept.items() if (new := with_copies(without_frees(text)))}
    for seed, copied in zip(copying, _run(executor, copying.values()), strict=True):
        # A copy of some types cannot be lowered.
        if not copied.cannot_run and copied != kept[seed][1]:
            del kept[seed]
            found.count(_KIND, "checked: what it observes depends on which results are copies")
    return {seed: text for seed, (text, _) in kept.items()}


def _run(executor: Executor, programs: Iterable[str]) -> list[Report]:
    """What each does, but for its leaks."""
    reports = executor.run([part for text in programs for part in CORPUS.parts(text)], CORPUS.lowering)
    return [replace(report, leaks=0) for report in reports]


def _why_not(*reports: Report) -> str:
    cannot = next((report.cannot_run for report in reports if report.cannot_run), "")
    if cannot == ENDLESS:
        return "does not end"
    if cannot:
        return cannot.partition(":")[0] if cannot.startswith("cannot lower") else reason(cannot)
    return "what it observes depends on what it frees"
