"""Ops that may not write all of their outputs keep the rest: random programs do what they do by value, however it is
decided.
"""

from __future__ import annotations

import pytest

from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.maps import Maps
from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, WHOLE, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value, wrong
from tests.execution.executor import Executor
from tests.tiers import spans

WAYS = (WHOLE, f"{WHOLE} copy-before-write", f"{WHOLE} analysis-heuristic=fewest-copies")


@pytest.mark.parametrize("seeds", spans(300, 30))
def test_what_is_decided(seeds: range) -> None:
    for seed in seeds:
        text = Maps(seed).text()
        for heuristic in (*HEURISTICS, "fewest-copies"):
            assert wrong(text, analyse(text, heuristic)) is None, (seed, heuristic)


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(300, 30))
def test_what_is_rewritten_and_freed(executor: Executor, seeds: range) -> None:
    texts = [Maps(seed).text() for seed in seeds]
    expected = [by_value(text) for text in texts]
    for text, values, report in zip(
        texts, expected, executor.run([runnable(freed(text)) for text in texts], TENSORS), strict=True
    ):
        assert report.clean, (text, report)
        assert agree(values, observed(report)), text
    for options in WAYS:
        reports = executor.run([runnable(bufferized(text, options)) for text in texts], TENSORS)
        for text, values, report in zip(texts, expected, reports, strict=True):
            assert not report.cannot_run, (text, report)
            assert agree(values, observed(report)), (options, text)
