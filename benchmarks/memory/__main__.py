"""`python -m benchmarks.memory`: executed peaks and allocations over the shared corpora, written to
benchmarks/MEMORY.md.

`--every N` takes each Nth file only, and prints instead of writing. `--rows FILE` keeps what was measured, a line for
each file, and measures only what is not there yet; with `--known` nothing is measured. Which file is done is told on
standard error.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.memory.kept import Kept
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


def measure(title: str, members: Sequence[File], kept: Kept, measuring: Measuring) -> list[Row]:
    """The rows of some files, in order."""
    missing = [file for file in members if kept.get(title, file.name) is None]
    with ThreadPoolExecutor(_JOBS) as pool:
        for at, row in enumerate(pool.map(measuring.row, missing), 1):
            print(f"{at}/{len(missing)} {row.name}{': ' * bool(row.problem)}{row.problem}", file=sys.stderr, flush=True)
            kept.add(title, row)
    return known(title, members, kept)


def known(title: str, members: Sequence[File], kept: Kept) -> list[Row]:
    """The rows of those files that were measured."""
    return [row for file in members if (row := kept.get(title, file.name)) is not None]


def main() -> None:
    """Measures, prints, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--rows", type=Path, metavar="FILE")
    parser.add_argument("--known", action="store_true")
    asked = parser.parse_args()
    shared = shared_dir()
    if shared is None:
        sys.exit("there is no shared corpus beside the repository (set OWNLOG_SHARED)")
    kept = Kept(asked.rows)
    corpora = {title: members[:: asked.every] for title, members in files(shared).items()}
    if asked.known:
        rows = {title: known(title, members, kept) for title, members in corpora.items()}
    else:
        with tempfile.TemporaryDirectory() as name:
            runner, tracer = Runner.build(Path(name)), TracingRunner.build(Path(name), SOURCE)
            if runner is None or tracer is None:
                sys.exit("mlir-opt-22, mlir-runner-22 and cc are needed")
            rows = {
                title: measure(title, members, kept, Measuring(runner, tracer)) for title, members in corpora.items()
            }
    text = "\n".join([f"{HEAD}{orders()}", *(page(title, found, len(corpora[title])) for title, found in rows.items())])
    print(text)
    if asked.every == 1:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
