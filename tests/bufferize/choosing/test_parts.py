"""Writes to another part of a tensor than is read, or that are overwritten before anybody looks: they need no copy, and
only they.
"""

import re

import pytest

from tests.bufferize.running.bufferized import bufferized
from tests.shared import require_tool
from tests.tools import Program

FUNCTION = """\
#map = affine_map<(d0) -> (d0 * 8 + 4)>
func.func private @other()
func.func @f(%t: tensor<64xf32>, %f: f32, %i: index, %n: index, %m: index) -> {result} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
{body}
}}
"""
HALVES = """\
  %a = tensor.extract_slice %t[{one}] [{size}] [{stride}] : tensor<64xf32> to tensor<{size}xf32>
  %b = tensor.extract_slice %t[{other}] [{size}] [{stride}] : tensor<64xf32> to tensor<{size}xf32>
  %a1 = tensor.insert %f into %a[%c0] : tensor<{size}xf32>
  %b1 = tensor.insert %f into %b[%c1] : tensor<{size}xf32>
  %t1 = tensor.insert_slice %a1 into %t[{one}] [{size}] [{stride}] : tensor<{size}xf32> into tensor<64xf32>
  %t2 = tensor.insert_slice %b1 into %t1[{other}] [{size}] [{stride}] : tensor<{size}xf32> into tensor<64xf32>
  return %t2 : tensor<64xf32>"""
SCALED = "  %o = arith.muli %i, %c8 : index\n  %p = affine.apply #map(%i)\n  %q = arith.addi %o, %c8 : index\n"
OPEN = """\
  %a = tensor.extract_slice %t[%i] [%n] [1] : tensor<64xf32> to tensor<?xf32>
  %s = arith.addi {sum} : index
  %a1 = linalg.fill ins(%f : f32) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %t1 = tensor.insert_slice %a1 into %t[%i] [%n] [1] : tensor<?xf32> into tensor<64xf32>
  func.call @other() : () -> ()
  %b = tensor.extract_slice %t[%s] [%m] [1] : tensor<64xf32> to tensor<?xf32>
  %v = tensor.extract %b[%c0] : tensor<?xf32>
  return %t1, %v : tensor<64xf32>, f32"""
ROUNDS = """\
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<64xf32>) {{
    %o = arith.muli %k, %c8 : index
    %p = arith.addi %o, {by} : index
    %a = tensor.extract_slice %x[%o] [4] [1] : tensor<64xf32> to tensor<4xf32>
    %b = tensor.extract_slice %x[%p] [4] [1] : tensor<64xf32> to tensor<4xf32>
    %a1 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    func.call @other() : () -> ()
    %b1 = linalg.sub ins(%b, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %y = tensor.insert_slice %a1 into %x[%o] [4] [1] : tensor<4xf32> into tensor<64xf32>
    %z = tensor.insert_slice %b1 into %y[%p] [4] [1] : tensor<4xf32> into tensor<64xf32>
    scf.yield %z : tensor<64xf32>
  }}
  return %r : tensor<64xf32>"""
OUTSIDE = """\
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %f) -> (f32) {{
    %o = arith.muli %k, {step} : index
    %p = arith.addi %o, {behind} : index
    %a = tensor.extract_slice %t[%o] [{size}] [1] : tensor<64xf32> to tensor<{size}xf32>
    %a1 = linalg.fill ins(%s : f32) outs(%a : tensor<{size}xf32>) -> tensor<{size}xf32>
    %w = tensor.extract %a1[%c0] : tensor<{size}xf32>
    func.call @other() : () -> ()
    %v = tensor.extract %t[%p] : tensor<64xf32>
    %sum = arith.addf %v, %w : f32
    scf.yield %sum : f32
  }}
  return %r : f32"""


def _function(body: str, result: str = "tensor<64xf32>") -> str:
    return FUNCTION.format(result=result, body=body)


@pytest.mark.peer
@pytest.mark.parametrize(
    ("text", "needed"),
    [
        pytest.param(_function(HALVES.format(one="0", other="4", size=4, stride=1)), 0, id="side by side"),
        pytest.param(_function(HALVES.format(one="0", other="3", size=4, stride=1)), 1, id="one element in common"),
        pytest.param(_function(HALVES.format(one="0", other="1", size=4, stride=2)), 0, id="even and odd"),
        pytest.param(_function(HALVES.format(one="0", other="2", size=4, stride=2)), 1, id="both even"),
        pytest.param(_function(SCALED + HALVES.format(one="%o", other="%p", size=4, stride=1)), 0, id="affine"),
        pytest.param(
            _function(SCALED + HALVES.format(one="%o", other="%p", size=5, stride=1)), 1, id="affine, too long"
        ),
        pytest.param(_function(SCALED + HALVES.format(one="%q", other="%o", size=8, stride=1)), 0, id="the next tile"),
        pytest.param(_function(SCALED + HALVES.format(one="%i", other="%o", size=4, stride=1)), 1, id="nothing known"),
        pytest.param(_function(OPEN.format(sum="%i, %n"), "(tensor<64xf32>, f32)"), 0, id="behind an open size"),
        pytest.param(_function(OPEN.format(sum="%i, %m"), "(tensor<64xf32>, f32)"), 2, id="behind another open size"),
        pytest.param(_function(ROUNDS.format(by="%c4")), 0, id="in a loop"),
        pytest.param(_function(ROUNDS.format(by="%c1")), 1, id="in a loop, overlapping"),
        pytest.param(_function(OUTSIDE.format(step="%c8", size=4, behind="%c4"), "f32"), 0, id="in no two rounds"),
        pytest.param(_function(OUTSIDE.format(step="%c4", size=4, behind="%c1"), "f32"), 1, id="in the same round"),
        pytest.param(_function(OUTSIDE.format(step="%c4", size=4, behind="%c4"), "f32"), 1, id="in the next round"),
    ],
)
def test_parts_that_are_apart_need_no_buffer(text: str, needed: int) -> None:
    """Those that may not be need as many buffers as mlir-opt makes, at most."""
    tidy = ["-", "--canonicalize", "--cse", "--canonicalize"]
    simplified = Program((require_tool("mlir-opt-22"),))

    def buffers(out: str) -> int:
        return len(re.findall(r"memref\.alloc\(", simplified(tidy, out).out))

    theirs = simplified(["-", "--one-shot-bufferize=bufferize-function-boundaries"], text)
    assert theirs.status == 0, theirs.complaint
    assert buffers(bufferized(text, "bufferize-function-boundaries analysis-heuristic=fewest-copies")) == needed
    assert needed <= buffers(theirs.out)
    assert needed or buffers(theirs.out)
