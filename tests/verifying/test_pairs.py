"""Changed programs are run beside what they were: none that runs otherwise is called the same, and none that runs alike
different.
"""

import pytest

from tests.execution.executor import Executor
from tests.tiers import spans
from tests.verifying.changes import CHANGING, TOLD
from tests.verifying.pairs import ALL, pairs
from tests.verifying.subjects import Subject


@pytest.mark.parametrize("seeds", spans(40, 4))
def test_changed_programs_are_judged_as_they_run(executor: Executor, seeds: range) -> None:
    found = list(pairs(executor, seeds))
    assert {pair.status for pair in found} >= {"same", "unknown"}
    assert [pair.shown() for pair in found if pair.wrong] == []


@pytest.mark.parametrize("operator", [*CHANGING, *TOLD])
def test_each_change_can_be_made(operator: str) -> None:
    lines = [Subject(seed).text.splitlines() for seed in range(40)]
    chance = Subject(0).chance
    assert any(ALL[operator](text, at, chance) for text in lines for at in range(len(text)))
