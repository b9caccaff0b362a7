"""Programs whose functions return less, or take what they write to, let others observe the same."""

import pytest

import ownlog
from tests.execution.executor import Executor
from tests.execution.programs import generator, handovers
from tests.execution.programs.choices import Choices
from tests.tiers import spans

PIPELINES = (
    "drop-equivalent-buffer-results",
    "buffer-results-to-out-params{hoist-static-allocs=true modify-public-functions=true}",
    "drop-equivalent-buffer-results,buffer-results-to-out-params{hoist-static-allocs=true hoist-dynamic-allocs=true}",
)
TWO_RESULTS = """\
func.func private @observe_i64(i64)
func.func private @f(%c: i1, %v: i64, %w: i64) -> memref<4xi64> {
  %z = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi64>
  %b = memref.alloc() : memref<4xi64>
  linalg.fill ins(%v : i64) outs(%a : memref<4xi64>)
  linalg.fill ins(%w : i64) outs(%b : memref<4xi64>)
  %l = memref.load %a[%z] : memref<4xi64>
  func.call @observe_i64(%l) : (i64) -> ()
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : memref<4xi64>
^bb2:
  return %b : memref<4xi64>
}
func.func @main() {
  %z = arith.constant 0 : index
  %v = arith.constant 7 : i64
  %w = arith.constant 9 : i64
  %yes = arith.constant true
  %no = arith.constant false
  %r = func.call @f(%yes, %v, %w) : (i1, i64, i64) -> memref<4xi64>
  %s = func.call @f(%no, %v, %w) : (i1, i64, i64) -> memref<4xi64>
  %k = memref.load %r[%z] : memref<4xi64>
  func.call @observe_i64(%k) : (i64) -> ()
  %l = memref.load %s[%z] : memref<4xi64>
  func.call @observe_i64(%l) : (i64) -> ()
  return
}
"""


def test_two_allocations_that_are_alive_together(executor: Executor) -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(TWO_RESULTS), PIPELINES[1]))
    assert out != TWO_RESULTS
    before, after = executor.run([TWO_RESULTS, out])
    assert before.observed == after.observed == ("i64 0x7", "i64 0x7", "i64 0x7", "i64 0x9")


@pytest.mark.parametrize("seeds", spans(100, 5))
def test_random_programs_observe_the_same(seeds: range, executor: Executor) -> None:
    before, after = [], []
    for seed in seeds:
        for generate in (generator.generate, handovers.generate):
            text = generate(Choices(seed))
            for pipeline in PIPELINES:
                try:
                    out = str(ownlog.run_pipeline(ownlog.parse(text), pipeline))
                except ownlog.InputError:
                    # Sizes that only the callee knows.
                    continue
                if out != text:
                    before.append(text)
                    after.append(out)
    assert len(before) >= len(seeds)
    for text, first, then in zip(after, executor.run(before), executor.run(after), strict=True):
        if first.clean or first.faults.keys() <= {"leaks"}:
            assert then.observed == first.observed, text
            assert not then.cannot_run, text
            assert then.faults.keys() <= {"leaks"}, text
