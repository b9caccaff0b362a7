"""What shells complete, and the scripts that let them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ownlog.backend.passes.registry import PASSES
from ownlog.command_line import COMMANDS
from ownlog.commands.completion import SHELLS
from tests.tools import OwnlogFork

TWO = """\
func.func @main(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.if %c -> memref<4xf32> {
    %a_0 = memref.alloc() : memref<4xf32>
    scf.yield %a_0 : memref<4xf32>
  } else {
    %a_0 = memref.alloc() : memref<4xf32>
    scf.yield %a_0 : memref<4xf32>
  }
  return %r : memref<4xf32>
}
"""


def completed(words: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the last word may become: names, or "file" where the shell is to complete files."""
    monkeypatch.setenv("_OWNLOG_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    run = OwnlogFork(())([])
    assert (run.status, run.err) == (0, ""), run.err
    found = [line.split(",", 1) for line in run.out.splitlines() if line]
    return [name if kind == "plain" else kind for kind, name in found]


@pytest.mark.parametrize(
    "command", ["opt", "alias", "owners", "why", "query", "explain", "report", "check", "facts", "corpus run"]
)
def test_files(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(f"ownlog {command} sm", monkeypatch) == ["file"]


def test_commands_and_options(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed("ownlog ", monkeypatch) == list(COMMANDS)
    assert completed("ownlog ow", monkeypatch) == ["owners"]
    assert completed("ownlog nothing x", monkeypatch) == []
    assert "--format" in completed("ownlog query x.mlir --fo", monkeypatch)


def test_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = [f"--{name}" for name in PASSES if name.startswith("buffer-")]
    assert completed("ownlog opt x.mlir --buffer-", monkeypatch) == begun
    assert set(begun) <= set(completed("ownlog why x.mlir 3 --buffer-", monkeypatch))
    assert completed("ownlog why x.mlir -p cse,cano", monkeypatch) == ["cse,canonicalize"]
    assert completed("ownlog opt x.mlir -p builtin.module(cano", monkeypatch) == ["builtin.module(canonicalize"]


def test_relations(monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed("ownlog relations never_al", monkeypatch) == ["never_alias"]
    assert completed("ownlog query x.mlir buffer(V),!never_al", monkeypatch) == ["buffer(V),!never_alias"]
    assert completed("ownlog explain x.mlir never_al", monkeypatch) == ["never_alias"]


def test_functions_and_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(TWO)
    assert completed(f"ownlog alias {path} --func ma", monkeypatch) == ["main"]
    assert completed(f"ownlog alias {path} --func ", monkeypatch) == ["@main"]
    assert sorted(completed(f"ownlog alias {path} --value %a", monkeypatch)) == ["%a", "%a_0:4", "%a_0:7"]
    assert sorted(completed(f"ownlog alias {path} --func main --value a_", monkeypatch)) == ["a_0:4", "a_0:7"]
    path.write_text("nonsense")
    assert completed(f"ownlog alias {path} --value %a", monkeypatch) == []
    assert completed("ownlog alias nothing.mlir --value %a", monkeypatch) == []


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts(shell: str, tmp_path: Path) -> None:
    run = OwnlogFork(())(["completion", shell])
    assert (run.status, run.err) == (0, "")
    assert f"_OWNLOG_COMPLETE={shell}_complete" in run.out
    if shutil.which(shell) is not None:
        path = tmp_path / "script"
        path.write_text(run.out)
        checked = subprocess.run([shell, "-n", path], capture_output=True, text=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")
