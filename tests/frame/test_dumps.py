"""Logs of --mlir-print-ir-after-all: one dump of many, and the judgement of all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ownlog.api.dumps import stages_in
from tests.tools import OwnlogFork

_LOG = """[tool] compiling
// -----// IR Dump After One (one) //----- //
#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%m: memref<4xf32, #map>) {
    %a = memref.alloc() : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
    return
  }
}
warning: said in between
// -----// IR Dump After Two (two) ('func.func' operation: @f) //----- //
func.func @f(%m: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  call @elsewhere() : () -> ()
  cf.br ^bb1
^bb1:  // pred: ^bb0
  return
}

// -----// IR Dump After Two (two) ('func.func' operation: @g) //----- //
#map = affine_map<(d0) -> (d0 + 1)>
func.func @g(%m: memref<4xf32>) {
  return
}
===-------------------------------------------------------------------------===
                         ... Execution time report ...
===-------------------------------------------------------------------------===
  Total Execution Time: 0.0150 seconds
    0.0041 ( 27.1%)  Parser
"""


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "LOG"
    path.write_text(_LOG)
    return str(path)


def test_dumps_are_texts_of_their_own() -> None:
    stages = stages_in(_LOG)
    assert [(stage.title, stage.line, stage.partial) for stage in stages] == [
        ("One#1", 3, False), ("Two#1", 13, True), ("Two#2", 22, True),
    ]  # fmt: skip
    assert [len(stage.parse("LOG").ops) for stage in stages] == [1, 1, 1]
    assert stages[2].parse("LOG").ops[0].line == 23


def test_a_stage_is_named_by_pass_or_flag(log: str) -> None:
    first = OwnlogFork()([log, "--stage", "one"])
    assert first.out.startswith("#map = affine_map<(d0) -> (d0)>\nmodule {")
    assert OwnlogFork()([log, "--stage=Two#2"]).out.endswith("func.func @g(%m: memref<4xf32>) {\n  return\n}\n")


@pytest.mark.parametrize(
    ("stage", "message", "advice"),
    [
        ("Two", "there are 2 dumps of Two in", "write --stage Two#N, where N is 1 to 2"),
        ("Two#3", "there are 2 dumps of Two in", "write --stage Two#N, where N is 1 to 2"),
        ("Two#x", "'x' is no number of a dump", "write --stage Two#1"),
        ("Three", "there is no dump of Three in", "those in it are One, one, Two, two"),
        ("On", "there is no dump of On in", "did you mean One?"),
    ],
)
def test_stages_that_are_not_there(log: str, stage: str, message: str, advice: str) -> None:
    done = OwnlogFork()([log, "--stage", stage])
    assert (done.status, message in done.err, advice in done.err, done.crashed) == (1, True, True, False), done.err


def test_a_log_is_no_module_and_a_module_is_no_log(log: str, tmp_path: Path) -> None:
    done = OwnlogFork()([log])
    assert "LOG:2:1: note: this is a log of 3 dumps, and was read as one module" in done.err
    path = tmp_path / "in.mlir"
    path.write_text("module {}\n")
    done = OwnlogFork()([str(path), "--stage", "CSE"])
    assert "is no log of dumps" in done.err


def test_check_judges_every_stage(log: str) -> None:
    done = OwnlogFork(("check",))([log])
    assert done.status == 1
    lines = done.out.splitlines()
    assert lines[:4] == [
        "2: after One#1: clean", "12: after Two#1: error", "21: after Two#2: clean",
        "the first that is wrong is Two#1:",
    ]  # fmt: skip
    assert ":16:3: error: %a of @f is never freed" in lines[4]
    stages = json.loads(OwnlogFork(("check",))([log, "--format=json"]).out)["stages"]
    assert [(stage["stage"], stage["verdict"]) for stage in stages] == [
        ("One#1", "clean"), ("Two#1", "error"), ("Two#2", "clean"),
    ]  # fmt: skip
    assert OwnlogFork(("check",))([log, "--stage=One"]).out.startswith("clean")
    refused = OwnlogFork(("check",))([log, "--format=sarif"])
    assert "choose one, such as --stage Two#2" in refused.err


@pytest.mark.parametrize("command", ["query", "alias", "peak", "annotate", "report", "explain"])
def test_commands_take_a_stage(log: str, command: str) -> None:
    asked = {"query": ["op(?x, ?n)"], "explain": ['op("@f/0:memref.alloc", "memref.alloc")'], "alias": ["%a"]}
    more = asked.get(command, []) + (["-o", f"{log}.html"] if command == "report" else [])
    done = OwnlogFork((command,))([log, *more, "--stage", "one"])
    assert "this is a log" not in done.err
    assert not done.crashed


def test_diff_compares_two_stages(log: str) -> None:
    done = OwnlogFork(("diff",))([log, "--stage", "one", "--stage", "Two#1"])
    assert (done.status in (0, 1), done.crashed) == (True, False), done.err
