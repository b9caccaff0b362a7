"""Do mutants stay sound? Each is checked by mlir-opt before and after the pass, and run where it can be run and means something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tests.execution.executor import Executor, Report
from tests.execution.mutants.mutants import CORPUS_LOWERING, runnable
from tests.execution.soundness import OUTSIDE, Verdict, Way, deallocated, judge
from tests.tools import Program

CORPUS = Way(CORPUS_LOWERING, runnable)


@dataclass(slots=True)
class Tally:
    """What became of mutants: how many were no programs, refused, only checked, and run; and those that went wrong."""

    invalid: int = 0
    refused: int = 0
    checked: int = 0
    run: int = 0
    wrong: list[Verdict] = field(default_factory=list)


def tally(executor: Executor, mutants: Sequence[str], pipeline: str) -> Tally:
    """Check all of them, and run those that have a `@main` behind the mark."""
    found, to_run = Tally(), []
    optimizer = Program((executor.tools["mlir-opt-22"], "-o", "/dev/null", "-"))
    for text in mutants:
        inside, _, outside = text.partition(OUTSIDE)
        if optimizer([], inside).status:
            found.invalid += 1
            continue
        after, problem = deallocated(inside, pipeline)
        if problem.startswith("refused") and "memref.dealloc" in inside:
            # What is freed by hand may be freed in a way that nothing can be made of; mlir-opt refuses all of it.
            found.refused += 1
        elif problem:
            found.wrong.append(Verdict(pipeline, text, "", problem))
        elif complaint := optimizer([], after).complaint if optimizer([], after).status else "":
            found.wrong.append(Verdict(pipeline, text, after, f"does not verify: {complaint}"))
        else:
            found.checked += 1
            to_run += [text] if outside else []
    meaningful = _meaningful(executor, to_run)
    verdicts = judge(executor, meaningful, [pipeline], CORPUS)
    found.run = len(meaningful)
    found.wrong += [verdict for verdict in verdicts if verdict.problem]
    return found


def _meaningful(executor: Executor, programs: Sequence[str]) -> list[str]:
    """Those that run, free nothing twice and read nothing that they have freed: they observe the same where nothing is freed."""
    inside = [_without(text, "memref.dealloc") for text in programs]
    # Values alone would not tell: what reads where it must not may read the same.
    reports = iter(executor.run([part for text in [*programs, *inside] for part in CORPUS.parts(text)], CORPUS.lowering))
    first, second = [next(reports) for _ in programs], [next(reports) for _ in programs]
    seen = zip(programs, map(_seen, first), map(_seen, second), strict=True)
    return [text for text, one, other in seen if one == other and one.clean]


def _seen(report: Report) -> Report:
    return replace(report, leaks=0)


def _without(text: str, op: str) -> str:
    return "\n".join(line for line in text.splitlines() if op not in line)
