"""What is padded or joined is computed where it goes, on the road from tensors to buffers, and means the same."""

from __future__ import annotations

import pytest

from ownlog.backend.bufferize.assembly import assemble_in_place
from ownlog.backend.context import Context
from ownlog.frontend import parse
from tests.bufferize.rewriting.test_road import IDENTITY, freed
from tests.bufferize.running.bufferized import TENSORS, agree, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor

MADE = """\
  %e{0} = tensor.empty() : tensor<2xf32>
  %m{0} = linalg.fill ins(%x : f32) outs(%e{0} : tensor<2xf32>) -> tensor<2xf32>
  %p{0} = tensor.insert %y into %m{0}[%i] : tensor<2xf32>
"""
JOINED = "  %j = tensor.concat dim(0) %p0, %p1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>\n"
JOINED_AGAIN = "  %k = tensor.concat dim(0) %j, %p0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>\n"
JOINED_LATER = (
    "  %q = tensor.concat dim(0) %p0, %p1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>\n"
    "  %z = tensor.extract %q[%i] : tensor<4xf32>\n"
    "  %e = tensor.empty() : tensor<2xf32>\n"
    "  %p2 = linalg.fill ins(%z : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>\n"
    "  %k = tensor.concat dim(0) %p0, %p1, %p2 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>\n"
)
PADDED = """\
  %k = tensor.pad %p0 low[1] high[3] {
  ^bb0(%at: index):
    tensor.yield %y : f32
  } : tensor<2xf32> to tensor<6xf32>
"""
CHANGING = """\
  %k = tensor.pad %p0 low[1] high[3] {
  ^bb0(%at: index):
    %n = arith.cmpi eq, %at, %i : index
    %z = arith.select %n, %x, %y : f32
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<6xf32>
"""
SHARED = """\
  %e = tensor.empty() : tensor<2xf32>
  %m = linalg.fill ins(%x : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %p0 = tensor.insert %y into %m[%i] : tensor<2xf32>
  %p1 = tensor.insert %x into %m[%i] : tensor<2xf32>
  %p2 = tensor.insert %y into %m[%other] : tensor<2xf32>
  %j = tensor.concat dim(0) %p0, %p1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %k = tensor.concat dim(0) %j, %p2 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
"""
OPEN = """\
  %n = arith.constant 2 : index
  %v = func.call @size(%n) : (index) -> index
  %e = tensor.empty(%v) : tensor<?xf32>
  %m = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %p0 = tensor.insert %y into %m[%i] : tensor<?xf32>
"""
OPEN_PADDED = (
    OPEN
    + """\
  %p = tensor.pad %p0 low[%i] high[%v] {
  ^bb0(%at: index):
    tensor.yield %y : f32
  } : tensor<?xf32> to tensor<?xf32>
  %one = arith.constant 1 : index
  %s = tensor.extract %p[%one] : tensor<?xf32>
  %k = tensor.pad %p low[1] high[0] {
  ^bb0(%at: index):
    tensor.yield %s : f32
  } : tensor<?xf32> to tensor<6xf32>
"""
)
OPEN_JOINED = (
    OPEN
    + """\
  %f = tensor.empty(%v) : tensor<?xf32>
  %p1 = linalg.fill ins(%y : f32) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  %g = tensor.empty() : tensor<2xf32>
  %p2 = linalg.fill ins(%x : f32) outs(%g : tensor<2xf32>) -> tensor<2xf32>
  %j = tensor.concat dim(0) %p0, %p2, %p1 : (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  %k = tensor.cast %j : tensor<?xf32> to tensor<6xf32>
"""
)


def function(body: str) -> str:
    """A function that makes a tensor of six elements, and what calls it and lets others observe it."""
    return f"""\
func.func private @observe(f32)
func.func private @size(%n: index) -> index {{
  return %n : index
}}
func.func private @make(%x: f32, %y: f32, %i: index, %other: index) -> tensor<6xf32> {{
{body}  return %k : tensor<6xf32>
}}
func.func @main() {{
  %x = arith.constant 3.0 : f32
  %y = arith.constant 5.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %t = func.call @make(%x, %y, %c1, %c0) : (f32, f32, index, index) -> tensor<6xf32>
  scf.for %i = %c0 to %c6 step %c1 {{
    %f = tensor.extract %t[%i] : tensor<6xf32>
    func.call @observe(%f) : (f32) -> ()
  }}
  return
}}
"""


BODIES = {
    "joined": (MADE.format(0) + MADE.format(1) + JOINED + JOINED_AGAIN, 2),
    "joined, and joined again with another": (MADE.format(0) + MADE.format(1) + JOINED_LATER, 2),
    "padded": (MADE.format(0) + PADDED, 0),
    "shared": (SHARED, 0),
    "changing": (MADE.format(0) + CHANGING, 1),
    "open, padded": (OPEN_PADDED, 1),
    "open, joined": (OPEN_JOINED, 0),
}
"""What is made, and how many copies stay: of what is joined twice one goes to the second place, and one makes room for
the other.
"""


@pytest.mark.parametrize("name", BODIES)
def test_what_stays_to_be_copied(name: str) -> None:
    body, copies = BODIES[name]
    out = freed(function(body), *IDENTITY)
    assert out.count("memref.copy") <= copies, out
    assert (
        out.count("memref.copy")
        < freed(function(body), *IDENTITY, ("analysis-heuristic", "bottom-up")).count("memref.copy")
        or copies
    )


def test_what_is_joined_first_need_not_stay_until_the_rest_is_joined() -> None:
    out = freed(function(MADE.format(0) + MADE.format(1) + JOINED_LATER), *IDENTITY)
    assert out.index("memref.dealloc") < out.rindex("linalg.fill"), out


@pytest.mark.peer
def test_the_same_is_observed(executor: Executor) -> None:
    texts = [function(body) for body, _ in BODIES.values()]
    for text, report in zip(texts, executor.run([runnable(freed(text)) for text in texts], TENSORS), strict=True):
        assert report.clean, (text, report)
        assert agree(by_value(text), observed(report)), text


def test_what_comes_from_elsewhere_is_left_as_it_is() -> None:
    text = """\
func.func @f(%t: tensor<2xf32>, %u: tensor<?xf32>, %n: index, %x: f32) -> (tensor<4xf32>, tensor<?xf32>) {
  %j = tensor.concat dim(0) %t, %t : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %m = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %k = tensor.concat dim(0) %m, %u : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %j, %k : tensor<4xf32>, tensor<?xf32>
}
"""
    module = parse(text)
    assemble_in_place(module, Context())
    assert str(module) == text
