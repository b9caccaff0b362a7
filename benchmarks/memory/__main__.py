"""`python -m benchmarks.memory`: executed peaks and allocations over the shared corpora, written to benchmarks/MEMORY.md.

`--every N` takes each Nth file only, and prints instead of writing. Which file is done is told on standard error.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.memory.measuring import File, Measuring, Row
from benchmarks.memory.page import HEAD, orders, page
from benchmarks.memory.traced import SOURCE, TracingRunner
from benchmarks.peaks import Runner
from tests.shared import shared_dir

PAGE = Path(__file__).parent.parent / "MEMORY.md"
_JOBS = 2


def files(shared: Path) -> dict[str, list[File]]:
    """The files of each corpus."""
    with (shared / "corpus-tensor" / "INDEX.csv").open() as lines:
        listed = [row for row in csv.DictReader(lines) if row["status"] == "ok"]
    tensors = [File(shared / "corpus-tensor" / row["family"] / f"{row['name']}.mlir", row["options"]) for row in listed]
    return {
        "The corpus of buffers": [File(path) for path in sorted((shared / "corpus").glob("*/*.mlir"))],
        "Its tensor twin, bufferized": [file for file in tensors if file.path.exists()],
    }


def measure(members: Sequence[File], measuring: Measuring) -> list[Row]:
    """The rows of some files, in order."""
    rows = []
    with ThreadPoolExecutor(_JOBS) as pool:
        for at, row in enumerate(pool.map(measuring.row, members), 1):
            print(f"{at}/{len(members)} {row.name}{': ' * bool(row.problem)}{row.problem}", file=sys.stderr, flush=True)
            rows.append(row)
    return rows


def main() -> None:
    """Measures, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    every = parser.parse_args().every
    shared = shared_dir()
    if shared is None:
        sys.exit("there is no shared corpus beside the repository (set OWNLOG_SHARED)")
    with tempfile.TemporaryDirectory() as name:
        runner, tracer = Runner.build(Path(name)), TracingRunner.build(Path(name), SOURCE)
        if runner is None or tracer is None:
            sys.exit("mlir-opt-22, mlir-runner-22 and cc are needed")
        measuring = Measuring(runner, tracer)
        parts = [page(title, measure(members[::every], measuring)) for title, members in files(shared).items()]
    text = "\n".join([f"{HEAD}{orders()}", *parts])
    print(text)
    if every == 1:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
