"""Writes that change nothing of what is read, and others nearly like them: parts that a loop puts back, the making of
what is read.
"""

from __future__ import annotations

import pytest

from tests.bufferize.deciding.marking import HEURISTICS, Refused, analyse, decide_as, differences, ours, theirs
from tests.bufferize.running.soundness import wrong
from tests.shared import require_tool

HEAD = """func.func private @observe(f32)
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %t = tensor.splat %zero : tensor<4xf32>
  %n = arith.addi %c0, %c1 : index
"""
STRUCTURED = (
    HEAD
    + """  scf.for %i = %c0 to %c2 step %c1 {{
    %e = tensor.extract_slice %t[{0}] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %w = linalg.fill ins(%f : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    %r = tensor.insert_slice %w into %t[{0}] [1] [1] : tensor<1xf32> into tensor<4xf32>
    %x = tensor.extract %r[%c0] : tensor<4xf32>
    func.call @observe(%x) : (f32) -> ()
  }}
  return
}}
"""
)
BLOCKS = (
    HEAD
    + """  cf.br ^head(%c0 : index)
^head(%i: index):
  %e = tensor.extract_slice %t[{0}] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %w = linalg.fill ins(%f : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %r = tensor.insert_slice %w into %t[{0}] [1] [1] : tensor<1xf32> into tensor<4xf32>
  %x = tensor.extract %r[%c0] : tensor<4xf32>
  func.call @observe(%x) : (f32) -> ()
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %next, %c2 : index
  cf.cond_br %more, ^head(%next : index), ^end
^end:
  return
}}
"""
)
BOTH = """#id = affine_map<(d0) -> (d0)>
func.func private @observe(f32)
func.func @main() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 3.0 : f32
  %g = arith.constant 4.0 : f32
  %yes = arith.constant true
  %e = tensor.empty() : tensor<2xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} outs(%e, %e : tensor<2xf32>, \
tensor<2xf32>) {
    ^bb0(%a: f32, %b: f32):
    linalg.yield %f, %g : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  %s = arith.select %yes, %r#0, %r#1 : tensor<2xf32>
  %x = tensor.extract %s[%c0] : tensor<2xf32>
  func.call @observe(%x) : (f32) -> ()
  return
}
"""


def _fill(text: str, heuristic: str) -> tuple[str, str]:
    """How what the slice takes, and what is filled, are used."""
    marks = {marked.op: marked.marks for marked in ours(analyse(text, heuristic))}
    return marks["tensor.extract_slice"][0], marks["linalg.fill"][1]


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("program", [STRUCTURED, BLOCKS], ids=["structured", "blocks"])
@pytest.mark.parametrize("index", ["1", "%c1", "%n"])
def test_a_part_that_stays_is_filled_in_place(program: str, index: str, heuristic: str) -> None:
    text = program.format(index)
    assert _fill(text, heuristic) == ("true", "true")
    assert wrong(text, analyse(text, heuristic)) is None


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("program", [STRUCTURED, BLOCKS], ids=["structured", "blocks"])
def test_a_part_that_moves_is_not(program: str, heuristic: str) -> None:
    text = program.format("%i")
    assert "false" in _fill(text, heuristic)
    assert wrong(text, analyse(text, heuristic)) is None


@pytest.mark.peer
@pytest.mark.parametrize(("index", "right"), [("1", True), ("%i", False)])
def test_mlir_opt_fills_both_in_place(index: str, right: bool) -> None:
    """What a round fills shows in the next one then."""
    text = STRUCTURED.format(index)
    found, mine = theirs(text, "bottom-up", require_tool("mlir-opt-22")), analyse(text)
    assert not isinstance(found, Refused)
    decide_as(mine, found)
    assert (wrong(text, mine) is None) == right


@pytest.mark.peer
@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_the_making_of_one_of_two_that_are_read_is_a_write_of_the_other(heuristic: str) -> None:
    """As mlir-opt-22 has it."""
    found, mine = theirs(BOTH, heuristic, require_tool("mlir-opt-22")), analyse(BOTH, heuristic)
    assert not isinstance(found, Refused)
    assert differences(ours(mine), found) == []
    assert wrong(BOTH, mine) is None
