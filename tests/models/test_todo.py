"""`ownlog dialect todo`: what no model says of the ops of a program, as rows to be filled in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.query.reports.missing import missing_rows
from tests.shared import require_shared
from tests.tools import OwnlogFork

_PROGRAM = """"my.kernel"() ({
^bb0(%m: memref<4xf32>):
  "my.end"(%m) : (memref<4xf32>) -> ()
}) {sym_name = "k"} : () -> ()
func.func @f(%m: memref<4xf32>, %t: tensor<4xf32>, %i: i32) -> tensor<4xf32> {
  %a = "my.take"(%m, %i) : (memref<4xf32>, i32) -> memref<4xf32>
  %b = "my.take"(%a, %i) : (memref<4xf32>, i32) -> memref<4xf32>
  "my.loop"(%m) ({
  ^bb0(%n: memref<4xf32>):
    "my.stop"() : () -> ()
  }) : (memref<4xf32>) -> ()
  "my.call"(%m) {callee = @k} : (memref<4xf32>) -> ()
  %u = "my.add"(%t, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %v = "my.number"(%i) : (i32) -> i32
  return %u : tensor<4xf32>
}
"""


def _missing(source: str | Path) -> str:
    analysis = ownlog.analyze(source)
    return missing_rows(analysis, analysis.questions)


def _rows(text: str) -> set[str]:
    return {line[3:].partition("  //")[0] for line in text.splitlines() if re.match(r"// \w+\(\"", line)}


def test_what_is_missing_is_listed_op_by_op() -> None:
    text = _missing(_PROGRAM)
    found = _rows(text)
    assert {
        'function_like("my.kernel").', 'frees("my.take", 0).', 'allocates("my.take", 0).',
        'view_like("my.take", 0, 0).',
        'region_branch("my.loop").', 'return_like("my.stop", 0).', 'call_like("my.call").', 'bufferizable("my.add").',
        'destination_operand("my.add", 1, 0).', 'pure("my.add").',
    } <= found  # fmt: skip
    assert not any("my.number" in row or '"func.' in row for row in found)
    assert 'pure("my.kernel").' not in found
    assert "// my.take: 2 ops, the first of which is <string>:6:3" in text


def test_rows_are_rows_of_models(tmp_path: Path) -> None:
    path = tmp_path / "my.dl"
    path.write_text("\n".join(sorted(_rows(_missing(_PROGRAM)))) + "\n")
    rules.load([path])


def test_what_is_filled_in_is_missing_no_more(tmp_path: Path) -> None:
    source, model = tmp_path / "in.mlir", tmp_path / "my.dl"
    source.write_text(_PROGRAM)
    run = OwnlogFork(("dialect", "todo"))
    assert run([str(source), "-o", str(model)]).status == 0
    again = run([str(source), "--model", str(model)])
    assert _rows(again.out) == _rows(model.read_text())
    said = """function_like("my.kernel"). return_like("my.end", 0). effects_known("my.take").
    view_like("my.take", 0, 0). pure("my.loop"). region_branch("my.loop"). region_flow("my.loop", -1, 0).
    region_flow("my.loop", 0, -1). return_like("my.stop", 0). call_like("my.call").
    pure("my.add"). bufferizable("my.add"). pure("my.end").
    """
    model.write_text(said)
    assert run([str(source), "--model", str(model)]).out == f"// No row is missing for {source}.\n"


@pytest.mark.parametrize("corpus", ["corpus", "corpus-tensor"])
def test_nothing_is_missing_for_ops_of_llvm(corpus: str) -> None:
    files = sorted(require_shared(corpus).rglob("*.mlir"))[::60]
    assert [path for path in files if "No row is missing" not in _missing(path)] == []


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text("my.op %x\n")
    done = OwnlogFork(("dialect", "todo"))([str(path)])
    assert (done.status, "custom op 'my.op' is unknown" in done.err) == (1, True)
