"""Does the pass keep a program's meaning and free every buffer once?

Compares a program with what the pass makes of it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import ownlog
from ownlog.backend.rewriting import build
from ownlog.frontend.printing.fresh_names import Names
from tests.execution.executor import LOWERING, Executor, Report
from tests.execution.programs.choices import Choices, shrink
from tests.execution.programs.generator import generate

PASS = "ownership-based-buffer-deallocation"
DYNAMIC = PASS + "{private-function-dynamic-ownership=true}"
PIPELINES = (PASS, DYNAMIC)
WHOLE = "buffer-deallocation-pipeline"
WHOLE_PIPELINES = (WHOLE, WHOLE + "{dealloc-at-block-end=true}")

Maker = Callable[[Choices], str]
"""Writes a program as the choices say."""

OUTSIDE = "// What follows was compiled elsewhere.\n"
"""Stands before the part of a program that no pass sees."""


def alone(text: str) -> list[str]:
    """The program itself, as the one to run."""
    return [text]


@dataclass(frozen=True, slots=True)
class Way:
    """How programs of some kind are run: the passes that lower them, and what is made of each before that."""

    lowering: Sequence[str] = LOWERING
    # The programs, one or several, that stand for one.
    parts: Callable[[str], list[str]] = alone
    # What may be said of a program that is refused.
    may_refuse: str = ""
    # What is made of a program, given a pipeline, and what went wrong; empty for what the pipeline makes of it.
    transformed: Callable[[str, str], tuple[str, str]] | None = None
    # Whether what is made of it frees everything.
    frees: bool = True


PLAIN = Way()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one program under one pipeline; `problem` is empty where all is well, `refused` where it was not
    refused rightly.
    """

    pipeline: str
    before: str
    after: str
    problem: str
    refused: str = ""

    def __str__(self) -> str:
        return f"{self.problem}\n\npipeline: {self.pipeline}\n\n==== before\n{self.before}\n==== after\n{self.after}"


def deallocate(text: str, pipeline: str) -> str:
    """What the pass makes of a program. Raises InputError where it refuses it."""
    module = ownlog.parse(text)
    ownlog.run_pipeline(module, pipeline)
    return str(module)


def judge(
    executor: Executor,
    programs: Sequence[str],
    pipelines: Sequence[str] = PIPELINES,
    way: Way = PLAIN,
    known: Mapping[tuple[str, str], tuple[str, str]] | None = None,
) -> list[Verdict]:
    """A verdict for each program and pipeline, programs in order.

    `known`: what is known of `deallocated` for some of them.
    """
    known, transformed = known or {}, way.transformed or deallocated
    pairs = [(text, pipeline) for text in programs for pipeline in pipelines]
    tried = [(*pair, *(known[pair] if pair in known else transformed(*pair))) for pair in pairs]
    runs = [after for _, _, after, problem in tried if not problem]
    reports = iter(_run(executor, [*map(_without_frees_outside, programs), *runs], way))
    expected = {text: next(reports) for text in programs}
    verdicts = []
    for text, pipeline, after, problem in tried:
        if problem:
            verdicts.append(_refusal(text, pipeline, problem, way))
        else:
            got = next(reports)
            verdicts.append(
                Verdict(pipeline, text, after, _problem(expected[text], got if way.frees else replace(got, leaks=0)))
            )
    return verdicts


def _run(executor: Executor, programs: Sequence[str], way: Way) -> list[Report]:
    parts = [way.parts(text) for text in programs]
    reports = iter(executor.run([part for some in parts for part in some], way.lowering))
    return [_together([next(reports) for _ in some]) for some in parts]


def _together(reports: Sequence[Report]) -> Report:
    """What several programs did one after the other."""
    if len(reports) == 1:
        return reports[0]
    numbers = {kind: sum(getattr(report, kind) for report in reports) for kind in Report.KINDS}
    observed = tuple(line for report in reports for line in report.observed)
    return Report(
        **numbers,
        observed=observed,
        cannot_run=next((report.cannot_run for report in reports if report.cannot_run), ""),
    )


def _without_frees_outside(text: str) -> str:
    """Where nothing is freed, what a function gives back may be what it was given: so its caller frees nothing
    either.
    """
    inside, mark, outside = text.partition(OUTSIDE)
    return inside + mark + without_frees(outside)


def without_frees(text: str) -> str:
    """The program without the lines that free a buffer by hand."""
    return "\n".join(line for line in text.splitlines() if "memref.dealloc" not in line)


def with_copies(text: str) -> str:
    """The program with a copy of each buffer that its functions give back; empty where they give back none.

    Whether a function returns a buffer or a copy of it is up to the pass, and to mlir-opt's.
    """
    inside, mark, outside = text.partition(OUTSIDE)
    module, copied = ownlog.parse(inside), False
    names = Names(module)
    for op in [*module.walk()]:
        if op.name != "func.return" or op.parent is None:
            continue
        operands = [*op.operands]
        for place, value in enumerate(operands):
            if value.type.is_memref:
                copy = build.clone(value, names)
                op.parent.insert_before(op, [copy])
                operands[place], copied = copy.results[0], True
        op.set_operands(operands)
    return str(module) + mark + outside if copied else ""


def _refusal(text: str, pipeline: str, problem: str, way: Way) -> Verdict:
    if way.may_refuse and problem.startswith("refused") and re.search(way.may_refuse, problem):
        return Verdict(pipeline, text, "", "", problem)
    return Verdict(pipeline, text, "", problem)


def deallocated(text: str, pipeline: str) -> tuple[str, str]:
    """The rewritten program and what went wrong; one of them is empty."""
    inside, mark, outside = text.partition(OUTSIDE)
    try:
        return deallocate(inside, pipeline) + mark + outside, ""
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
        first = next(
            (place for place, (left, right) in pairs if left != right), min(len(expected.observed), len(got.observed))
        )
        return f"observed values differ from number {first} on"
    return ""


def failures(
    executor: Executor,
    seeds: Sequence[int],
    pipelines: Sequence[str] = PIPELINES,
    make: Maker = generate,
    way: Way = PLAIN,
) -> Iterator[tuple[int, Verdict]]:
    """The seeds of random programs that some pipeline gets wrong, with the first verdict against each, not yet
    shrunk.
    """
    verdicts = iter(judge(executor, [make(Choices(seed)) for seed in seeds], pipelines, way))
    for seed in seeds:
        wrong = [verdict for verdict in (next(verdicts) for _ in pipelines) if verdict.problem]
        yield from ((seed, verdict) for verdict in wrong[:1])


def shrunk(executor: Executor, seed: int, found: Verdict, make: Maker = generate, way: Way = PLAIN) -> Verdict:
    """A small program that fails in the same way as the one that `seed` gives."""
    choices = Choices(seed)
    make(choices)
    kind = _kind(found.problem)

    def still_fails(candidates: Sequence[tuple[int, ...]]) -> int | None:
        programs = [make(Choices(recorded=candidate)) for candidate in candidates]
        verdicts = judge(executor, programs, [found.pipeline], way)
        return next((number for number, verdict in enumerate(verdicts) if _kind(verdict.problem) == kind), None)

    def size(candidate: tuple[int, ...]) -> int:
        return len(make(Choices(recorded=candidate)))

    small = make(Choices(recorded=shrink(choices.made, size, still_fails)))
    return judge(executor, [small], [found.pipeline], way)[0]


def _kind(problem: str) -> str:
    """The first word, so that shrinking a leak does not end with another fault that happens to be smaller."""
    return problem.split(":")[0].split(" ")[0]
