"""Does the pass keep a program's meaning and free every buffer once? Compares a program with what the pass makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import ownlog
from tests.execution.choices import Choices, shrink
from tests.execution.executor import Executor, Report
from tests.execution.generator import generate

PASS = "ownership-based-buffer-deallocation"
DYNAMIC = PASS + "{private-function-dynamic-ownership=true}"
PIPELINES = (PASS, DYNAMIC)
WHOLE = "buffer-deallocation-pipeline"
WHOLE_PIPELINES = (WHOLE, WHOLE + "{dealloc-at-block-end=true}")

Maker = Callable[[Choices], str]
"""Writes a program as the choices say."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one program under one pipeline; `problem` is empty where all is well."""

    pipeline: str
    before: str
    after: str
    problem: str

    def __str__(self) -> str:
        return f"{self.problem}\n\npipeline: {self.pipeline}\n\n==== before\n{self.before}\n==== after\n{self.after}"


def deallocate(text: str, pipeline: str) -> str:
    """What the pass makes of a program. Raises InputError where it refuses it."""
    module = ownlog.parse(text)
    ownlog.run_pipeline(module, pipeline)
    return str(module)


def judge(executor: Executor, programs: Sequence[str], pipelines: Sequence[str] = PIPELINES) -> list[Verdict]:
    """A verdict for each program and pipeline, programs in order."""
    tried = [(text, pipeline, *_deallocated(text, pipeline)) for text in programs for pipeline in pipelines]
    runs = [after for _, _, after, problem in tried if not problem]
    reports = iter(executor.run([*programs, *runs]))
    expected = {text: next(reports) for text in programs}
    return [
        Verdict(pipeline, text, after, problem or _problem(expected[text], next(reports)))
        for text, pipeline, after, problem in tried
    ]  # fmt: skip


def _deallocated(text: str, pipeline: str) -> tuple[str, str]:
    """The rewritten program and what went wrong; one of them is empty."""
    try:
        return deallocate(text, pipeline), ""
    except ownlog.OwnlogError as refused:
        return "", f"refused: {refused}"
    except Exception as crash:  # A crash is a finding too, and the other programs must go on.
        return "", f"crashed: {type(crash).__name__}: {crash}"


def _problem(expected: Report, got: Report) -> str:
    wrong = {kind: number for kind, number in expected.faults.items() if kind != "leaks"}
    if expected.cannot_run or wrong:
        return f"the program itself is faulty: {expected.cannot_run or wrong}"
    if not got.clean:
        return got.cannot_run or ", ".join(f"{kind}: {number}" for kind, number in got.faults.items())
    if got.observed != expected.observed:
        pairs = enumerate(zip(expected.observed, got.observed, strict=False))
        first = next((place for place, (left, right) in pairs if left != right), min(len(expected.observed), len(got.observed)))
        return f"observed values differ from number {first} on"
    return ""


def failures(
    executor: Executor, seeds: Sequence[int], pipelines: Sequence[str] = PIPELINES, make: Maker = generate
) -> Iterator[tuple[int, Verdict]]:
    """The seeds of random programs that some pipeline gets wrong, with the first verdict against each, not yet shrunk."""
    verdicts = iter(judge(executor, [make(Choices(seed)) for seed in seeds], pipelines))
    for seed in seeds:
        wrong = [verdict for verdict in (next(verdicts) for _ in pipelines) if verdict.problem]
        yield from ((seed, verdict) for verdict in wrong[:1])


def shrunk(executor: Executor, seed: int, found: Verdict, make: Maker = generate) -> Verdict:
    """A small program that fails in the same way as the one that `seed` gives."""
    choices = Choices(seed)
    make(choices)
    kind = _kind(found.problem)

    def still_fails(candidates: Sequence[tuple[int, ...]]) -> int | None:
        programs = [make(Choices(recorded=candidate)) for candidate in candidates]
        verdicts = judge(executor, programs, [found.pipeline])
        return next((number for number, verdict in enumerate(verdicts) if _kind(verdict.problem) == kind), None)

    def size(candidate: tuple[int, ...]) -> int:
        return len(make(Choices(recorded=candidate)))

    small = make(Choices(recorded=shrink(choices.made, size, still_fails)))
    return judge(executor, [small], [found.pipeline])[0]


def _kind(problem: str) -> str:
    """The first word, so that shrinking a leak does not end with another fault that happens to be smaller."""
    return problem.split(":")[0].split(" ")[0]
