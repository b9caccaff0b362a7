"""Small programs for the tests of the command line, good and bad, and how to run them."""

import re
from pathlib import Path

import pytest

from ownlog.base.inputs import MARK
from tests.tools import Outcome, OwnlogFork

PASS = "--ownership-based-buffer-deallocation"

GOOD = """\
// A comment that stays.
func.func @good(%out: memref<4xf32>) {
  %buffer = memref.alloc() : memref<4xf32>
  memref.copy %buffer, %out : memref<4xf32> to memref<4xf32>
  return
}
"""
BAD = "func.func @f( {\n"
# As GOOD, but line 3 uses what nobody defined.
UNDEFINED = GOOD.replace("memref.copy %buffer", "memref.copy %nobody")

opt = OwnlogFork()

JOBS = pytest.mark.parametrize("jobs", [[], ["-j", "2"]], ids=["here", "workers"])


def write(folder: Path, text: str, name: str = "in.mlir") -> Path:
    """A file with the text."""
    path = folder / name
    path.write_text(text)
    return path


def make_tree(folder: Path) -> Path:
    """The folder, with good programs in `in` and one below that."""
    for name in ("a.mlir", "sub/b.mlir", "sub/a.mlir"):
        (folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "in" / name).write_text(GOOD)
    return folder


def results(folder: Path) -> dict[str, str]:
    """What a run over many inputs has left in its folder, by the paths there."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MARK]
    return {str(path.relative_to(folder)): path.read_text() for path in files}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder with what is in it: a run that fails must leave this as it was."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def assert_refused(run: Outcome, *, usage: bool = False) -> None:
    """What holds for every refusal; `usage`: for that of a command line that cannot be meant."""
    assert not run.crashed, run.err
    assert run.status == (2 if usage else 1)
    assert run.out == ""
    assert "error: " in run.err
    assert re.search(r"^\s*help: \S", run.err, re.M), f"no advice in: {run.err}"
