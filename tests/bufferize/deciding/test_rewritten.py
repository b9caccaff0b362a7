"""Ops that leave loops, and reads that go by what a tensor was before a change: where that saves copies, and nothing is
against it.
"""

from __future__ import annotations

import re

import pytest

from ownlog.frontend import parse
from tests.bufferize.deciding.test_moves import copied
from tests.bufferize.running.bufferized import TENSORS, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor

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


REGION = """\
func.func @f(%f: f32) {{
  %c0 = arith.constant 0 : index
  %d = arith.constant dense<1.0> : tensor<8xf32>
  "some.regions"() ({{
  ^bb0(%x: f32):
    cf.br ^bb1
  ^bb1:
    %m = tensor.insert {scalar} into %d[%c0] : tensor<8xf32>
    "some.use"(%m) : (tensor<8xf32>) -> ()
    "some.end"() : () -> ()
  }}) : () -> ()
  return
}}
"""


@pytest.mark.parametrize("scalar", ["%f", "%x"])
def test_nothing_leaves_an_op_of_which_nothing_is_known(scalar: str) -> None:
    """It may be isolated from above, and what one block of it makes is not there in front of it."""
    out = bufferized(REGION.format(scalar=scalar), f"{FEWEST} allow-unknown-ops")
    assert out.index("some.regions") < out.index("memref.copy") < out.index("some.use")


WHILE = """\
func.func @f(%t: tensor<8xf32>, %f: f32, %n: index, %c: i1) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.while (%a = %f) : (f32) -> f32 {
    %m = tensor.insert %f into %t[%c0] : tensor<8xf32>
    %p = vector.transfer_read %m[%n], %f : tensor<8xf32>, vector<1xf32>
    %v = vector.extract %p[0] : f32 from vector<1xf32>
    scf.condition(%c) %v : f32
  } do {
  ^bb0(%b: f32):
    %k = tensor.insert %b into %t[%c1] : tensor<8xf32>
    %l = tensor.insert %f into %t[%c1] : tensor<8xf32>
    %p = vector.transfer_read %l[%n], %f : tensor<8xf32>, vector<1xf32>
    %q = vector.transfer_read %k[%n], %f : tensor<8xf32>, vector<1xf32>
    %v = vector.extract %p[0] : f32 from vector<1xf32>
    %w = vector.extract %q[0] : f32 from vector<1xf32>
    %z = arith.addf %v, %w : f32
    scf.yield %z : f32
  }
  return %t, %r : tensor<8xf32>, f32
}
"""


def test_ops_leave_both_regions_of_a_loop() -> None:
    out = bufferized(WHILE, FEWEST)
    copies = [found.start() for found in re.finditer("memref.copy", out)]
    assert len(copies) == 3
    assert copies[1] < out.index("scf.while") < out.index("^bb0") < copies[2]


CHAIN = """\
func.func private @observe(f32)
func.func @main() {{
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  call @f(%c1, %c1, %c2, %c2) : (index, index, index, index) -> ()
  call @f(%c1, %c2, %c2, %c2) : (index, index, index, index) -> ()
  call @f(%c1, %c1, %c2, %c1) : (index, index, index, index) -> ()
  return
}}
func.func private @f(%i: index, %j: index, %k: index, %l: index) {{
  %c0 = arith.constant 0 : index
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.0 : f32
  %f3 = arith.constant 3.0 : f32
  %d = tensor.empty() : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.fill ins(%f1 : f32) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %y = linalg.fill ins(%f2 : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %t = tensor.insert %f2 into %x[%c0] : tensor<8xf32>
  %u = tensor.insert %f1 into %y[%c0] : tensor<8xf32>
  %m = tensor.insert %f3 into %t[%i] : tensor<8xf32>
  %v = tensor.extract %m[%j] : tensor<8xf32>
  %n = tensor.insert %v into %u[%k] : tensor<8xf32>
  %w = tensor.extract %n[{last}] : tensor<8xf32>
  call @observe(%w) : (f32) -> ()
  %p = tensor.extract %t[%i] : tensor<8xf32>
  %q = tensor.extract %u[%k] : tensor<8xf32>
  call @observe(%p) : (f32) -> ()
  call @observe(%q) : (f32) -> ()
  return
}}
"""


@pytest.mark.peer
@pytest.mark.parametrize("last", ["%l", "%k"])
def test_what_a_version_puts_there_may_be_an_element_that_is_chosen(executor: Executor, last: str) -> None:
    text = CHAIN.format(last=last)
    out = bufferized(text, FEWEST)
    assert not copied(out)
    assert "arith.select" in out
    [report] = executor.run([runnable(out)], TENSORS)
    assert agree(by_value(text), observed(report))


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
        pytest.param(SLICE.format("8"), "%c9", WHOLE, [], id="the same part"),
        pytest.param(SLICE.format("%n"), "%c9", WHOLE, ["64", "8"], id="any part"),
    ],
)
def test_a_read_goes_by_what_was_there_before(
    change: str, at: str, results: tuple[str, str], copies: list[str]
) -> None:
    type = "tensor<64xf32>" if change.startswith("tensor.insert %") else "tensor<8xf32> into tensor<64xf32>"
    out = bufferized(AROUND.format(change=change, type=type, at=at, results=results[0], types=results[1]), FEWEST)
    assert copied(out) == copies
    assert ("arith.select" in out) == (not copies and at == "%i")
    assert ("memref.store" in out) == bool(copies and "tensor.insert %" in change)
