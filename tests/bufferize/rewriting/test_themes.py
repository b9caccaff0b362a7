"""Random programs of each theme let others observe what they do by value: as decided in each way, and rewritten in each
way, freed and run.
"""

from __future__ import annotations

import pytest

from ownlog.frontend import parse
from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.instances import Instances, backwards
from tests.bufferize.programs.moving import moving
from tests.bufferize.programs.themes import THEMES
from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, WHOLE, agree, bufferized, observed, runnable
from tests.bufferize.running.interpreter import ByValue, Interpreter
from tests.bufferize.running.soundness import by_value, wrong
from tests.execution.executor import Executor
from tests.tiers import spans

UNKNOWN = f"{WHOLE} allow-unknown-ops"
WAYS = (UNKNOWN, *(f"{UNKNOWN} {way}" for way in ("copy-before-write", "analysis-heuristic=fewest-copies")))


@pytest.mark.parametrize("seeds", spans(200, 8))
@pytest.mark.parametrize("theme", THEMES)
def test_what_is_decided(theme: str, seeds: range) -> None:
    for seed in seeds:
        text = THEMES[theme](seed)
        for heuristic in (*HEURISTICS, "fewest-copies"):
            found = analyse(text, heuristic, {"allow-return-allocs-from-loops": "true"})
            assert wrong(text, found) is None, (seed, heuristic)


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(100, 4))
@pytest.mark.parametrize("theme", THEMES)
def test_what_is_rewritten_and_freed(executor: Executor, theme: str, seeds: range) -> None:
    texts = [THEMES[theme](seed) for seed in seeds]
    made = [(text, freed(text, ("allow-unknown-ops", "true")), "freed") for text in texts]
    made += [(text, bufferized(text, way), way) for text in texts for way in WAYS]
    if theme == "instances":
        made += [(text, backwards(out), way) for text, out, way in made]
    for (text, _, way), report in zip(made, executor.run([runnable(out) for _, out, _ in made], TENSORS), strict=True):
        assert report.clean or (way != "freed" and not report.cannot_run and {*report.faults} <= {"leaks"}), (way, text)
        assert agree(by_value(text), observed(report)), (way, text)


def test_the_order_of_instances_does_not_matter_by_value() -> None:
    for seed in range(30):
        text = Instances(seed).text()
        expected = by_value(text)
        assert None not in expected
        assert Interpreter(parse(text), ByValue(), backwards=True).run() == by_value(backwards(text)) == expected


def test_programs_with_parts_that_move_can_be_decided_wrongly() -> None:
    """With all in place, many of them let others observe something else."""
    noticed = 0
    for seed in range(40):
        found = analyse(moving(seed))
        found.analysis.in_place |= set(found.analysis.refused)
        noticed += wrong(moving(seed), found) is not None
    assert noticed >= 15
