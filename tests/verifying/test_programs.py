"""Outputs of Ownlog do what their inputs do; what runs otherwise is not called the same."""

import random
from collections.abc import Iterable, Iterator

import pytest

import ownlog
from ownlog.backend.verifying import Comparison, compare
from ownlog.frontend import parse
from tests.checking.programs import MAKERS
from tests.execution.executor import Executor
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE, WHOLE, deallocate
from tests.shared import require_shared
from tests.tiers import spans
from tests.verifying.changes import changed

EVERY = 16
PLACED = WHOLE + "{placement=sinking,hoisting,reuse}"
"""With allocations that move, are left out and take over the memory of others."""


def compared(before: str, after: str) -> Comparison:
    return compare(parse(before), parse(after), again=lambda: parse(before))


def programs(seeds: Iterable[int], pipeline: str = WHOLE) -> Iterator[tuple[str, str]]:
    """Random programs, and what a pipeline makes of them."""
    for seed in seeds:
        before = MAKERS[seed % len(MAKERS)](Choices(seed)).partition(OUTSIDE)[0]
        try:
            yield before, deallocate(before, pipeline)
        except ownlog.OwnlogError:
            continue


@pytest.mark.parametrize("pipeline", [WHOLE, PLACED])
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 40), marks=pytest.mark.slow)])
def test_most_outputs_for_random_programs_are_the_same(seeds: range, pipeline: str) -> None:
    found = [outcome for pair in programs(seeds, pipeline) for outcome in compared(*pair).outcomes]
    assert [outcome for outcome in found if outcome.status == "different"] == []
    same = [outcome for outcome in found if outcome.status == "same"]
    assert len(same) >= 0.9 * len(found) > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_outputs_for_the_corpus_are_the_same(part: int) -> None:
    files = sorted(require_shared("corpus").rglob("*.mlir"))[::EVERY]
    found = []
    for path in files[part::4]:
        before = path.read_text()
        try:
            after = deallocate(before, WHOLE)
        except ownlog.OwnlogError:
            continue
        found += [
            (path.name, outcome.function, outcome.reason)
            for outcome in compared(before, after).outcomes
            if outcome.status != "same"
        ]
    assert files
    assert found == []


@pytest.mark.parametrize("pipeline", [WHOLE, PLACED])
@pytest.mark.parametrize("seeds", spans(16, 2))
def test_what_runs_otherwise_is_not_called_the_same(executor: Executor, seeds: range, pipeline: str) -> None:
    tried = [
        (before, after, *one)
        for before, after in programs(seeds, pipeline)
        for one in changed(after, 2, random.Random(seeds.start))
    ]
    expected = dict(
        zip((after for _, after, *_ in tried), executor.run([after for _, after, *_ in tried]), strict=True)
    )
    noticed = [
        one
        for one, report in zip(tried, executor.run([text for *_, text in tried]), strict=True)
        if not report.cannot_run and report.faults.keys() <= {"leaks"} and report.observed != expected[one[1]].observed
    ]
    assert noticed
    assert [
        f"{name} at {line}\n{text}"
        for before, _, name, line, text in noticed
        if compared(before, text).status == "same"
    ] == []
