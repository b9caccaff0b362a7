"""Programs that grow from corpus files by small changes keep their meaning and free every buffer once."""

from collections import Counter

import pytest

from tests.execution.campaign import Tally
from tests.execution.executor import BATCH, Executor
from tests.execution.mutants.judging import CORPUS, tally
from tests.execution.mutants.mutants import Mutants, corpus_files
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE, WHOLE, shrunk
from tests.shared import require_shared
from tests.tiers import spans

EVERY_RUN = 60


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


def test_a_seed_gives_one_mutant() -> None:
    mutants = Mutants(corpus_files(require_shared("corpus")))
    choices = Choices(3)
    text = mutants.make(choices)
    assert text == mutants.make(Choices(3)) == mutants.make(Choices(recorded=choices.made))
    assert text != mutants.make(Choices(4))


_CHOSEN = """
func.func private @decide() -> i1
func.func private @chosen(%a: memref<i32>) -> memref<i32> {{
  %new = memref.alloc() : memref<i32>
  memref.copy %a, %new : memref<i32> to memref<i32>
  %d = func.call @decide() : () -> i1
  %s = arith.select %d, %new, %a : memref<i32>
  return %s : memref<i32>
}}
func.func @entry(%n: i32) -> i32 {{
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<i32>
  memref.store %n, %a[] : memref<i32>
  %b = func.call @chosen(%a) : (memref<i32>) -> memref<i32>
  %c = func.call @chosen(%a) : (memref<i32>) -> memref<i32>
  {}
  %x = memref.load %b[] : memref<i32>
  %y = memref.load %c[] : memref<i32>
  %sum = arith.addi %x, %y : i32
  return %sum : i32
}}
// What follows was compiled elsewhere.
func.func private @observe_i64(i64)
func.func @main() {{
  %n = arith.constant 7 : i32
  %r = func.call @entry(%n) : (i32) -> i32
  %w = arith.extui %r : i32 to i64
  func.call @observe_i64(%w) : (i64) -> ()
  return
}}
"""


@pytest.mark.parametrize(
    ("between", "outcome"),
    [
        ("memref.store %n, %a[] : memref<i32>", "run"),
        # Whether it is seen through %b and %c is up to the pass, as @chosen may give back a copy.
        ("memref.store %zero, %a[] : memref<i32>", "checked: what it observes depends on which results are copies"),
    ],
)
def test_what_depends_on_copies_of_results_is_not_run(executor: Executor, between: str, outcome: str) -> None:
    found = tally(executor, [0], [_CHOSEN.format(between)], WHOLE)
    assert not found.wrong
    assert {kind for (_, kind), number in found.counts.items() if number} == {"programs", outcome}
