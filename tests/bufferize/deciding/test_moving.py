"""Parts of tensors move in loops of blocks, and are read behind them: what is decided changes nothing that programs let
others observe.
"""

from __future__ import annotations

import pytest

from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.moving import moving
from tests.bufferize.running.soundness import by_value, wrong
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(300, 20))
def test_what_is_observed_is_the_same(seeds: range) -> None:
    for seed in seeds:
        text = moving(seed)
        assert None not in by_value(text), seed
        for heuristic in (*HEURISTICS, "fewest-copies"):
            assert wrong(text, analyse(text, heuristic)) is None, (seed, heuristic)


def test_programs_can_be_decided_wrongly() -> None:
    """Some loops have what they write read behind them; with all in place, many programs let others observe something
    else.
    """
    noticed = 0
    for seed in range(40):
        text = moving(seed)
        found = analyse(text)
        found.analysis.in_place |= set(found.analysis.refused)
        noticed += wrong(text, found) is not None
    assert noticed >= 15
