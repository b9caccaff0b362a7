"""The table of what the dialect files say of each op, beside what mlir-opt-22 knows: `python -m tests.models.table` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.models.measure import Ours, as_text, known_to_mlir_opt, probes
from tests.shared import find_tool

TABLE = Path(__file__).with_name("table.tsv")
# The ops of the dialects that have rows, but for those.
WITHOUT_ROWS = Path(__file__).with_name("without_rows.txt")
SAME = "the same"
CAREFUL = "more careful"
STRUCTURE = "not asked: structure of its dialect, or a terminator"

_WAITS = "beyond mlir-opt, which refuses what is asynchronous: asynchronous.dl follows what is begun until it is waited for"
REASONS = {
    "affine.prefetch": "beyond mlir-opt: a prefetch is a hint, as memref.prefetch is",
    "gpu.wait": _WAITS,
    "memref.dma_start": _WAITS,
    "memref.dma_wait": _WAITS,
    "memref.realloc": "beyond mlir-opt, which has it expanded first: it frees its operand and allocates its result",
    "nvgpu.device_async_create_group": _WAITS,
    "nvgpu.device_async_wait": _WAITS,
}
"""Why the dialect files may say more of an op than mlir-opt knows."""


def verdict(op: str, ours: set[str], theirs: set[str]) -> str:
    """How what we say compares with what mlir-opt knows; empty where we say more and nobody says why."""
    if ours == theirs:
        return SAME
    return CAREFUL if ours < theirs else REASONS.get(op, "")


def lines() -> Iterator[str]:
    """The table as it has to be today."""
    ours = Ours()
    asked = probes()
    tool = find_tool("mlir-opt-22")
    assert tool is not None
    theirs = known_to_mlir_opt(str(tool), asked)
    yield "op\trows\tthe dialect files say\tmlir-opt-22 knows\tverdict"
    for op in sorted(ours.names() | theirs.keys()):
        rows, said = " ".join(ours.rows_of(op)), ours.words(op)
        if op in theirs:
            yield f"{op}\t{rows}\t{as_text(said)}\t{as_text(theirs[op])}\t{verdict(op, said, theirs[op])}"
        elif not op.startswith("test."):
            yield f"{op}\t{rows}\t{as_text(said)}\t\t{STRUCTURE}"


def main() -> None:
    """Write the table anew."""
    TABLE.write_text("".join(f"{line}\n" for line in lines()))


if __name__ == "__main__":
    main()
