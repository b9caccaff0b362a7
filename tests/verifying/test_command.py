"""`ownlog verify` on the command line: the verdict as text and JSON, the exit status, and what bad input gets."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ownlog.command_line import cli
from tests.shared import require_tool
from tests.tools import OwnlogFork

BEFORE = """func.func @f(%a: memref<4xi32>, %x: i32, %i: index) {
  %b = memref.alloc() : memref<4xi32>
  memref.copy %a, %b : memref<4xi32> to memref<4xi32>
  %c1 = arith.constant 1 : i32
  memref.store %c1, %a[%i] : memref<4xi32>
  return
}
"""
AFTER = BEFORE.replace("  return", "  memref.dealloc %b : memref<4xi32>\n  return")


def run(folder: Path, after: str | None, *options: str, before: str = BEFORE) -> Result:
    (folder / "before.mlir").write_text(before)
    files = [str(folder / "before.mlir")]
    if after is not None:
        (folder / "after.mlir").write_text(after)
        files.append(str(folder / "after.mlir"))
    return CliRunner().invoke(cli, ["verify", *files, *options])


@pytest.mark.parametrize(
    ("after", "status", "word"),
    [
        pytest.param(AFTER, 0, "same", id="same"),
        pytest.param(BEFORE, 1, "different", id="leak"),
        pytest.param(AFTER.replace("constant 1", "constant 2"), 1, "different", id="other-constant"),
        pytest.param(AFTER.replace("copy %a, %b", "copy %b, %a"), 3, "unknown", id="other-direction"),
    ],
)
def test_the_exit_status_says_the_verdict(tmp_path: Path, after: str, status: int, word: str) -> None:
    result = run(tmp_path, after)
    assert result.exit_code == status
    assert f"\n{word}: " in result.output


def test_a_difference_names_the_lines_of_both(tmp_path: Path) -> None:
    output = run(tmp_path, AFTER.replace("  %c1 = arith.constant 1", "\n  %c1 = arith.constant 2")).output
    assert "before.mlir:5:3" in output
    assert "after.mlir:6:3: different: @f: operand 0 of 'memref.store' is not the same" in output


def test_json_has_both_places_and_the_verdict_on_deallocation(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, BEFORE.replace("constant 1", "constant 2"), "--format", "json").output)
    [function] = found["functions"]
    assert (found["verdict"], function["verdict"], found["deallocation"]["verdict"]) == (
        "different",
        "different",
        "error",
    )
    assert (function["before"]["line"], function["after"]["line"]) == (5, 5)


def test_a_tool_makes_the_second_program(tmp_path: Path) -> None:
    free = "memref.dealloc %b : memref<4xi32> return"
    add = f"{sys.executable} -c \"import sys; print(open(sys.argv[1]).read().replace('return', '{free}'))\""
    assert run(tmp_path, None, "--tool", f"{add} {{in}}").exit_code == 0
    copy = f'{sys.executable} -c "import shutil, sys; shutil.copy(*sys.argv[1:])"'
    assert "leak" in run(tmp_path, None, "--tool", f"{copy} {{in}} {{out}}").output


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        (f"{sys.executable} -c \"import sys; sys.exit('no {{in}}')\"", "the tool failed with exit status 1; no BEFORE"),
        (f"{sys.executable} -c pass {{in}} {{out}}", "the tool wrote no file"),
        (f'{sys.executable} -c "import os; os.kill(os.getpid(), 11)" {{in}}', "the tool was ended by SIGSEGV"),
        ("no-such-program {in}", "cannot be run"),
        ("cat", "does not say where its input goes"),
        ("cat '{in}", "cannot be split into words"),
        (f"{sys.executable} -c \"print('func.func')\" {{in}}", "<output of the tool>:"),
    ],
)
def test_a_tool_that_fails_is_reported(tmp_path: Path, tool: str, said: str) -> None:
    result = run(tmp_path, None, "--tool", tool)
    assert result.exit_code == 1
    assert said in str(result.exception)


def test_a_tool_that_does_not_end_is_stopped_with_what_it_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    code = "import subprocess, time; p = subprocess.Popen(['sleep', '600']); "
    code += f"open({str(started)!r}, 'w').write(str(p.pid)); time.sleep(600)"
    result = run(tmp_path, None, "--tool", f'{sys.executable} -c "{code}" {{in}}', "--tool-timeout", "5")
    assert result.exit_code == 1
    assert "the tool did not end within 5 s" in str(result.exception)
    status = Path(f"/proc/{started.read_text()}/stat")
    # It is told to end, and takes a moment for that on a busy machine.
    for _ in range(100):
        if not status.exists() or status.read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("what the tool started goes on")


@pytest.mark.peer
def test_mlir_opt_is_a_tool(tmp_path: Path) -> None:
    tool = require_tool("mlir-opt-22")
    for rest in ("", " -o {out}"):
        assert run(tmp_path, None, "--tool", f"{tool} --buffer-deallocation-pipeline {{in}}{rest}").exit_code == 0
    assert run(tmp_path, None, "--tool", f"{tool} --no-such-option {{in}}").exit_code == 1


def test_a_function_that_is_gone_is_reported_where_it_was(tmp_path: Path) -> None:
    result = run(tmp_path, AFTER.replace("@f", "@g"))
    assert "before.mlir:1:1: error: the second program has no function @f" in str(result.exception)


def test_one_of_a_second_file_and_a_tool_is_needed(tmp_path: Path) -> None:
    assert "--tool is needed" in str(run(tmp_path, None).exception)
    assert "--tool is needed" in str(run(tmp_path, AFTER, "--tool", "cat {in}").exception)


def test_sarif_has_what_is_different_and_what_deallocation_does_wrong(tmp_path: Path) -> None:
    (made,) = json.loads(run(tmp_path, AFTER.replace("constant 1", "constant 2"), "--format", "sarif").output)["runs"]
    (result,) = made["results"]
    assert (result["ruleId"], result["level"]) == ("different", "error")
    assert result["ruleId"] in {rule["id"] for rule in made["tool"]["driver"]["rules"]}
    places = [place["physicalLocation"] for place in (*result["locations"], *result["relatedLocations"])]
    assert [Path(place["artifactLocation"]["uri"]).name for place in places] == ["after.mlir", "before.mlir"]
    assert all(place["region"]["startLine"] > 1 for place in places)
    (same,) = json.loads(run(tmp_path, BEFORE, "--format", "sarif").output)["runs"]
    assert [result["ruleId"] for result in same["results"]] == ["leak"] * BEFORE.count("memref.alloc()")


def test_standard_input_is_one_of_the_two() -> None:
    run = OwnlogFork(("verify",))(["-", "-"], "")
    assert (run.status, run.out) == (2, "")
    assert "cannot both be standard input" in run.err
