"""`ownlog check` on many files and pieces of files, with comments and a baseline that accept findings."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.tools import OwnlogFork

LEAK = "func.func @f() {\n  %a = memref.alloc() : memref<4xi32>\n  return\n}\n"
CLEAN = "func.func @g() {\n  %a = memref.alloc() : memref<4xi32>\n  memref.dealloc %a : memref<4xi32>\n  return\n}\n"
UNKNOWN = 'func.func @h() {\n  %0 = "my.make"() : () -> memref<4xf32>\n  return\n}\n'
IGNORED = LEAK.replace("<4xi32>\n", "<4xi32>  // ownlog: ignore(leak): lives as long as the program\n", 1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*arguments: str, given: str = "") -> tuple[int, str, str]:
    """The exit status, standard output and standard error."""
    outcome = OwnlogFork(("check",))(arguments, given)
    return outcome.status, outcome.out, outcome.err


def found(*arguments: str) -> Any:
    return json.loads(check(*arguments, "--format", "json")[1])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_of_a_folder_are_one_table_with_the_worst_status(folder: Path, jobs: str) -> None:
    (folder / "in").mkdir()
    for name, text in (("a", LEAK), ("b", CLEAN), ("c", UNKNOWN)):
        (folder / "in" / f"{name}.mlir").write_text(text)
    status, told, _ = check("in", "-j", jobs)
    assert status == 1
    lines = told.splitlines()
    assert lines[0] == "in/a.mlir:3:3: error: %a of @f is never freed on a path"
    assert [line.split() for line in lines if line.startswith("in/") and ":" not in line] == [
        ["in/a.mlir", "error", "1", "1", "0"],
        ["in/c.mlir", "undecided", "0", "0", "1"],
    ]
    assert "error: 3 files (1 error, 1 undecided, 1 clean), 2 allocations followed, 2 findings" in lines
    assert check("in/b.mlir", "in/c.mlir", "-j", jobs)[0] == 3
    assert check("in/b*.mlir", "-j", jobs)[0] == 0


def test_a_file_that_cannot_be_read_does_not_stop_the_others(folder: Path) -> None:
    (folder / "a.mlir").write_text("nonsense")
    (folder / "b.mlir").write_text(CLEAN)
    status, told, problems = check("a.mlir", "b.mlir", "missing.mlir")
    assert status == 1
    assert told == "error: 3 files (1 clean, 2 not read), 1 allocation followed, 0 findings\n"
    assert "a.mlir:1:1: error: custom op 'nonsense' is unknown" in problems
    assert "no such file or folder: 'missing.mlir'" in problems


def test_standard_input_is_checked_alone(folder: Path) -> None:
    (folder / "a.mlir").write_text(CLEAN)
    status, _, problems = check("a.mlir", "-")
    assert (status, problems.splitlines()[0]) == (2, "error: standard input is one of several inputs")
    status, told, _ = check("-", given=LEAK)
    assert (status, told.startswith("<stdin>:3:3: error")) == (1, True)


def test_sarif_of_many_files_is_one_run(folder: Path) -> None:
    (folder / "with space.mlir").write_text(LEAK)
    (folder / "b.mlir").write_text(LEAK)
    [run] = json.loads(check(".", "--format", "sarif")[1])["runs"]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
    assert [os.path.normpath(place) for place in places] == ["b.mlir", "with%20space.mlir"]
    assert {result["ruleId"] for result in run["results"]} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert len({result["partialFingerprints"]["ownlog/v1"] for result in run["results"]}) == 2


def test_pieces_are_inputs_of_their_own(folder: Path) -> None:
    (folder / "a.mlir").write_text(f"{LEAK}// -----\n{LEAK}// -----\n{CLEAN}")
    status, told, _ = check("a.mlir", "--split-input-file")
    assert status == 1
    assert [line.partition(" ")[0] for line in told.splitlines() if ": error:" in line] == [
        "a.mlir:3:3:",
        "a.mlir:8:3:",
    ]
    assert told.splitlines()[-1] == "error: 3 allocations followed, 2 findings"
    (folder / "b.mlir").write_text(f"nonsense\n// -----\n{CLEAN}")
    status, told, problems = check("b.mlir", "--split-input-file")
    assert (status, told) == (1, "clean: 1 allocation followed, 0 findings\n")
    assert "b.mlir:1:1: error: custom op 'nonsense' is unknown" in problems


def test_pieces_are_hinted_at(folder: Path) -> None:
    (folder / "a.mlir").write_text(f"{LEAK}// -----\n{LEAK}")
    status, _, problems = check("a.mlir")
    assert status == 1
    assert "help: with --split-input-file each piece between such lines is an input of its own" in problems


@pytest.mark.parametrize(
    "text",
    [
        IGNORED,
        LEAK.replace("  return", "  return  // ownlog: ignore(double-free, leak): it ends the program"),
        LEAK.replace("  %a", "  // ownlog: ignore(leak): as long as the program\n  // and longer\n\n  %a"),
    ],
    ids=["where it begins", "where it ends", "the line above"],
)
def test_a_comment_accepts_a_finding(folder: Path, text: str) -> None:
    (folder / "a.mlir").write_text(text)
    status, told, problems = check("a.mlir")
    assert (status, told, problems) == (0, "clean: 1 allocation followed, 0 findings, 1 accepted\n", "")
    [finding] = found("a.mlir")["findings"]
    assert finding["accepted"] in text
    [run] = json.loads(check("a.mlir", "--format", "sarif")[1])["runs"]
    assert run["results"][0]["suppressions"] == [{"kind": "inSource", "justification": finding["accepted"]}]


@pytest.mark.parametrize(
    ("comment", "problem", "advice"),
    [
        ("ignore(double-free): why", "this comment ignores nothing: no such finding", "remove it"),
        ("ignore(leek): why", "findings have no kind 'leek'", "did you mean leak?"),
        ("ignore(leak)", "it needs kinds of findings, and a reason", "write // ownlog: ignore(leak): REASON"),
        ("ignore: why", "it needs kinds of findings, and a reason", "write // ownlog: ignore(leak): REASON"),
    ],
)
def test_a_comment_that_ignores_nothing_is_warned_of(folder: Path, comment: str, problem: str, advice: str) -> None:
    (folder / "a.mlir").write_text(LEAK.replace("  return", f"  return  // ownlog: {comment}"))
    status, told, problems = check("a.mlir")
    assert status == 1
    assert "a.mlir:3:3: error" in told
    assert problems.startswith("a.mlir:3:11: warning: ")
    assert problem in problems.splitlines()[0]
    assert problems.splitlines()[-1] == f"  help: {advice}"


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_baseline_accepts_what_was_found_before(folder: Path, form: str) -> None:
    (folder / "a.mlir").write_text(LEAK)
    (folder / "b.mlir").write_text(UNKNOWN)
    assert check("a.mlir", "b.mlir", "--format", form, "-o", "base")[0] == 1
    # Lines move.
    (folder / "a.mlir").write_text(f"\n\n// More.\n{LEAK}")
    status, told, _ = check(".", "--baseline", "base")
    assert (status, told) == (0, "clean: 2 files (2 clean), 1 allocation followed, 0 findings, 2 accepted\n")
    assert {each["findings"][0]["accepted"] for each in found("a.mlir", "b.mlir", "--baseline", "base")["files"]} == {
        "in the baseline"
    }
    # What is new is told.
    (folder / "a.mlir").write_text(LEAK.replace("  return", "  %b = memref.alloc() : memref<2xi32>\n  return"))
    status, told, _ = check("a.mlir", "--baseline", "base")
    assert status == 1
    assert told.splitlines()[-1] == "error: 2 allocations followed, 1 finding, 1 accepted"
    assert "%b of @f is never freed" in told


@pytest.mark.parametrize("text", ["nonsense", "[]", "{}", '{"findings": [1]}', '{"runs": [{"results": [{}]}]}'])
def test_another_file_is_no_baseline(folder: Path, text: str) -> None:
    (folder / "base").write_text(text)
    (folder / "a.mlir").write_text(LEAK)
    status, told, problems = check("a.mlir", "--baseline", "base")
    assert (status, told) == (1, "")
    assert problems.splitlines() == [
        "error: 'base' is no output of ownlog check in JSON or SARIF",
        "  help: make it with ownlog check --format json -o FILE",
    ]


def test_proofs_of_many_files_have_folders_of_their_own(folder: Path) -> None:
    pytest.importorskip("z3")
    for name in ("a", "b"):
        (folder / f"{name}.mlir").write_text(CLEAN)
    assert check("a.mlir", "b.mlir", "--emit-proofs", "proofs")[0] == 0
    assert sorted(path.name for path in (folder / "proofs").iterdir()) == ["a.mlir", "b.mlir"]
    assert all(list(path.iterdir()) for path in (folder / "proofs").iterdir())


def test_tensors_are_said_not_to_be_followed(folder: Path) -> None:
    (folder / "a.mlir").write_text(
        "func.func @t(%t: tensor<4xf32>) -> tensor<4xf32> {\n  return %t : tensor<4xf32>\n}\n"
    )
    status, told, _ = check("a.mlir")
    assert (status, told.splitlines()) == (
        0,
        [
            "clean: 0 allocations followed, 0 findings",
            "assumed: tensors are not followed: check the buffers that they become (@t)",
        ],
    )
