"""Parts without elements, at the end too: mlir-opt-22 reads what comes out, and programs compute what they should."""

from __future__ import annotations

import pytest

import ownlog
from tests.bufferize.programs.empty_parts import program
from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor
from tests.peer import mlir_opt_each
from tests.tiers import spans

PADDED_BY_LESS = """\
func.func @f(%t: tensor<4xf32>, %x: f32) -> tensor<2xf32> {
  %p = tensor.pad %t low[-1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<4xf32> to tensor<2xf32>
  return %p : tensor<2xf32>
}
"""


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(150, 10))
def test_random_programs(executor: Executor, seeds: range) -> None:
    assert faults(executor, seeds) == []


def faults(executor: Executor, seeds: range) -> list[tuple[str, str]]:
    """The programs with which something is wrong, and what that is."""
    texts, found = [program(seed) for seed in seeds], []
    for make in (bufferized, freed):
        made = [make(text) for text in texts]
        found += [(text, peer.err) for text, peer in zip(texts, mlir_opt_each(made), strict=True) if peer.status]
        if found:
            return found
        reports = executor.run([runnable(text) for text in made], TENSORS)
        for text, report in zip(texts, reports, strict=True):
            freed_wrongly = set(report.faults) - ({"leaks"} if make is bufferized else set())
            if freed_wrongly or not agree(by_value(text), observed(report)):
                found.append((text, str(report)))
    return found


def test_a_padding_that_takes_elements_away_is_refused() -> None:
    with pytest.raises(ownlog.InputError, match="a padding of negative size"):
        bufferized(PADDED_BY_LESS)


def test_a_slice_keeps_the_value_that_says_that_it_begins_at_the_end() -> None:
    text = """\
func.func @f(%m: memref<2xf32>) -> memref<?xf32, strided<[1], offset: ?>> {
  %end = arith.constant 2 : index
  %none = arith.constant 0 : index
  %s = memref.subview %m[%end] [%none] [1] : memref<2xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %s : memref<?xf32, strided<[1], offset: ?>>
}
"""
    assert "memref.subview %m[%" in str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))
