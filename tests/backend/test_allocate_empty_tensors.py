"""empty-tensor-to-alloc-tensor: what becomes of `tensor.empty`, and what keeps its text."""

import pytest

import ownlog
from tests.shared import require_tool
from tests.tools import Program

PROGRAM = """\
#enc = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
!t = tensor<?x4xf32>
func.func @f(%n: index) -> (!t, tensor<4xf32>, tensor<?xf32, #enc>) {
  // This one has a reason.
  %rows = tensor.empty(%n) : !t loc("a")
  %four = "tensor.empty"() : () -> tensor<4xf32> // behind
  %sparse = tensor.empty(%n) : tensor<?xf32, #enc>
  %unused = tensor.empty(%n) : tensor<?xf32>
  return %rows, %four, %sparse : !t, tensor<4xf32>, tensor<?xf32, #enc>
}
"""


def allocated(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), "empty-tensor-to-alloc-tensor"))


def test_an_empty_tensor_becomes_an_allocation_and_all_else_keeps_its_text() -> None:
    used = PROGRAM.replace("  %unused = tensor.empty(%n) : tensor<?xf32>\n", "")
    expected = used.replace(" tensor.empty(", " bufferization.alloc_tensor(")
    sizes = "<{operandSegmentSizes = array<i32: 0, 0, 0>}>"
    assert allocated(PROGRAM) == expected.replace('"tensor.empty"()', f'"bufferization.alloc_tensor"() {sizes}')


@pytest.mark.peer
def test_mlir_opt_makes_the_same() -> None:
    mlir_opt = Program((require_tool("mlir-opt-22"),))
    theirs = mlir_opt(["-", "--empty-tensor-to-alloc-tensor"], PROGRAM)
    ours = mlir_opt(["-"], allocated(PROGRAM))
    assert (theirs.status, theirs.out) == (0, ours.out)
