"""Outputs of Ownlog are clean; of programs with planted faults none that runs into one is called clean."""

from __future__ import annotations

import random

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.checking.faults import OPERATORS, faulty
from tests.checking.mutants import FALSE_ALARM, FAULTY, planted
from tests.checking.programs import outputs, subjects
from tests.execution.executor import Executor
from tests.execution.soundness import WHOLE, deallocate
from tests.shared import require_shared
from tests.tiers import spans

EVERY = 12


@pytest.mark.parametrize("seeds", spans(60, 6))
def test_outputs_for_random_programs_are_clean(seeds: range) -> None:
    texts = list(outputs(seeds))
    assert texts
    assert [verdict.findings for text in texts if (verdict := check(ownlog.parse(text))).status != "clean"] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_outputs_for_the_corpus_are_clean(part: int) -> None:
    files = sorted(require_shared("corpus").rglob("*.mlir"))[::EVERY]
    wrong = []
    for path in files[part::4]:
        try:
            text = deallocate(path.read_text(), WHOLE)
        except ownlog.OwnlogError:
            continue
        if check(ownlog.parse(text)).status != "clean":
            wrong.append(path.name)
    assert files
    assert wrong == []


@pytest.mark.parametrize("seeds", spans(60, 12))
def test_no_fault_that_runs_is_called_clean(executor: Executor, seeds: range) -> None:
    found = list(planted(executor, subjects(seeds), 4, random.Random(seeds.start)))
    assert any(one.kind == FAULTY for one in found)
    assert [one.shown() for one in found if one.is_missed] == []
    assert [one.shown() for one in found if one.kind == FALSE_ALARM] == []


PROGRAM = """\
func.func private @take(%a: memref<4xi32>, %b: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>, i1) {
  %true = arith.constant true
  return %a, %b, %true : memref<4xi32>, memref<4xi32>, i1
}
func.func @run(%given: memref<4xi32>, %c: i1, %d: i1) {
  %no = arith.constant false
  %a = memref.alloc() : memref<4xi32>
  %b = bufferization.clone %a : memref<4xi32> to memref<4xi32>
  %v = memref.cast %a : memref<4xi32> to memref<?xi32>
  %both = arith.andi %c, %d : i1
  %s = arith.select %c, %a, %b : memref<4xi32>
  scf.if %both {
    memref.dealloc %v : memref<?xi32>
  }
  %r:3 = call @take(%a, %b) : (memref<4xi32>, memref<4xi32>) -> (memref<4xi32>, memref<4xi32>, i1)
  memref.dealloc %a : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  return
}
"""


def test_each_operator_changes_a_program() -> None:
    made = {operator: text for operator, _, text in faulty(PROGRAM, 4 * len(OPERATORS), random.Random(1))}
    assert made.keys() == OPERATORS.keys()
    assert PROGRAM not in made.values()
    refused = []
    for operator, text in made.items():
        try:
            ownlog.parse(text)
        except ownlog.OwnlogError as error:
            refused.append((operator, str(error)))
    # What is not defined where a change needs it makes no program.
    assert len(refused) <= len(OPERATORS) // 4
