"""Parts of tensors move in loops of blocks, and are read behind them: what is decided changes nothing that programs let others observe."""

from __future__ import annotations

import pytest

from tests.bufferize.deciding.campaign import mistakes
from tests.bufferize.deciding.marking import analyse
from tests.bufferize.programs.moving import moving
from tests.bufferize.running.soundness import wrong
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(300, 20))
def test_what_is_observed_is_the_same(seeds: range) -> None:
    assert [found for seed in seeds for found in mistakes(seed)] == []


def test_programs_can_be_decided_wrongly() -> None:
    """Some loops have what they write read behind them; with all in place, many programs let others observe something else."""
    noticed = 0
    for seed in range(40):
        text = moving(seed)
        found = analyse(text)
        found.analysis.in_place |= set(found.analysis.refused)
        noticed += wrong(text, found) is not None
    assert noticed >= 15
