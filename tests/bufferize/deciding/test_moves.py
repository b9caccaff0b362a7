"""Reads that come before a write that is in conflict with them: moved where that saves copies, and where nothing keeps
them behind.
"""

import re
from pathlib import Path

import pytest

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend import parse
from tests.tools import OwnlogFork

ownlog = OwnlogFork(())

OPTIONS = (("bufferize-function-boundaries", "true"), ("analysis-heuristic", "fewest-copies"))
PROGRAM = """\
func.func private @other()
func.func @f(%t: tensor<64xf32>, %f: f32, %i: index, %c: i1) -> (tensor<64xf32>, tensor<4xf32>) {{
  %w = tensor.insert %f into %t[%i] : tensor<64xf32>
  {between}
  %s = tensor.extract_slice %{source}[{at}][4][1] : tensor<64xf32> to tensor<4xf32>
  return %w, %s : tensor<64xf32>, tensor<4xf32>
}}
"""
READ = (
    "%p = vector.transfer_read %w[%i], %f : tensor<64xf32>, vector<1xf32>\n  %d = vector.extract %p[0] : f32 from"
    " vector<1xf32>"
)
INDEX = "  %b = arith.fptosi %d : f32 to i32\n  %k = arith.index_cast %b : i32 to index"


def decided(text: str, *options: tuple[str, str]) -> tuple[str, list[str]]:
    """What becomes of a program, and what is told of moves."""
    context, module = Context(), parse(text, "in.mlir")
    run_passes(module, [Step("one-shot-bufferize", (*OPTIONS, *options))], context)
    return str(module), [remark.message for remark in context.remarks if "runs before" in remark.message]


def copied(text: str) -> list[str]:
    return re.findall(r"memref.copy .* to memref<(\d+)xf32", text)


@pytest.mark.parametrize(
    ("between", "source", "at", "moved"),
    [
        ("", "t", "0", True),
        ("%k = arith.addi %i, %i : index", "t", "%k", True),
        (f"{READ}\n{INDEX}", "t", "%k", False),
        (f"%d = tensor.extract %w[%i] : tensor<64xf32>\n{INDEX}", "t", "%k", True),
        (f"%d = tensor.extract %t[%i] : tensor<64xf32>\n{INDEX}", "t", "%k", True),
        ("func.call @other() : () -> ()", "t", "0", False),
        ('cf.assert %c, "no"', "t", "0", False),
        ("%z = arith.addi %i, %i : index", "w", "0", False),
    ],
)
def test_a_read_comes_before_a_write(between: str, source: str, at: str, moved: bool) -> None:
    out, told = decided(PROGRAM.format(between=between, source=source, at=at))
    assert bool(told) is moved
    assert out.find("memref.subview") < out.find("memref.store") or not moved
    assert copied(out) == (["4"] if moved else ["64"] if source == "t" else ["4"]) or source == "w"


def test_why_says_what_was_moved(tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text(PROGRAM.format(between="", source="t", at="0"))
    done = ownlog(["why", str(tmp_path / "in.mlir"), "3", "--tensors-to-buffers"])
    assert done.status == 0, done.err
    assert "memref.subview" in done.out
    assert (
        "%s = tensor.extract_slice at line 5 runs before tensor.insert at line 3, which would overwrite what it reads"
        in done.out
    )
    assert 'moved("@f/0:tensor.extract_slice", "before", "tensor.insert", 3)  [bufferize.conflicts#13:' in done.out


def test_what_is_moved_in_vain_stays_where_it_is() -> None:
    """Both tensors go on being asked for: a copy of one is needed, whatever runs first."""
    text = """\
func.func @f(%t: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = tensor.insert %f into %t[%i] : tensor<4xf32>
  %v = tensor.insert %f into %t[%i] : tensor<4xf32> // kept
  return %w, %v : tensor<4xf32>, tensor<4xf32>
}
"""
    out, told = decided(text)
    assert not told
    assert copied(out) == ["4"]


def test_nothing_is_moved_where_decisions_are_printed() -> None:
    text = PROGRAM.format(between="", source="t", at="0")
    out, told = decided(text, ("test-analysis-only", "true"))
    assert not told
    assert out.find("tensor.insert") < out.find("tensor.extract_slice")
