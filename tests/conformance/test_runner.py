"""The conformance runner itself: it reads lit tests as lit does, it can pass, and it can fail."""

from pathlib import Path

import pytest

from tests.conformance.expectations import Key, Row, differences, ownlog_tools, read_list, write_list
from tests.conformance.lit import (
    Invocation,
    LitError,
    Pass,
    check_prefixes,
    cut,
    has_directives,
    pass_arguments,
    read_pipeline,
    read_run_lines,
    without_comments,
)
from tests.conformance.runner import ALONE, FAIL, PASS, PEER, UNSUPPORTED, LitFile, Result, Tools
from tests.shared import require_shared, require_tool
from tests.tiers import every
from tests.tools import Program

OWNERSHIP = "Dialect/Bufferization/Transforms/OwnershipBasedBufferDeallocation"
SAMPLE = [
    f"{OWNERSHIP}/dealloc-branchop-interface.mlir",
    f"{OWNERSHIP}/dealloc-callop-interface.mlir",
    f"{OWNERSHIP}/invalid-buffer-deallocation.mlir",
    "Dialect/Bufferization/Transforms/lower-deallocations.mlir",
    "Dialect/Bufferization/ops.mlir",
    "Transforms/buffer-results-to-out-params.mlir",
    "Transforms/promote-buffers-to-stack.mlir",
]
WITH_FAULTY_SPLITS = [
    f"{OWNERSHIP}/dealloc-branchop-interface.mlir",
    "Dialect/Bufferization/Transforms/one-shot-bufferize.mlir",
    "Dialect/Tensor/bufferize.mlir",
]
TEST = """\
// RUN: mlir-opt %s --canonicalize --cse -split-input-file | FileCheck %s
// CHECK-LABEL: func @first
//       CHECK: return %arg0
func.func @first(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = arith.addi %a, %zero : i32
  return %sum : i32
}

// -----

// CHECK-LABEL: func @second
//  CHECK-NEXT: WHAT
func.func @second() {
  return
}
"""


def peer_tools(*passes: str) -> Tools:
    """mlir-opt-22 in the role of the tool under test, pretending to have only some passes."""
    mlir_opt = require_tool("mlir-opt-22")
    return Tools(Program((mlir_opt,)), Program((mlir_opt,)), Program((require_tool("FileCheck"),)), passes or None)


def outcome(path: Path, text: str, mode: str, tools: Tools) -> list[tuple[str, str]]:
    path.write_text(text)
    file = LitFile(path, tools)
    return [(result.split, result.state) for result in file.results(file.run_lines[0], mode)]


@pytest.mark.parametrize("name", SAMPLE)
def test_mlir_opt_passes_upstreams_tests(name: str) -> None:
    file = LitFile(require_shared("upstream", name), peer_tools())
    assert file.run_lines
    assert [result for run in file.run_lines for result in file.results(run, ALONE)] == [Result("*", PASS)] * len(
        file.run_lines
    )


def test_each_split_of_upstreams_tests_passes_alone() -> None:
    file = LitFile(require_shared("upstream", SAMPLE[0]), peer_tools())
    run = next(run for run in file.run_lines if run.splits_input)
    assert len(file.splits) > 10
    assert {file.attempt(run, ALONE, str(n), piece).state for n, piece in enumerate(file.splits)} == {PASS}


@pytest.mark.parametrize("mode", [ALONE, PEER])
@pytest.mark.parametrize("name", every(4, WITH_FAULTY_SPLITS))
def test_a_split_is_judged_in_its_file_as_alone(name: str, mode: str) -> None:
    tools = ownlog_tools()
    file = LitFile(require_shared("upstream", name), tools)
    run = next(run for run in file.run_lines if run.splits_input)
    first, *inside = list(file.results(run, mode))
    alone = [LitFile(file.path, tools).attempt(run, mode, str(n), piece) for n, piece in enumerate(file.splits)]
    assert first.state == FAIL
    assert [(one.split, one.state, one.reason) for one in inside] == [
        (one.split, one.state, one.reason) for one in alone
    ]


def test_a_missed_check_fails_the_file_and_its_split(tmp_path: Path) -> None:
    assert outcome(tmp_path / "a.mlir", TEST, ALONE, peer_tools()) == [("*", FAIL), ("0", PASS), ("1", FAIL)]


def test_a_met_check_passes(tmp_path: Path) -> None:
    assert outcome(tmp_path / "a.mlir", TEST.replace("WHAT", "return"), ALONE, peer_tools()) == [("*", PASS)]


def test_the_peer_runs_the_passes_that_are_left(tmp_path: Path) -> None:
    text = TEST.replace("WHAT", "return")
    assert outcome(tmp_path / "a.mlir", text, PEER, peer_tools("canonicalize")) == [("*", PASS)]
    assert outcome(tmp_path / "a.mlir", text, PEER, peer_tools("cse")) == [("*", PASS)]
    assert outcome(tmp_path / "a.mlir", text, ALONE, peer_tools("canonicalize")) == [("*", UNSUPPORTED)]


def test_a_tool_that_does_nothing_fails_where_its_pass_is_checked(tmp_path: Path) -> None:
    tools = peer_tools("canonicalize")
    lazy = Tools(
        Program((require_tool("mlir-opt-22"), "--no-implicit-module=false", "-o", "/dev/null")),
        tools.peer,
        tools.filecheck,
    )
    assert outcome(tmp_path / "a.mlir", TEST.replace("WHAT", "return"), ALONE, lazy) == [
        ("*", FAIL),
        ("0", FAIL),
        ("1", FAIL),
    ]


@pytest.mark.parametrize(
    ("run", "state"), [("not mlir-opt %s", FAIL), ("mlir-opt %s", PASS), ("mlir-opt %s --none-such", FAIL)]
)
def test_exit_status_counts(tmp_path: Path, run: str, state: str) -> None:
    assert outcome(tmp_path / "a.mlir", f"// RUN: {run}\n", ALONE, peer_tools()) == [("*", state)]


def test_not_expects_a_failure(tmp_path: Path) -> None:
    text = "// RUN: not mlir-opt %s 2>&1 | FileCheck %s\n// CHECK: error: {{.*}}expected\nfunc.func\n"
    assert outcome(tmp_path / "a.mlir", text, ALONE, peer_tools()) == [("*", PASS)]


def test_split_file_makes_the_parts(tmp_path: Path) -> None:
    require_tool("split-file")
    text = "// RUN: split-file %s %t\n// RUN: mlir-opt %t/b.mlir | FileCheck %t/b.mlir\n"
    text += "//--- b.mlir\n// CHECK: @b\nfunc.func private @b()\n"
    path = tmp_path / "a.mlir"
    path.write_text(text)
    file = LitFile(path, peer_tools())
    assert [run.commands[0].argv[0] for run in file.run_lines] == ["mlir-opt"]
    assert [result.state for result in file.results(file.run_lines[0], ALONE)] == [PASS]


def test_run_lines_join_continuations_and_keep_quotes() -> None:
    first = '// RUN: mlir-opt -a="x y" \\\n// RUN:   -split-input-file %s | FileCheck %s --check-prefix B\n'
    runs = read_run_lines(f"{first}# RUN: mlir-opt %s > /dev/null\n")
    assert [command.argv for command in runs[0].commands] == [
        ("mlir-opt", "-a=x y", "-split-input-file", "%s"),
        ("FileCheck", "%s", "--check-prefix", "B"),
    ]
    assert runs[0].splits_input
    assert not runs[1].splits_input
    assert runs[1].commands[0].discard
    assert read_run_lines("// RUN: mlir-opt -cse < %s\n")[0].commands[0].argv == ("mlir-opt", "-cse", "%s")


@pytest.mark.parametrize("line", ["mlir-opt %s && true", "mlir-opt < other", "| FileCheck %s", "mlir-opt %s > out"])
def test_what_the_reader_does_not_know_is_refused(line: str) -> None:
    with pytest.raises(LitError):
        read_run_lines(f"// RUN: {line}\n")


def test_passes_are_told_from_options() -> None:
    call = Invocation.read(
        ["%s", "-verify-diagnostics", "--expand-realloc=emit-deallocs=false", "-o", "-", "--split-input-file", "-cse"]
    )
    assert call.passes == (Pass("expand-realloc", "emit-deallocs=false"), Pass("cse"))
    assert call.others == ("%s", "-verify-diagnostics", "-o", "-", "--split-input-file")


@pytest.mark.parametrize("args", [["-p", "builtin.module(x{a=1 b=2},func.func(y,z))"], ["--x=a=1", "--y"]])
def test_passes_survive_reading_and_writing(args: list[str]) -> None:
    passes = Invocation.read(args).passes
    assert Invocation.read(pass_arguments(passes)).passes == passes


def test_pipelines_nest() -> None:
    assert read_pipeline("builtin.module(x{a=1},func.func(y))") == [
        Pass("x", "a=1", ("builtin.module",)),
        Pass("y", "", ("builtin.module", "func.func")),
    ]


def test_splits_keep_their_line_numbers() -> None:
    pieces = cut("a\n// -----\nb\nc\n// -----\nd\n")
    assert pieces == ["a\n", "\n\nb\nc\n", "\n\n\n\n\nd\n"]


def test_prefixes_and_directives() -> None:
    assert check_prefixes(["%s", "--check-prefix=A", "-check-prefixes=B,C", "--check-prefix", "D"]) == [
        "A",
        "B",
        "C",
        "D",
    ]
    assert check_prefixes(["%s"]) == ["CHECK"]
    assert has_directives("// CHECK-NEXT: x", ["CHECK"])
    assert has_directives("// CHECK-COUNT-2: x", ["CHECK"])
    assert not has_directives("// CHECK-DYNAMIC: x", ["CHECK"])
    assert not has_directives("// MYCHECK: x", ["CHECK"])


def test_comments_go_and_strings_stay() -> None:
    text = '// CHECK: a\nx = "http://a" // CHECK: b\n\n// -----\ny\n'
    assert without_comments(text) == 'x = "http://a"\n\n// -----\ny\n'


def test_the_list_survives_writing_and_tells_differences(tmp_path: Path) -> None:
    key = Key("a.mlir", 1, PEER)
    rows = [Row(key, "*", FAIL, "a reason"), Row(key, "0", PASS, ""), Row(key, "1", FAIL, "")]
    write_list(rows, tmp_path / "list.tsv")
    assert read_list(tmp_path / "list.tsv") == {key: [rows[0], rows[2]]}
    same = [(row, Result(row.split, row.state)) for row in rows]
    assert differences(rows, same) == []
    assert differences([rows[0], rows[2]], same) == []
    assert len(differences(rows, [(Row(key, "*", PASS, ""), Result("*", PASS))])) == 3
