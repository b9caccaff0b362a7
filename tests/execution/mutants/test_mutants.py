"""Programs that grow from corpus files by small changes keep their meaning and free every buffer once."""

from collections import Counter

import pytest

from tests.execution.campaign import Tally
from tests.execution.choices import Choices
from tests.execution.executor import BATCH, Executor
from tests.execution.mutants.judging import CORPUS, tally
from tests.execution.mutants.mutants import Mutants, corpus_files
from tests.execution.soundness import OUTSIDE, WHOLE, shrunk
from tests.shared import require_shared
from tests.tiers import spans

EVERY_RUN, NIGHTLY = 60, 5000


def _check(executor: Executor, seeds: range) -> Counter[str]:
    mutants, whole = Mutants(corpus_files(require_shared("corpus"))), Tally()
    for start in range(seeds.start, seeds.stop, BATCH):
        chosen = range(start, min(start + BATCH, seeds.stop))
        whole.add(tally(executor, chosen, [mutants.make(Choices(seed)) for seed in chosen], WHOLE))
        if whole.wrong:
            seed, verdict = whole.wrong[0]
            small = shrunk(executor, seed, verdict, mutants.make, CORPUS) if OUTSIDE in verdict.before else verdict
            pytest.fail(f"seed {seed}: {small}", pytrace=False)
    return _outcomes(whole)


def _outcomes(whole: Tally) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, outcome), number in whole.counts.items():
        found[outcome.partition(":")[0]] += number
    return found


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 4))
def test_mutants_stay_sound(executor: Executor, seeds: range) -> None:
    found = _check(executor, seeds)
    # Else this would say little.
    assert len(seeds) - found["invalid"] - found["refused"] > len(seeds) // 3
    assert found["run"] > len(seeds) // 10


@pytest.mark.nightly
def test_many_mutants_stay_sound(executor: Executor) -> None:
    _check(executor, range(EVERY_RUN, EVERY_RUN + NIGHTLY))


def test_a_seed_gives_one_mutant() -> None:
    mutants = Mutants(corpus_files(require_shared("corpus")))
    choices = Choices(3)
    text = mutants.make(choices)
    assert text == mutants.make(Choices(3)) == mutants.make(Choices(recorded=choices.made))
    assert text != mutants.make(Choices(4))
