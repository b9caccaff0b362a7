"""Programs with loops, switches and ends that are constant are judged as they run."""

from collections import Counter

import pytest

from tests.checking.constants import judged
from tests.execution.executor import Executor
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(120, 20))
def test_programs_are_judged_as_they_run(executor: Executor, seeds: range) -> None:
    found = list(judged(executor, seeds))
    assert [one.shown() for one in found if one.wrong] == []
    counts = Counter(one.status for one in found)
    assert counts["clean"] > 0 < counts["error"]
    # Two of six kinds are about numbers that the checker does not follow.
    assert counts["undecided"] <= 0.5 * len(found)
