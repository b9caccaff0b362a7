"""What the search found, Spacer finds by itself: an invariant for each allocation of what is clean, and none for what
is not.
"""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.certificates.program import Program
from ownlog.backend.checking.graph import DERIVED, Graph
from ownlog.backend.checking.judge import Judge
from ownlog.backend.checking.rows import Rows
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from tests.checking.clean import PROGRAMS
from tests.checking.programs import outputs
from tests.tiers import every, spans

spacer = pytest.importorskip("tests.checking.spacer", reason="z3-solver is not installed", exc_type=ImportError)

LONG, SHORT = 60, 1
"""How many seconds Spacer gets for one allocation: where it has to find something, and where it only must not deny it.
"""


def opinions(text: str, seconds: int = LONG) -> tuple[str, set[str]]:
    """The verdict, and what Spacer says of the allocations."""
    module = ownlog.parse(text)
    judge = Judge(Graph(Rows(extract_facts(module, Naming(module, None)), (), None, DERIVED)))
    status = judge.verdict().status
    invariants = list(judge.invariants())
    program = Program(judge.graph.rows, [name for invariant in invariants for name in invariant.dangling])
    return status, {spacer.opinion(program, invariant, seconds) for invariant in invariants}


@pytest.mark.parametrize("name", every(2, sorted(PROGRAMS)))
def test_spacer_finds_an_invariant_where_the_search_does(name: str) -> None:
    assert opinions(PROGRAMS[name]) == ("clean", {spacer.FOUND})


@pytest.mark.parametrize("seeds", spans(12, 4))
def test_spacer_denies_no_output_of_the_pipeline(seeds: range) -> None:
    found = [opinions(text, SHORT) for text in outputs(seeds)]
    assert {status for status, _ in found} == {"clean"}
    assert spacer.IMPOSSIBLE not in set().union(*(said for _, said in found))


FAULTY = {
    "leak": """func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  scf.if %c {
    memref.dealloc %a : memref<4xi32>
  }
  return
}""",
    "double free in a loop": """func.func @f(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  scf.for %i = %zero to %n step %one {
    memref.dealloc %a : memref<4xi32>
  }
  memref.dealloc %a : memref<4xi32>
  return
}""",
    "use after free": """func.func @f(%c: i1, %i: index) -> i32 {
  %a = memref.alloc() : memref<4xi32>
  cf.cond_br %c, ^freed, ^kept
^freed:
  memref.dealloc %a : memref<4xi32>
  cf.br ^kept
^kept:
  %x = memref.load %a[%i] : memref<4xi32>
  cf.cond_br %c, ^end, ^last
^last:
  memref.dealloc %a : memref<4xi32>
  cf.br ^end
^end:
  return %x : i32
}""",
}


@pytest.mark.parametrize("name", FAULTY)
def test_there_is_no_invariant_for_what_goes_wrong(name: str) -> None:
    status, said = opinions(FAULTY[name])
    assert status == "error"
    assert spacer.IMPOSSIBLE in said
