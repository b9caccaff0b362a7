"""Ops that leave loops, and reads that go by what a tensor was before a change: where that saves copies, and nothing is against it."""

from __future__ import annotations

import pytest

from ownlog.frontend import parse
from tests.bufferize.deciding.test_moves import copied
from tests.bufferize.running.bufferized import bufferized

FEWEST = "bufferize-function-boundaries analysis-heuristic=fewest-copies"
LOOP = """\
func.func private @other()
func.func @f(%t: tensor<64xf32>, %u: tensor<8xf32>, %f: f32, %n: index, %i: index) -> (tensor<64xf32>, f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %k = %c0 to {end} step %c1 iter_args(%s = %f) -> f32 {{
    {first}
    %z = tensor.insert %f into {given}[{at}] : tensor<64xf32>
    %p = vector.transfer_read %z[%k], %f : tensor<64xf32>, vector<2xf32>
    %v = vector.extract %p[0] : f32 from vector<2xf32>
    %w = arith.addf %v, %s : f32
    scf.yield %w : f32
  }}
  return %t, %r : tensor<64xf32>, f32
}}
"""
CALL = "func.call @other() : () -> ()"
PART = "%y = tensor.insert_slice %u into %t[{}] [8] [1] : tensor<8xf32> into tensor<64xf32>"


@pytest.mark.parametrize(
    ("end", "first", "given", "at", "leaves"),
    [
        pytest.param("%n", "", "%t", "%c9", True, id="it cannot go wrong"),
        pytest.param("%n", CALL, "%t", "%c9", True, id="it cannot go wrong, whoever is called"),
        pytest.param("%n", "", "%t", "%c64", False, id="it goes wrong if the loop runs"),
        pytest.param("%n", "", "%t", "%i", False, id="it may go wrong, and the loop may not run"),
        pytest.param("%c9", "", "%t", "%i", True, id="it may go wrong, and the loop runs"),
        pytest.param("%c9", CALL, "%t", "%i", False, id="it may go wrong, and the loop may be left before it"),
        pytest.param("%c0", "", "%t", "%i", False, id="the loop never runs"),
        pytest.param("%n", "", "%t", "%k", False, id="another one in each round"),
        pytest.param("%n", PART.format("0"), "%y", "%c9", True, id="what it needs leaves, too"),
        pytest.param("%n", PART.format("%i"), "%y", "%c9", False, id="what it needs may go wrong"),
        pytest.param("%c9", PART.format("%k"), "%y", "%c9", False, id="what it needs is another one in each round"),
        pytest.param("%n", "%nine = arith.constant 9 : index", "%t", "%nine", True, id="a constant leaves, too"),
    ],
)
def test_an_op_leaves_a_loop(end: str, first: str, given: str, at: str, leaves: bool) -> None:
    out = bufferized(LOOP.format(end=end, first=first, given=given, at=at), FEWEST)
    assert copied(out) == ["64", *(["8"] if "insert_slice" in first else [])]
    assert (out.index("memref.copy") < out.index("scf.for")) is leaves


def test_what_leaves_two_loops_has_two_names() -> None:
    body = LOOP.format(end="%n", first="", given="%t", at="%c9")
    loop = body[body.index("  %r = scf.for") : body.index("  return")]
    again = loop.replace("%r =", "%q =").replace("%f into", "%r into")
    out = bufferized(body.replace("  return %t, %r", f"{again}  return %t, %q"), FEWEST)
    assert copied(out) == ["64", "64"]
    assert out.rindex("memref.copy") > out.index("scf.for")
    parse(out)


AROUND = """\
func.func private @other()
func.func @f(%t: tensor<64xf32>, %u: tensor<8xf32>, %f: f32, %n: index, %i: index) -> ({types}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %z = {change} : {type}
  func.call @other() : () -> ()
  %v = tensor.extract %z[{at}] : tensor<64xf32>
  return {results} : {types}
}}
"""
ELEMENT, SLICE = "tensor.insert %f into %t[{}]", "tensor.insert_slice %u into %t[{}] [8] [1]"
WHOLE, BOTH = ("%t, %v", "tensor<64xf32>, f32"), ("%t, %v, %z", "tensor<64xf32>, f32, tensor<64xf32>")


@pytest.mark.parametrize(
    ("change", "at", "results", "copies"),
    [
        pytest.param(ELEMENT.format("%c9"), "%c1", WHOLE, [], id="another element"),
        pytest.param(ELEMENT.format("%c9"), "%c9", WHOLE, [], id="the same element"),
        pytest.param(ELEMENT.format("%n"), "%i", WHOLE, [], id="any element"),
        pytest.param(ELEMENT.format("%n"), "%i", BOTH, ["64"], id="both are asked for"),
        pytest.param(SLICE.format("8"), "%c1", WHOLE, [], id="another part"),
        pytest.param(SLICE.format("8"), "%c9", WHOLE, ["64", "8"], id="the same part"),
        pytest.param(SLICE.format("%n"), "%c9", WHOLE, ["64", "8"], id="any part"),
    ],
)
def test_a_read_goes_by_what_was_there_before(change: str, at: str, results: tuple[str, str], copies: list[str]) -> None:
    type = "tensor<64xf32>" if change.startswith("tensor.insert %") else "tensor<8xf32> into tensor<64xf32>"
    out = bufferized(AROUND.format(change=change, type=type, at=at, results=results[0], types=results[1]), FEWEST)
    assert copied(out) == copies
    assert ("arith.select" in out) == (not copies and at == "%i")
    assert ("memref.store" in out) == bool(copies and "tensor.insert %" in change)
