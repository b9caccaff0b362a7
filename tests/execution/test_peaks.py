"""What `ownlog peak` states is what programs take when they are run, or more, where it says "at most"."""

import random
import re

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.query.reports.peak import Peaks
from ownlog.query.reports.peak_sizes import Assumptions
from ownlog.query.reports.peak_sums import Most
from tests.execution.executor import Executor
from tests.execution.programs import decisions, generator, handovers
from tests.execution.programs.choices import Choices
from tests.execution.soundness import Maker
from tests.tiers import spans

PIPELINES = (
    "buffer-deallocation-pipeline",
    "ownership-based-buffer-deallocation,buffer-deallocation-simplification,bufferization-lower-deallocations",
    "buffer-loop-hoisting,buffer-deallocation-pipeline",
    "buffer-deallocation",
    "buffer-deallocation-pipeline,static-memory-planner",
)
MAKERS: tuple[Maker, ...] = (generator.generate, handovers.generate, decisions.generate)
LARGEST = "6"
"""The largest size that random programs give a dimension."""
EVERY_RUN, TOGETHER = 40, 4
_HARMLESS = "takes is not known"
"""What is said of functions without a body: those of the run-time library take nothing."""


def stated(text: str, pipeline: str) -> tuple[str, Most, Most]:
    """What the passes make of a program, and what is stated of its `@main`, before and after that."""
    module = ownlog.parse(text)
    peaks = Peaks(module, parse_pipeline(pipeline), Context(), Assumptions([LARGEST]))
    before, after = (program.memory.most("@main") for program in peaks.programs)
    # For an alignment, mlir-opt allocates more than the buffer's bytes.
    return re.sub(r" \{alignment = \d+ : i64\}", "", str(module)), before, after


def problem(most: Most, executed: int) -> str:
    """What is wrong with a statement about what was executed; empty where nothing is."""
    more = [reason for reason in most.reasons if _HARMLESS not in reason]
    unbounded = most.bound in ("at least", "about") and (more or most.unknown)
    if executed > most.bytes and not unbounded:
        return f"{most.bound} {most.bytes} is stated, and {executed} bytes were taken"
    if executed != most.bytes and most.bound == "exact":
        return f"exactly {most.bytes} is stated, and {executed} bytes were taken"
    return ""


def straight(seed: int) -> str:
    """A program without branches: calls of functions, buffers of fixed sizes that are freed, handed out, or left."""
    choose = random.Random(seed)
    functions: list[str] = []
    known: list[tuple[str, str]] = []
    for name in [*(f"f{number}" for number in range(choose.randrange(3))), "main"]:
        lines = ["  %c0 = arith.constant 0 : index", "  %v = arith.constant 7 : i32"]
        open_: list[tuple[str, str]] = []
        gives = name != "main" and choose.random() < 0.5
        for number in range(choose.randrange(1, 9)):
            kind = choose.random()
            if kind < 0.5 or not open_:
                size = choose.randrange(1, 40)
                lines.append(f"  %b{number} = memref.alloc() : memref<{size}xi32>")
                # What nothing uses, mlir-opt drops.
                lines.append(f"  memref.store %v, %b{number}[%c0] : memref<{size}xi32>")
                open_.append((f"%b{number}", f"memref<{size}xi32>"))
            elif kind < 0.7 and known:
                callee, result = choose.choice(known)
                given = f"%b{number} = " if result else ""
                lines.append(f"  {given}func.call @{callee}() : () -> ({result})")
                if result:
                    open_.append((f"%b{number}", result))
            else:
                value, type_ = open_.pop(choose.randrange(len(open_)))
                lines.append(f"  memref.dealloc {value} : {type_}")
        result = ""
        if gives and open_:
            value, result = open_.pop()
            lines.append(f"  return {value} : {result}")
        else:
            lines.append("  return")
        arrow = f" -> {result}" if result else ""
        functions.append("\n".join([f"func.func{' private' * (name != 'main')} @{name}(){arrow} {{", *lines, "}"]))
        known.append((name, result))
    return "\n".join([*functions, ""])


def test_programs_without_branches_take_what_is_stated(executor: Executor) -> None:
    programs = [straight(seed) for seed in range(120)]
    found = []
    for text in programs:
        peaks = Peaks(ownlog.parse(text), (), Context(), Assumptions())
        found.append(peaks.programs[0].memory.most("@main"))
    reports = executor.run(programs)
    assert [report.cannot_run for report in reports] == [""] * len(programs)
    wrong = [
        text for text, most, report in zip(programs, found, reports, strict=True) if most.bytes != report.most_bytes
    ]
    assert wrong == []
    assert sum(most.bound == "exact" for most in found) >= len(found) // 3


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__module__.rpartition(".")[2])
@pytest.mark.parametrize("seeds", spans(EVERY_RUN, TOGETHER))
def test_random_programs_take_no_more_than_is_stated(executor: Executor, seeds: range, make: Maker) -> None:
    pairs = [(make(Choices(seed)), pipeline) for seed in seeds for pipeline in PIPELINES]
    found = [stated(*pair) for pair in pairs]
    reports = executor.run([after for after, _, _ in found])
    for (text, pipeline), (after, _, most), report in zip(pairs, found, reports, strict=True):
        wrong = report.cannot_run or problem(most, report.most_bytes)
        if wrong:
            pytest.fail(
                f"{wrong}\n{most.reasons}\npipeline: {pipeline}\n==== before\n{text}\n==== after\n{after}",
                pytrace=False,
            )
