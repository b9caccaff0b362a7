"""What a small file takes, and what a whole corpus takes beside mlir-opt-22 on the files that both accept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from benchmarks.process import Cost, median, run
from benchmarks.requirements import Requirement
from benchmarks.shapes import functions
from tests.shared import find_tool

_PIPELINE = "--buffer-deallocation-pipeline"
_JOBS = 2
_ROUNDS, _SMALL_ROUNDS = 2, 9
_SMALL, _PART = 0.6, 3.0
_LIMIT = 600.0


def small_file(folder: Path) -> Requirement:
    """One `ownlog opt` on fifty lines, start-up included."""
    path = folder / "small.mlir"
    path.write_text(functions(4))
    assert 40 <= len(path.read_text().splitlines()) <= 60
    command = [str(Path(sys.executable).with_name("ownlog")), "opt", _PIPELINE, str(path), "-o", os.devnull]
    costs = [cost for _ in range(_SMALL_ROUNDS) if (cost := run(command, _LIMIT)) is not None]
    middle = median(costs)
    shown = "-" if middle is None else f"{middle.wall:.2f} s ({middle.cpu:.2f} s of CPU)"
    return Requirement("a file of 50 lines, on the clock", f"at most {_SMALL} s", shown, middle is not None and middle.wall <= _SMALL)


def corpus_rows(shared: Path, folder: Path) -> list[Requirement]:
    """`ownlog corpus run --pipeline` with two processes on what mlir-opt accepts, and then on the rest; A B A B."""
    peer = find_tool("mlir-opt-22")
    if peer is None:
        return []
    both, rest = folder / "both", folder / "rest"
    paths = sorted((shared / "corpus").glob("*/*.mlir"))
    theirs: list[float] = []
    ours: list[Cost] = []
    for number in range(_ROUNDS):
        costs = {path: run([peer, _PIPELINE, str(path), "-o", os.devnull], _LIMIT) for path in paths}
        theirs.append(sum(cost.cpu for cost in costs.values() if cost is not None))
        if number == 0:
            for path, cost in costs.items():
                place = (rest if cost is None else both) / path.parent.name
                place.mkdir(parents=True, exist_ok=True)
                (place / path.name).symlink_to(path)
        if (taken := _corpus_run(both, folder / f"out{number}")) is not None:
            ours.append(taken)
    mine, other = median(ours), sorted(theirs)[len(theirs) // 2]
    found = [_compared(mine, other)]
    if rest.exists() and (taken := _corpus_run(rest, folder / "out-rest")) is not None:
        count = len(list(rest.glob("*/*.mlir")))
        found.append(Requirement(f"the {count} files that mlir-opt refuses: CPU", "-", f"{taken.cpu:.1f} s", True))
    return found


def _compared(mine: Cost | None, other: float) -> Requirement:
    required = f"at most {_PART:g} times mlir-opt's total"
    if mine is None:
        return Requirement("the corpus, two processes: CPU", required, "-", False)
    shown = f"{mine.cpu:.1f} s to {other:.1f} s ({mine.cpu / other:.2f} times), {mine.wall:.1f} s on the clock"
    return Requirement("the corpus, two processes: CPU", required, shown, mine.cpu <= _PART * other)


def _corpus_run(inputs: Path, out: Path) -> Cost | None:
    return run([sys.executable, "-m", "ownlog", "corpus", "run", str(inputs), "-o", str(out), "-j", str(_JOBS), "--pipeline"], _LIMIT)
