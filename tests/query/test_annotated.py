"""The source with comments about its buffers: `ownlog annotate`."""

from pathlib import Path

import pytest

import ownlog
from ownlog.query.reports.annotated import MARK, plain
from tests.query.programs import T, analysis
from tests.shared import REPOSITORY, require_shared
from tests.tools import OwnlogFork

annotate = OwnlogFork(("annotate",))
EXAMPLES = sorted((REPOSITORY / "examples").rglob("*.mlir"))
CORPUS = [
    "cfg/u_early_exit_nested__cf.mlir",
    "control_flow/while_keep_best__id.mlir",
    "multi_func/calls_in_while__std.mlir",
]


def check(text: str) -> None:
    commented = ownlog.analyze(ownlog.parse(text)).annotated()
    assert MARK in commented
    assert commented.count("\n") == text.count("\n")
    assert plain(commented) == text
    again = ownlog.parse(commented)
    # The same program has the same comments, though its text has comments already.
    assert ownlog.analyze(again).annotated() == commented
    generic = [op.name for op in again.walk()]
    assert generic == [op.name for op in ownlog.parse(text).walk()]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_come_back(path: Path) -> None:
    check(path.read_text())


@pytest.mark.parametrize("name", CORPUS)
def test_programs_of_compilers_come_back(name: str) -> None:
    check(require_shared("corpus", *name.split("/")).read_text())


def test_what_stands_where() -> None:
    text = f"""func.func @f(%x: {T}) {{
  %a = memref.alloc() : {T} // mine, and not "closed
  "test.op"() {{s = "// ownlog: no comment"}} : () -> ()
  memref.copy %x, %a : {T} to {T}
  return
}}
"""
    lines = analysis(text).annotated().splitlines()
    assert lines[0].endswith("{  // ownlog: %x: the caller's")
    assert lines[1].endswith('// mine, and not "closed  // ownlog: %a: owned; freed after line 4')
    assert lines[2:] == text.splitlines()[2:]
    assert plain(analysis(text).annotated()) == text


def test_tensors() -> None:
    text = "func.func @f(%t: tensor<4xf32>, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {\n"
    text += "  %a = tensor.insert %f into %t[%i] : tensor<4xf32>\n  %b = tensor.insert %f into %a[%i] : tensor<4xf32>\n"
    text += "  return %b, %t : tensor<4xf32>, tensor<4xf32>\n}\n"
    lines = analysis(text).annotated().splitlines()
    assert (lines[1].partition(MARK)[2], lines[2].partition(MARK)[2]) == ("%t: copied (conflict)", "%a: in place")


def test_the_command(tmp_path: Path) -> None:
    path, out = tmp_path / "in.mlir", tmp_path / "out.mlir"
    text = (REPOSITORY / "examples" / "diamond.mlir").read_text().replace("\n", "\r\n")
    path.write_bytes(text.encode())
    assert annotate([str(path), "-o", str(out)]).status == 0
    assert MARK in out.read_text()
    assert annotate([str(out), "--remove", "-o", str(tmp_path / "again.mlir")]).status == 0
    assert (tmp_path / "again.mlir").read_bytes() == text.encode()
    assert annotate([str(path), "-p", "no-such-pass"]).status == 2


def test_tensors_are_those_of_the_run_that_is_asked_about() -> None:
    """The pipeline moves the reads in front, and copies neither tensor; one-shot-bufferize alone copies both."""
    analysis = ownlog.analyze(ownlog.parse(REPOSITORY / "examples" / "tensors" / "update.mlir"))
    by_pipeline = analysis.annotated(passes="tensors-to-buffers")
    alone = analysis.annotated(passes="one-shot-bufferize{bufferize-function-boundaries}")
    assert "// ownlog: %given: in place" in by_pipeline
    assert "copied (" not in by_pipeline
    assert "%given: copied (conflict)" in alone
