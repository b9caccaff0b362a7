"""The tests of LLVM's memory planner, which is newer than LLVM 22: written in LLVM 22's syntax, they pass."""

import re
from pathlib import Path

import pytest

from tests.conformance.lit import SPLIT_MARKER, cut, without_comments
from tests.shared import require_shared, require_tool
from tests.tools import OwnlogFork, Program

_NEWER = re.compile(r"alignment = (\d+) :")
_EXPECTED = re.compile(r"expected-error @\+(\d+) \{\{(.*)\}\}")
PLANNER = "--pass-pipeline=builtin.module(func.func(static-memory-planner-analysis{}))"


def _text(name: str) -> str:
    file = require_shared("placement", "upstream", f"static-memory-planner-{name}.mlir")
    return _NEWER.sub(r"{alignment = \1 : i64} :", file.read_text())


@pytest.mark.peer
def test_best_fit(tmp_path: Path) -> None:
    # An arena is aligned as what lies in it: f32. LLVM's is only where an allocation says so.
    text = _text("best-fit").replace("{alignment = 1 : i64}", "{alignment = 4 : i64}")
    checks = tmp_path / "checks.mlir"
    checks.write_text(text)
    planned = OwnlogFork()(
        [PLANNER.replace("{}", "{algorithm=best-fit}"), "--split-input-file"], without_comments(text)
    )
    assert planned.status == 0, planned.err
    assert planned.out.count(SPLIT_MARKER) == 3
    checked = Program((require_tool("FileCheck"),))([str(checks)], planned.out)
    assert checked.status == 0, checked.err


@pytest.mark.parametrize(("name", "mode"), [("arena-arg", "{arena-mode=arg}"), ("errors", "{}")])
def test_errors(name: str, mode: str) -> None:
    for piece in cut(_text(name)):
        lines = enumerate(piece.splitlines(), 1)
        expected = [(number + int(found[1]), found[2]) for number, line in lines if (found := _EXPECTED.search(line))]
        refused = OwnlogFork()([PLANNER.replace("{}", mode)], piece)
        assert refused.status == (1 if expected else 0)
        for line, message in expected:
            assert re.search(rf":{line}:\d+: error: {re.escape(message)}", refused.err), refused.err
