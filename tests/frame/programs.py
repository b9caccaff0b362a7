"""Small programs for the tests of the command line, good and bad, and how to run them."""

import re
from pathlib import Path

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
# As GOOD, but line 3 uses what nobody defined.
UNDEFINED = GOOD.replace("memref.copy %buffer", "memref.copy %nobody")

opt = OwnlogFork()


def write(folder: Path, text: str, name: str = "in.mlir") -> Path:
    """A file with the text."""
    path = folder / name
    path.write_text(text)
    return path


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
