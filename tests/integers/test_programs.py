"""Random programs with integers at the ends of their range: verdicts, and what passes make of them, are those of
runs.
"""

import pytest

from tests.integers.judging import ASPECTS
from tests.tiers import spans


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("seeds", spans(160, 20))
def test_what_is_said_and_made_of_programs_is_what_runs_show(aspect: str, seeds: range) -> None:
    _, wrong = ASPECTS[aspect](seeds)
    assert wrong == []
