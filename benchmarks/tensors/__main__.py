"""`python -m benchmarks.tensors [SHAPE]...`: what analysing tensors takes, beside mlir-opt-22, written to benchmarks/TENSORS.md.

Whole processes on the same files, one after the other, in seconds of CPU (user and system), which other work on the machine disturbs least.
Growth is fitted to what remains without start-up, the CPU that each tool takes for an empty module.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.growth import exponent
from benchmarks.process import run
from benchmarks.tables import markdown
from benchmarks.tensors.shapes import SHAPES, Shape
from tests.shared import find_tool, shared_dir

PAGE = Path(__file__).parent.parent / "TENSORS.md"
LIMIT = 20.0
"""Seconds of CPU that a run may take."""
TIMES = 3
"""How often Ownlog runs: the least time counts. mlir-opt-22 runs once where it takes long."""
_PASS = "--one-shot-bufferize=bufferize-function-boundaries test-analysis-only allow-return-allocs-from-loops allow-unknown-ops"
_OWN = [sys.executable, "-m", "ownlog", "opt", _PASS, "--allow-unregistered-dialect", "-o", os.devnull]


def _peer() -> list[str] | None:
    tool = find_tool("mlir-opt-22")
    return None if tool is None else [tool, _PASS, "--allow-unregistered-dialect", "-o", os.devnull]


def _cpu(command: list[str], path: Path, times: int = 1) -> float | None:
    """The least of several times; None where the tool fails or is stopped."""
    found = [run([*command, str(path)], LIMIT) for _ in range(times)]
    return None if None in found else min(cost.cpu for cost in found if cost is not None)


class Bench:
    """The measurements. In: a folder for the programs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.peer = folder, _peer()
        empty = self._written("module {\n}\n")
        self.start = _cpu(_OWN, empty, 5) or 0.0
        self.peer_start = (_cpu(self.peer, empty, 5) or 0.0) if self.peer is not None else 0.0

    def _written(self, text: str) -> Path:
        path = self.folder / "program.mlir"
        path.write_text(text)
        return path

    def shape(self, name: str, shape: Shape) -> tuple[str, list[str]]:
        """The table of one shape, and its line in the summary."""
        own: list[tuple[int, float]] = []
        theirs: list[tuple[int, float]] = []
        lines, stopped = [], self.peer is None
        for size in shape.sizes:
            path = self._written(shape.make(size))
            taken = _cpu(_OWN, path, TIMES)
            other = None if stopped or self.peer is None else _cpu(self.peer, path)
            if other is not None and other < 1 and self.peer is not None:
                other = min(other, _cpu(self.peer, path, TIMES - 1) or other)
            if other is None:
                stopped, shown = True, "-" if stopped else f"> {LIMIT:g} s"
            else:
                theirs.append((size, other))
                shown = f"{other:.2f} s"
            if taken is not None:
                own.append((size, taken))
            lines.append((f"{size:,}", "-" if taken is None else f"{taken:.2f} s", shown))
        grown, peer_grown = _fitted(own, self.start), _fitted(theirs, self.peer_start)
        whole = own[-1][1] if own and own[-1][0] == shape.sizes[-1] else None
        met = grown is not None and grown <= shape.exponent and whole is not None and whole <= shape.seconds
        summary = [name, _shown(grown), f"{shape.exponent:g}", _shown(whole, " s"), f"{shape.seconds:g} s", "yes" if met else "no"]
        last = f"{theirs[-1][0]:,}" if theirs else "-"
        return f"## {name}\n\n{markdown(('n', 'CPU', 'mlir-opt-22: CPU'), lines)}", [*summary, _shown(peer_grown), last]

    def corpus(self, files: Iterable[Path]) -> list[list[str]]:
        """How often Ownlog without its start-up takes longer than mlir-opt does, over the files that mlir-opt accepts."""
        rows, own_sum, peer_sum, slower = [], 0.0, 0.0, 0
        taken_files: list[Path] = []
        for path in files:
            other = _cpu(self.peer, path, TIMES) if self.peer is not None else None
            taken = _cpu(_OWN, path, TIMES) if other is not None else None
            if taken is None or other is None:
                continue
            taken_files.append(path)
            own_sum, peer_sum = own_sum + taken, peer_sum + other
            if taken - self.start > other:
                slower += 1
                rows.append((taken - self.start - other, path.name, taken, other))
        total = (
            ["files", f"{len(taken_files)}", ""],
            ["Ownlog, all files in one process", _shown(self._at_once(taken_files), " s"), "`--output-dir`, start-up included"],
            ["Ownlog, a process for each", f"{own_sum:.1f} s", f"start-up {self.start:.2f} s each"],
        )
        peer = ["mlir-opt-22, a process for each", f"{peer_sum:.1f} s", f"start-up {self.peer_start:.2f} s each"]
        worst = ", ".join(f"{name} {taken:.2f} s ({other:.2f} s)" for _, name, taken, other in sorted(rows, reverse=True)[:5])
        return [*total, peer, ["files where Ownlog takes longer than mlir-opt and its own start-up", f"{slower}", worst]]


    def _at_once(self, files: Iterable[Path]) -> float | None:
        listed = self.folder / "files.txt"
        listed.write_text("".join(f"{path}\n" for path in files))
        cost = run([*_OWN[:-2], "--output-dir", str(self.folder / "out"), str(listed)], LIMIT * 10)
        return None if cost is None else cost.cpu


def _fitted(points: list[tuple[int, float]], start: float) -> float | None:
    return exponent([(size, taken - start) for size, taken in points if taken > start * 1.1])


def _shown(number: float | None, unit: str = "") -> str:
    return "-" if number is None else f"{number:.2f}{unit}"


def main() -> None:
    """Measures, prints, writes."""
    wanted = sys.argv[1:]
    shared = shared_dir()
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name))
        tables, summary = [], []
        for title, shape in SHAPES.items():
            if wanted and title not in wanted:
                continue
            table, line = bench.shape(title, shape)
            print(f"{table}\n{line}\n", flush=True)
            tables.append(table)
            summary.append(line)
        if wanted:
            return
        files = sorted((shared / "corpus-tensor").rglob("*.mlir")) if shared is not None else []
        corpus = bench.corpus(files)
    head = ("shape", "exponent", "required", "largest", "required", "met", "mlir-opt-22: exponent", "mlir-opt-22: largest n in time")
    parts = [
        f"# Tensors: time\n\nWritten by `python -m benchmarks.tensors`, on a machine with {os.cpu_count()} cores. {_ABOUT}",
        markdown(head, summary),
        f"## Programs of compilers\n\n{markdown(('what', 'CPU', 'remark'), corpus)}",
        *tables,
    ]
    PAGE.write_text("\n".join(parts))
    print(parts[1], parts[2])


_ABOUT = f"""`ownlog opt --one-shot-bufferize` and
`mlir-opt-22 --one-shot-bufferize` with `test-analysis-only` and function boundaries, whole processes on the same files, one after
the other; seconds of CPU (user and system), at most {LIMIT:g} for each run. Exponents are fitted to the last decade of n, without
start-up. Of {TIMES} runs the least counts; mlir-opt-22 runs once where that takes more than a second. `n` is the number of ops, about;
that of loops in nests.
"""


if __name__ == "__main__":
    main()
