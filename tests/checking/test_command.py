"""`ownlog check` on the command line: the verdict as text, JSON and SARIF, and the exit status."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ownlog.command_line import cli

CLEAN = "%a = memref.alloc() : memref<4xi32>\nmemref.dealloc %a : memref<4xi32>\n"
TWICE = CLEAN + "memref.dealloc %a : memref<4xi32>\n"
REGION = (
    '%a = memref.alloc() : memref<4xi32>\n"my.op"() ({\n  memref.dealloc %a : memref<4xi32>\n  "my.end"() : () ->'
    " ()\n}) : () -> ()\n"
)


def run(folder: Path, body: str, *options: str) -> tuple[int, str]:
    path = folder / "in.mlir"
    path.write_text(f"func.func @f() {{\n{body}return\n}}\n")
    result = CliRunner().invoke(cli, ["check", str(path), *options])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("body", "status", "word"), [(CLEAN, 0, "clean"), (TWICE, 1, "error"), (REGION, 3, "undecided")]
)
def test_the_exit_status_says_the_verdict(tmp_path: Path, body: str, status: int, word: str) -> None:
    code, output = run(tmp_path, body)
    assert code == status
    assert f"{word}: 1 allocation followed" in output


def test_text_names_the_lines_of_the_path(tmp_path: Path) -> None:
    output = run(tmp_path, TWICE)[1].splitlines()
    assert output[0].endswith("in.mlir:4:1: error: %a of @f is freed twice on a path")
    assert output[1:3] == ["memref.dealloc %a : memref<4xi32>", "^"]
    assert output[3:6] == ["  2: allocated", "  3: freed", "  4: double free"]
    assert output[6] == "  help: remove one of the frees, or free the buffer only on paths that have not freed it"


def test_json_has_the_path(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, TWICE, "--format", "json")[1])
    assert found["verdict"] == "error"
    assert [step["line"] for step in found["findings"][0]["path"]] == [2, 3, 4]


def test_sarif_has_a_code_flow(tmp_path: Path) -> None:
    [result] = json.loads(run(tmp_path, TWICE, "--format", "sarif")[1])["runs"][0]["results"]
    flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert (result["ruleId"], result["level"]) == ("double-free", "error")
    assert [step["location"]["physicalLocation"]["region"]["startLine"] for step in flow] == [2, 3, 4]
