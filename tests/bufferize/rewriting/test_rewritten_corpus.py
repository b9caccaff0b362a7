"""The programs of compilers, rewritten to buffers: mlir-opt-22 takes what comes out, which copies at most what it
copies itself.
"""

import csv
from dataclasses import dataclass

import pytest

from tests.bufferize.running.bufferized import Counts, bufferized, counts
from tests.shared import require_shared, require_tool, shared_dir
from tests.tiers import every
from tests.tools import Program

BYTES = 60_000
MORE = {
    "cf/jax_cg__cf": (
        "what mlir-opt-22 makes returns other numbers: a buffer that goes round is written while it is still to be read"
    ),
    "cf/jax_u_conds__cf": (
        "in the branches nothing is copied, but behind them, where mlir-opt 22 copies in one branch of each but the"
        " last"
    ),
}
"""Where more is copied, in the order that mlir-opt-22 takes, and why; nowhere by the choice that copies least."""


@dataclass(frozen=True)
class Row:
    """A program of the corpus, the options that mlir-opt-22 needs for it, and what it allocates and copies then;
    nothing where it fails.
    """

    name: str
    options: str
    counted: Counts | None


def _rows() -> list[Row]:
    root = shared_dir()
    if root is None or not (root / "corpus-tensor").exists():
        return []
    with (root / "corpus-tensor" / "INDEX.csv").open() as file:
        rows = [
            row for row in csv.DictReader(file) if int(row["bytes"]) <= BYTES and not row["name"].startswith("large")
        ]
    columns = ("allocs", "alloc_bytes", "copies", "copy_bytes")
    counted = [Counts(*(int(row[column]) for column in columns)) if row["status"] == "ok" else None for row in rows]
    return [Row(f"{row['family']}/{row['name']}", row["options"], one) for row, one in zip(rows, counted, strict=True)]


@pytest.mark.peer
@pytest.mark.parametrize("row", every(25, _rows(), lambda row: row.name, slow=3))
def test_program(row: Row) -> None:
    mlir_opt = Program((require_tool("mlir-opt-22"),))
    text = require_shared("corpus-tensor", f"{row.name}.mlir").read_text()
    before = mlir_opt(["-", "--eliminate-empty-tensors", "--empty-tensor-to-alloc-tensor"], text)
    assert before.status == 0 or row.counted is None
    for heuristic in ("bottom-up", "fewest-copies"):
        options = f"{row.options} analysis-heuristic={heuristic}"
        after = mlir_opt(["-"], bufferized(before.out if before.status == 0 else text, options))
        assert after.status == 0, after.complaint
        if row.counted is not None:
            found = counts(after.out)
            fewer = all(mine <= other for mine, other in zip(found, row.counted, strict=True))
            assert fewer != (heuristic == "bottom-up" and row.name in MORE), (heuristic, found, row.counted)


def test_what_is_counted() -> None:
    """Bytes of what has a known size, under the strides of a layout, too."""
    text = """%a = memref.alloc() {alignment = 64 : i64} : memref<2x3xf32>
%b = memref.alloc(%n) : memref<?x3xf32>
memref.copy %s, %a : memref<2x3xf32, strided<[4, 1], offset: ?>> to memref<2x3xf32>
"""
    assert counts(text) == Counts(2, 24, 1, 24)
