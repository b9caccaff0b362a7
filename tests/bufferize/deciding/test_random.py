"""Plain random programs are decided as by mlir-opt-22, where that is right."""

from __future__ import annotations

import pytest

from tests.bufferize.deciding.by_design import by_design
from tests.bufferize.deciding.marking import HEURISTICS, PRINTED, Refused, analyse, decide_as, differences, ours, theirs
from tests.bufferize.programs.generator import program
from tests.bufferize.running.soundness import wrong
from tests.shared import require_tool
from tests.tiers import spans


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(200, 10))
def test_plain_programs_are_decided_as_by_mlir_opt(seeds: range) -> None:
    """Or mlir-opt-22's decisions let others observe something else."""
    mlir_opt = require_tool("mlir-opt-22")
    for seed in seeds:
        text = program(seed, plain=True)
        for heuristic in HEURISTICS:
            found, mine = theirs(text, heuristic, mlir_opt), analyse(text, heuristic, PRINTED)
            assert not isinstance(found, Refused), (seed, heuristic, found)
            if differing := differences(ours(mine), found):
                reasoned = by_design(mine, differing)
                decide_as(mine, found)
                assert reasoned or wrong(text, mine) is not None, (seed, heuristic, differing)


def test_programs_have_what_decisions_are_about() -> None:
    """Uses out of place in about each program, in plain ones, too, and each kind of op with regions in some."""
    texts = [program(seed) for seed in range(60)]
    for words in (
        "scf.for",
        "scf.if",
        "scf.while",
        "scf.forall",
        "scf.execute_region",
        "scf.index_switch",
        "cf.cond_br",
        "@even(",
        "@twice(",
    ):
        assert sum(words in text.partition("@count")[2] for text in texts) >= 5, words
    for plain in (False, True):
        found = [analyse(program(seed, plain=plain)).analysis for seed in range(12)]
        assert sum(bool(analysis.refused) for analysis in found) >= 8


def test_decisions_that_are_wrong_are_noticed() -> None:
    """With all in place, most programs let others observe something else."""
    noticed = 0
    for seed in range(20):
        text = program(seed)
        found = analyse(text)
        found.analysis.in_place |= set(found.analysis.refused)
        noticed += wrong(text, found) is not None
    assert noticed >= 10
