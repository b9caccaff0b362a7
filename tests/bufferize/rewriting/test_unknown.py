"""What an op of which nothing is known gives may be what it was given: the op gets a copy where that matters, and only
there.
"""

import pytest

from tests.bufferize.running.bufferized import bufferized

BETWEEN = """\
func.func @f(%t: tensor<4xf32>, %i: index, %x: f32) -> (tensor<4xf32>, f32) {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %u = "my.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %v = "my.op"(%u) : (tensor<4xf32>) -> tensor<4xf32>
  FIRST
  SECOND
  return %b, %y : tensor<4xf32>, f32
}
"""
IN_A_LOOP = """\
func.func @f(%t: tensor<4xf32>, %n: index, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %u = "my.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    FIRST
    SECOND
    %c = tensor.insert %y into %b[%i] : tensor<4xf32>
    scf.yield %c : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
REGION = """\
func.func @f(%t: tensor<4xf32>, %i: index, %x: f32) -> (tensor<4xf32>, f32) {
  %y = "my.region"(%t) ({
  ^bb0(%u: tensor<4xf32>):
    FIRST
    SECOND
    "my.yield"(%y) : (f32) -> ()
  }) : (tensor<4xf32>) -> f32
  return %t, %y : tensor<4xf32>, f32
}
"""
CALL = """\
func.func private @same(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
func.func @f(%i: index, %x: f32) -> (tensor<4xf32>, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %u = call @same(%a) : (tensor<4xf32>) -> tensor<4xf32>
  FIRST
  SECOND
  return %b, %y : tensor<4xf32>, f32
}
"""
_UNKNOWN = "allow-unknown-ops"
CASES = {
    "two, one after the other": (BETWEEN, "%a", "%v", f"bufferize-function-boundaries {_UNKNOWN}"),
    "in a loop": (IN_A_LOOP, "%a", "%u", f"bufferize-function-boundaries {_UNKNOWN}"),
    "with a region": (REGION, "%t", "%u", f"bufferize-function-boundaries {_UNKNOWN}"),
    "a call, where functions keep tensors": (CALL, "%a", "%u", _UNKNOWN),
}


def _copies(name: str, *, written_first: bool) -> int:
    text, written, read, options = CASES[name]
    lines = [
        f"%b = tensor.insert %x into {written}[%i] : tensor<4xf32>",
        f"%y = tensor.extract {read}[%i] : tensor<4xf32>",
    ]
    first, second = lines if written_first else lines[::-1]
    return bufferized(text.replace("FIRST", first).replace("SECOND", second), options).count("memref.copy")


@pytest.mark.parametrize("name", CASES)
def test_a_copy_if_what_was_given_is_written_before_what_came_is_read(name: str) -> None:
    """mlir-opt-22 forgets it."""
    assert _copies(name, written_first=True) == 1


@pytest.mark.parametrize("name", CASES)
def test_no_copy_if_that_is_read_first(name: str) -> None:
    """But for a region: of one that nothing is known of nobody knows whether it runs again."""
    assert _copies(name, written_first=False) == (name == "with a region")


def test_the_copy_is_what_the_op_gets() -> None:
    text, *_, options = CASES["two, one after the other"]
    write, read = "%b = tensor.insert %x into %a[%i] : tensor<4xf32>", "%y = tensor.extract %u[%i] : tensor<4xf32>"
    lines = [
        line.strip() for line in bufferized(text.replace("FIRST", write).replace("SECOND", read), options).splitlines()
    ]
    (at,) = (number for number, line in enumerate(lines) if line.startswith("memref.copy %t, %alloc :"))
    made, _, _ = lines[at + 1].partition(" = bufferization.to_tensor %alloc :")
    assert lines[at + 2].startswith(f'%u = "my.op"({made})')
