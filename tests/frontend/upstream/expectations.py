"""What Ownlog reads and writes of LLVM's own tests: for each file, how many pieces, how many of them well, and why not
the rest.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.frontend.upstream.judge import judge, short

LIST = Path(__file__).with_name("expectations.tsv")
HEADER = "file\tpieces\tpassed\treasons"
_NAME = re.compile(r"(?:.*[-_])?(?:ops|roundtrip|canonicalize)\.mlir")
# Dialects that are read by forms made of their definitions only (`tests/frontend/ods`).
_IMPORTED = re.compile(
    r"Dialect/(?:ArmNeon|ArmSVE|EmitC|IRDL|LLVMIR/(?:nvvm|rocdl|xevm)|MPI|OpenACC|PDL|PDLInterp|Ptr|Quant|SMT|SPIRV|Shard"
    r"|Transform|WasmSSA|XeGPU)\b|transform-op"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A file: the pieces that mlir-opt-22 reads, how many of them Ownlog reads and writes well, and the faults of the
    others.
    """

    file: str
    pieces: int
    passed: int
    reasons: str

    def __str__(self) -> str:
        return f"{self.file}\t{self.pieces}\t{self.passed}\t{self.reasons}"


def files(root: Path) -> list[str]:
    """The files of interest below `mlir/test`."""
    found = (path.relative_to(root).as_posix() for path in (root / "Dialect").rglob("*.mlir"))
    return sorted(file for file in found if _NAME.fullmatch(Path(file).name) and _IMPORTED.search(file) is None)


def row(root: Path, file: str) -> Row:
    """How Ownlog fares with a file."""
    verdicts = judge((root / file).read_text())
    faults = Counter(short(verdict.fault) for verdict in verdicts if verdict.fault)
    reasons = "; ".join(f"{count} {fault}" for fault, count in sorted(faults.items()))
    return Row(file, len(verdicts), len(verdicts) - sum(faults.values()), reasons)


def read_list() -> dict[str, Row]:
    """The committed list."""
    lines = LIST.read_text().splitlines()[1:] if LIST.exists() else []
    cells = [line.split("\t") for line in lines]
    return {file: Row(file, int(pieces), int(passed), reasons) for file, pieces, passed, reasons in cells}


def write_list(rows: list[Row]) -> None:
    """Replace the committed list."""
    LIST.write_text("\n".join([HEADER, *map(str, rows)]) + "\n")
