"""What the server knows of a text, without the protocol."""

from __future__ import annotations

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
    assert [lens for _, lens, _ in document.lenses] == ["%scratch: freed after line 16", "%small: moves to %result, line 17"]


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


def test_tensors_are_read_and_have_no_hints() -> None:
    document = Document("func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {\n  return %t : tensor<4xf32>\n}\n", "t.mlir")
    assert (document.hints, document.lenses, document.hover(0, 13)) == ([], [], None)
