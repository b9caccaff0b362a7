"""`python -m benchmarks.tensors.road`: CPU from tensors to buffers that are freed, over the shared corpus, written to
benchmarks/ROAD.md.

Beside mlir-opt-22, with the same passes and the options that it needs for each file, on the files that it takes. It
runs once for each file; Ownlog takes all files in one process, as `ownlog opt --output-dir` does. Seconds of CPU (user
and system), which other work on the machine disturbs least.
"""

from __future__ import annotations

import csv
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.process import run
from benchmarks.tables import markdown
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from tests.shared import find_tool, shared_dir

PAGE = Path(__file__).parent.parent / "ROAD.md"
LIMIT = 60.0
"""Seconds of CPU that a run may take."""
BUFFERIZE, DEALLOCATE = "one-shot-bufferize", "buffer-deallocation-pipeline"


@dataclass(frozen=True)
class File:
    """A file of the corpus, the options of bufferization that it needs, and the CPU that mlir-opt-22 takes."""

    path: Path
    options: str
    peer: float

    @property
    def family(self) -> str:
        return self.path.parent.name


def files(corpus: Path, peer: str) -> Iterator[File]:
    """The files that mlir-opt-22 takes."""
    with (corpus / "INDEX.csv").open() as lines:
        for row in csv.DictReader(lines):
            path = corpus / row["family"] / f"{row['name']}.mlir"
            if row["status"] != "ok" or not path.exists():
                continue
            cost = run([peer, str(path), f"--{BUFFERIZE}={row['options']}", f"--{DEALLOCATE}", "-o", os.devnull], LIMIT)
            if cost is not None:
                yield File(path, row["options"], cost.cpu)


def whole(chosen: list[File]) -> float | None:
    """The CPU of `ownlog opt`, a process for each set of options; None where one fails."""
    total = 0.0
    for options in sorted({file.options for file in chosen}):
        with tempfile.TemporaryDirectory() as folder:
            listed = Path(folder) / "files.txt"
            listed.write_text("".join(f"{file.path}\n" for file in chosen if file.options == options))
            command = [sys.executable, "-m", "ownlog", "opt", str(listed), "--output-dir", f"{folder}/out"]
            cost = run([*command, f"--{BUFFERIZE}={options}", f"--{DEALLOCATE}"], LIMIT * len(chosen))
        if cost is None:
            return None
        total += cost.cpu
    return total


def each(chosen: list[File]) -> dict[File, float]:
    """The CPU of each file that Ownlog takes, one after the other in this process."""
    found = {}
    for file in chosen:
        start = time.process_time()
        module = parse(file.path.read_text(), str(file.path))
        options = tuple(
            (name, value or "true") for name, _, value in (option.partition("=") for option in file.options.split())
        )
        try:
            run_passes(module, [Step(BUFFERIZE, options), Step(DEALLOCATE)], Context())
        except InputError:
            continue
        str(module)
        found[file] = time.process_time() - start
    return found


def main() -> None:
    """Measures, prints, writes."""
    shared, peer = shared_dir(), find_tool("mlir-opt-22")
    if shared is None or peer is None:
        sys.exit("the shared corpus (OWNLOG_SHARED) and mlir-opt-22 are needed")
    chosen = list(files(shared / "corpus-tensor", peer))
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.mlir"
        empty.write_text("module {\n}\n")
        starts = [cost.cpu for _ in range(5) if (cost := run([peer, str(empty), "-o", os.devnull], LIMIT)) is not None]
    start = min(starts)
    # What is read and compiled once is in the first line only.
    first = each(chosen[:1])
    taken = each(chosen)
    total = whole(list(taken))
    theirs = sum(file.peer for file in taken)
    families: defaultdict[str, list[File]] = defaultdict(list)
    for file in taken:
        families[file.family].append(file)
    rows = []
    for family, members in sorted(families.items()):
        ours, peers = sum(taken[file] for file in members), sum(file.peer for file in members)
        rows.append(
            (
                family,
                f"{len(members)}",
                f"{ours:.2f}",
                f"{peers:.2f}",
                f"{peers - start * len(members):.2f}",
                f"{ours / peers:.2f}",
            )
        )
    slow = sorted(taken, key=lambda file: taken[file] - file.peer, reverse=True)[:10]
    shown = "-" if total is None else f"{total:.2f} s"
    text = [
        "# From tensors to freed buffers: CPU\n",
        f"Written by `python -m benchmarks.tensors.road`, on a machine with {os.cpu_count()} cores. {_ABOUT}",
        markdown(
            ("what", "CPU"),
            [
                (f"`ownlog opt --output-dir`, all {len(taken)} files, start-up included", shown),
                (f"mlir-opt-22, {len(taken)} processes", f"{theirs:.2f} s"),
                ("mlir-opt-22 without its start-up", f"{theirs - start * len(taken):.2f} s"),
                ("the first file in Ownlog, with what is read once", f"{sum(first.values()):.2f} s"),
            ],
        ),
        "## By kind of program\n\n"
        + markdown(
            ("kind", "files", "Ownlog: s", "mlir-opt-22: s", "without start-up: s", "Ownlog to mlir-opt-22"), rows
        ),
        "## Where Ownlog takes longest beside mlir-opt-22\n\n"
        + markdown(
            ("file", "Ownlog: s", "mlir-opt-22: s"),
            [(f"{file.family}/{file.path.stem}", f"{taken[file]:.2f}", f"{file.peer:.2f}") for file in slow],
        ),
    ]
    PAGE.write_text("\n".join(text))
    print(text[2], text[3])


_ABOUT = """Passes:
`one-shot-bufferize` with the options that mlir-opt-22 needs for the file, and `buffer-deallocation-pipeline`, which in
Ownlog checks what it made. mlir-opt-22 runs once for each file; Ownlog takes all in one process. The tables by kind and
by file are of one process, too, without its start-up. """


if __name__ == "__main__":
    main()
