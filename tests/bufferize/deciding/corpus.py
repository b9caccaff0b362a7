"""Where decisions about the corpus of tensor programs differ from mlir-opt-22's, and why: `differences.tsv`.

    python -m tests.bufferize.deciding.corpus

writes the list anew. Reasons are explained in docs/bufferization.md.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ownlog.frontend.ir.ir import Op
from tests.bufferize.deciding.marking import (
    HEURISTICS,
    PRINTED,
    Analysed,
    Difference,
    Refused,
    analyse,
    differences,
    ours,
    theirs,
)
from tests.shared import find_tool, require_shared, shared_programs

LIST = Path(__file__).parent / "differences.tsv"
REASONS = {
    "while-in-turn": "the two regions of scf.while run in turn",
    "no-way": "no way leads from the one block to the other",
    "forgotten-write": "mlir-opt forgets writes in other blocks than that of the argument that is read",
    "crash": "mlir-opt crashes",
}
SECONDS = 60


class Row(NamedTuple):
    """A line of the list. Where mlir-opt-22 crashes, the line is 0, and the op is `*`."""

    file: str
    heuristic: str
    line: int
    op: str
    operand: int
    ours: str
    theirs: str
    reason: str


def rows(file: str, text: str, heuristic: str, mlir_opt: str) -> list[Row]:
    """The differences in one file."""
    other = theirs(text, heuristic, mlir_opt, SECONDS)
    found = analyse(text, heuristic, PRINTED, file)
    if isinstance(other, Refused):
        why = "crash" if "submit a bug report" in other.message else other.message or f"no answer in {SECONDS} seconds"
        return [Row(file, heuristic, 0, "*", 0, "", "", why)]
    return [Row(file, heuristic, *one, reason(found, one)) for one in differences(ours(found), other)]


def reason(found: Analysed, difference: Difference) -> str:
    """Why a use is decided otherwise, by what is around it; nothing where that is not known."""
    around = list(_around(_op(found, difference)))
    if any(op.name == "scf.while" for op in around) and difference.ours == "true":
        return "while-in-turn"
    if any(len(region.blocks) > 1 for op in around for region in op.regions):
        return "no-way" if difference.ours == "true" else "forgotten-write"
    return ""


def _op(found: Analysed, difference: Difference) -> Op:
    for op in found.module.walk():
        if (
            op.name == difference.op
            and op.source is not None
            and op.start >= 0
            and op.source.position(op.start).line == difference.line
        ):
            return op
    raise LookupError(difference)


def _around(op: Op | None) -> Iterator[Op]:
    while op is not None:
        yield op
        op = op.parent_op


def read() -> dict[tuple[str, str], list[Row]]:
    """The list, by file and heuristic."""
    found: dict[tuple[str, str], list[Row]] = {}
    for line in LIST.read_text().splitlines()[1:]:
        file, heuristic, number, op, operand, mine, other, reason = line.split("\t")
        found.setdefault((file, heuristic), []).append(
            Row(file, heuristic, int(number), op, int(operand), mine, other, reason)
        )
    return found


def main() -> None:
    """Writes the list anew."""
    folder, mlir_opt = require_shared("corpus-tensor"), find_tool("mlir-opt-22")
    assert mlir_opt is not None
    lines = ["\t".join(Row._fields)]
    for file in shared_programs("corpus-tensor"):
        for heuristic in HEURISTICS:
            for row in rows(file, (folder / file).read_text(), heuristic, mlir_opt):
                lines.append("\t".join(map(str, row)))
                print(lines[-1], flush=True)
    LIST.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
