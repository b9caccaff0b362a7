"""What the server knows of a text, without the protocol."""

from ownlog.editor.document import Document
from tests.shared import REPOSITORY

STORED = """\
func.func @f(%a: memref<1xmemref<4xf32>>, %i: index) {
  %b = memref.alloc() : memref<4xf32>
  memref.store %b, %a[%i] : memref<1xmemref<4xf32>>
  return
}
"""


def test_hints_and_lenses_are_those_of_the_plan() -> None:
    text = (REPOSITORY / "examples" / "diamond.mlir").read_text()
    document = Document(text, "diamond.mlir")
    assert [hint for _, hint in document.hints] == ["dealloc %scratch", "dealloc %result if owned"]
    assert [lens for _, lens, _ in document.lenses] == [
        "%scratch: freed after line 16",
        "%small: moves to %result, line 17",
    ]


def test_nothing_is_promised_where_the_pipeline_refuses() -> None:
    document = Document(STORED, "stored.mlir")
    assert [message.severity for message in document.messages] == ["error"]
    assert document.hints == []
    assert document.lenses == []
    assert document.hover(2, 16) is not None


def test_a_text_that_cannot_be_read_has_messages_only() -> None:
    document = Document(STORED.replace("%b,", "%nobody,"), "broken.mlir")
    assert [message.severity for message in document.messages] == ["error"]
    assert (document.hints, document.lenses, document.hover(2, 16)) == ([], [], None)


TENSORS = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  %2 = tensor.insert %1 into %0[%i] : tensor<8xf32>
  return %2, %1 : tensor<8xf32>, f32
}
"""


def test_a_tensor_says_what_it_shares_and_whether_it_is_in_place() -> None:
    document = Document(TENSORS, "t.mlir")

    def text(line: int, name: str) -> str:
        found = document.hover(line, document.lines[line].index(name))
        assert found is not None
        return found.text

    assert "- has a buffer of its own" in text(0, "%t")
    assert "operand" not in text(0, "%t")
    assert "operand 1 of tensor.insert: out of place" in text(1, "%t")
    assert "which %1 = tensor.extract at line 3 still reads" in text(1, "%t")
    assert "- may share memory with %2" in text(1, "%0")
    assert "operand 1 of tensor.insert: in place, %2 has the same buffer" in text(3, "%0")
    assert "out of place" not in text(4, "%2")


def test_tensors_have_no_hints() -> None:
    document = Document(TENSORS, "t.mlir")
    assert (document.hints, document.lenses) == ([], [])
