"""Programs written to be bufferized wrongly come out right: as decided, as rewritten and run, and freed, in any order
of decisions.
"""

from __future__ import annotations

import pytest

from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.tricky import NAMES, tricky
from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, WHOLE, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value, wrong
from tests.execution.executor import Executor

WAYS = (
    WHOLE, f"{WHOLE} copy-before-write", f"{WHOLE} function-boundary-type-conversion=identity-layout-map",
    f"{WHOLE} analysis-heuristic=top-down", f"{WHOLE} analysis-heuristic=fewest-copies",
    f"{WHOLE} no-analysis-func-filter=go,mix,down,part,set,add,read,pick",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_what_is_decided(name: str) -> None:
    for text in tricky(name):
        assert None not in by_value(text)
        for heuristic in (*HEURISTICS, "fewest-copies"):
            assert wrong(text, analyse(text, heuristic)) is None, heuristic
        for seed in range(1, 6):
            assert wrong(text, analyse(text, "fuzzer", {"analysis-fuzzer-seed": str(seed)})) is None, seed


def test_most_can_be_decided_wrongly() -> None:
    """With all in place, programs let others observe something else, or write to what is read-only."""
    noticed = 0
    for name in NAMES:
        text = [*tricky(name)][-1]
        found = analyse(text)
        found.analysis.in_place |= set(found.analysis.refused)
        noticed += wrong(text, found) is not None
    assert noticed >= len(NAMES) - 8


@pytest.mark.peer
@pytest.mark.parametrize("part", range(3))
def test_what_is_rewritten_and_freed(executor: Executor, part: int) -> None:
    texts = [text for name in NAMES[part::3] for text in tricky(name)]
    expected = [by_value(text) for text in texts]
    for text, values, report in zip(
        texts, expected, executor.run([runnable(freed(text)) for text in texts], TENSORS), strict=True
    ):
        assert report.clean, (text, report)
        assert agree(values, observed(report)), text


@pytest.mark.peer
@pytest.mark.slow
@pytest.mark.parametrize("options", WAYS)
def test_other_ways_to_decide(executor: Executor, options: str) -> None:
    texts = [text for name in NAMES for text in tricky(name)]
    reports = executor.run([runnable(bufferized(text, options)) for text in texts], TENSORS)
    for text, report in zip(texts, reports, strict=True):
        assert not report.cannot_run, report
        assert set(report.faults) <= {"leaks"}
        assert agree(by_value(text), observed(report)), text
