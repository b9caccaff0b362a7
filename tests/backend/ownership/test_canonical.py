"""What the deallocation pipeline makes is canonical: another canonicalization changes nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ownlog
from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend.ir.module import Module
from tests.execution.programs import decisions, diamonds, generator, handovers
from tests.execution.programs.choices import Choices
from tests.execution.soundness import WHOLE
from tests.tiers import spans

_FREES_ONLY = """func.func @ends_in_many_ways(%c: i1, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %out, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %v = memref.subview %b[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  scf.if %c {
    %d = memref.alloc() : memref<4xf32>
    memref.copy %d, %out : memref<4xf32> to memref<4xf32>
  }
  memref.copy %v, %v : memref<2xf32, strided<[1]>> to memref<2xf32, strided<[1]>>
  cf.cond_br %c, ^use, ^drop
^use:
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  cf.br ^last
^drop:
  cf.br ^last
^last:
  return
}
"""
_DECIDES = """func.func @decides(%c: i1, %p: memref<4xf32>, %out: memref<4xf32>) {
  %n = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^join(%p : memref<4xf32>), ^join(%n : memref<4xf32>)
^join(%x: memref<4xf32>):
  memref.copy %x, %out : memref<4xf32> to memref<4xf32>
  return
}
"""
_RETURNS_WHAT_IT_IS_GIVEN = """func.func @copies(%p: memref<4xf32>) -> memref<4xf32> {
  return %p : memref<4xf32>
}
"""
_CLONES = """func.func @clones(%out: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %out, %a : memref<4xf32> to memref<4xf32>
  %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  return %b : memref<4xf32>
}
"""
_MERGES = """func.func @merges(%c: i1, %d: i1, %out: memref<4xf32>) -> i1 {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  %e = arith.andi %c, %d : i1
  %f = arith.andi %c, %d : i1
  %g = arith.xori %e, %f : i1
  return %g : i1
}
"""

_UNREACHABLE = """func.func private @use(index)
func.func @cuts(%c: i1) {
  %two = arith.constant 2 : index
  cf.cond_br %c, ^x, ^z
^x:
  cf.cond_br %c, ^z, ^y
^y:
  func.call @use(%two) : (index) -> ()
  cf.br ^z
^z:
  return
}
"""
_EMPTIED = """func.func private @use(memref<?xi32>)
func.func @empties(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  %r = scf.if %c -> (memref<?xi32>) {
    %x = memref.cast %a : memref<4xi32> to memref<?xi32>
    scf.yield %x : memref<?xi32>
  } else {
    %d = memref.alloc() : memref<4xi32>
    %y = memref.cast %a : memref<4xi32> to memref<?xi32>
    scf.yield %y : memref<?xi32>
  }
  func.call @use(%r) : (memref<?xi32>) -> ()
  return
}
"""


def test_a_clone_is_left_out_where_its_source_is_freed() -> None:
    assert "bufferization.clone" not in _pipeline(_CLONES)


def test_what_becomes_equal_is_folded() -> None:
    assert "arith.xori" not in _pipeline(_FREES_ONLY + _MERGES)


def test_what_only_unreachable_blocks_used_goes() -> None:
    assert "arith.constant" not in _pipeline(_UNREACHABLE)


def test_an_op_is_looked_at_again_when_its_regions_have_become_emptier() -> None:
    assert "scf.if" not in _pipeline(_EMPTIED)


def _pipeline(text: str) -> str:
    return str(_deallocated(text, Context()))


def _deallocated(text: str, context: Context) -> Module:
    module = ownlog.parse(text)
    run_passes(module, parse_pipeline(WHOLE), context)
    return module


def _changes_by_another_round(text: str) -> bool:
    context = Context()
    module = _deallocated(text, context)
    before = str(module)
    canonicalize(module, context.effects(module), context.prover, context.about)
    return str(module) != before


_TEXTS = (_FREES_ONLY, _DECIDES, _RETURNS_WHAT_IT_IS_GIVEN, _CLONES, _MERGES, _UNREACHABLE, _EMPTIED)
_MAKERS = [decisions.generate, diamonds.generate, generator.generate, handovers.generate]


@pytest.mark.parametrize("text", _TEXTS)
def test_another_canonicalization_of_all_functions_changes_nothing(text: str) -> None:
    assert not _changes_by_another_round(text)


@pytest.mark.parametrize("seeds", spans(60, 5))
@pytest.mark.parametrize("generate", _MAKERS, ids=lambda generate: generate.__module__.rpartition(".")[2])
def test_another_canonicalization_of_random_programs_changes_nothing(
    generate: Callable[[Choices], str], seeds: range
) -> None:
    assert not [seed for seed in seeds if _changes_by_another_round(generate(Choices(seed)))]
