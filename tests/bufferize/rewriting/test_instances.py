"""Instances of parallel loops see what they share as it was before: random programs compute the same in any order of
them.
"""

from __future__ import annotations

import pytest

from ownlog.frontend import parse
from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.instances import Instances, backwards
from tests.bufferize.rewriting.test_covering import WAYS
from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, agree, bufferized, observed, runnable
from tests.bufferize.running.interpreter import ByValue, Interpreter
from tests.bufferize.running.soundness import by_value, wrong
from tests.execution.executor import Executor
from tests.tiers import spans


def test_the_order_of_instances_does_not_matter_by_value() -> None:
    for seed in range(30):
        text = Instances(seed).text()
        expected = by_value(text)
        assert None not in expected
        assert Interpreter(parse(text), ByValue(), backwards=True).run() == by_value(backwards(text)) == expected


@pytest.mark.parametrize("seeds", spans(300, 30))
def test_what_is_decided(seeds: range) -> None:
    for seed in seeds:
        text = Instances(seed).text()
        for heuristic in (*HEURISTICS, "fewest-copies"):
            assert wrong(text, analyse(text, heuristic)) is None, (seed, heuristic)


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(300, 30))
def test_what_is_rewritten_and_freed(executor: Executor, seeds: range) -> None:
    texts = [Instances(seed).text() for seed in seeds]
    expected = [by_value(text) for text in texts]
    made = [freed(text) for text in texts]
    for turned in (made, [backwards(text) for text in made]):
        for seed, values, report in zip(
            seeds, expected, executor.run([runnable(text) for text in turned], TENSORS), strict=True
        ):
            assert report.clean, (seed, report)
            assert agree(values, observed(report)), seed
    for options in WAYS:
        made = [bufferized(text, options) for text in texts]
        for turned in (made, [backwards(text) for text in made]):
            for seed, values, report in zip(
                seeds, expected, executor.run([runnable(text) for text in turned], TENSORS), strict=True
            ):
                assert not report.cannot_run, (seed, report)
                assert agree(values, observed(report)), (options, seed)
