"""`python -m benchmarks.tensors [SECTION]...`: what analysing tensors takes, beside mlir-opt-22, written to
benchmarks/TENSORS.md.

Without a name all is measured; else what is named, and the rest of the page stays.

Whole processes on the same files, one after the other, in seconds of CPU (user and system), which other work on the
machine disturbs least. Growth is fitted to what remains without start-up, the CPU that each tool takes for an empty
module.
"""

from __future__ import annotations

import math
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
CORPUS = "Programs of compilers"
TIMES = 3
"""How often Ownlog runs: the least time counts. mlir-opt-22 runs once where it takes long."""
_PASS = (
    "--one-shot-bufferize=bufferize-function-boundaries test-analysis-only allow-return-allocs-from-loops"
    " allow-unknown-ops"
)
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
        self.start = self.peer_start = math.inf
        self._started()

    def _started(self) -> None:
        """Measures start-up again: other work on the machine makes it seem more, and growth with it."""
        empty = self._written("module {\n}\n")
        self.start = min(self.start, _cpu(_OWN, empty, 5) or math.inf)
        if self.peer is not None:
            self.peer_start = min(self.peer_start, _cpu(self.peer, empty, 5) or math.inf)

    def _written(self, text: str) -> Path:
        path = self.folder / "program.mlir"
        path.write_text(text)
        return path

    def shape(self, name: str, shape: Shape) -> tuple[str, list[str]]:
        """The table of one shape, and its line in the summary."""
        own: list[tuple[int, float]] = []
        theirs: list[tuple[int, float]] = []
        lines, stopped = [], self.peer is None
        self._started()
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
        summary = [
            name,
            _shown(grown),
            f"{shape.exponent:g}",
            _shown(whole, " s"),
            f"{shape.seconds:g} s",
            "yes" if met else "no",
        ]
        last = f"{theirs[-1][0]:,}" if theirs else "-"
        return f"## {name}\n\n{markdown(('n', 'CPU', 'mlir-opt-22: CPU'), lines)}", [*summary, _shown(peer_grown), last]

    def corpus(self, files: Iterable[Path]) -> list[list[str]]:
        """How often Ownlog without its start-up takes longer than mlir-opt does, over the files that mlir-opt
        accepts.
        """
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
            [
                "Ownlog, all files in one process",
                _shown(self._at_once(taken_files), " s"),
                "`--output-dir`, start-up included",
            ],
            ["Ownlog, a process for each", f"{own_sum:.1f} s", f"start-up {self.start:.2f} s each"],
        )
        peer = ["mlir-opt-22, a process for each", f"{peer_sum:.1f} s", f"start-up {self.peer_start:.2f} s each"]
        worst = ", ".join(
            f"{name} {taken:.2f} s ({other:.2f} s)" for _, name, taken, other in sorted(rows, reverse=True)[:5]
        )
        return [
            *total,
            peer,
            ["files where Ownlog takes longer than mlir-opt and its own start-up", f"{slower}", worst],
        ]

    def _at_once(self, files: Iterable[Path]) -> float | None:
        listed = self.folder / "files.txt"
        listed.write_text("".join(f"{path}\n" for path in files))
        cost = run([*_OWN[:-2], "--output-dir", str(self.folder / "out"), str(listed)], LIMIT * 10)
        return None if cost is None else cost.cpu


def _fitted(points: list[tuple[int, float]], start: float) -> float | None:
    return exponent([(size, taken - start) for size, taken in points if taken > start * 1.1])


def _shown(number: float | None, unit: str = "") -> str:
    return "-" if number is None else f"{number:.2f}{unit}"


def _measured(page: Path) -> tuple[dict[str, list[str]], dict[str, str]]:
    """What a page has of each shape: its line in the summary; and its sections, by their titles."""
    text = page.read_text() if page.exists() else ""
    head, *sections = text.split("\n## ")
    lines = (
        [cell.strip() for cell in line.strip("| ").split(" | ")] for line in head.splitlines() if line.startswith("| ")
    )
    return {line[0]: line for line in lines if line[0] in SHAPES}, {
        part.partition("\n")[0]: f"## {part.strip()}\n" for part in sections
    }


def main() -> None:
    """Measures all, or what is named, of which the page has the rest; prints, writes."""
    wanted = sys.argv[1:] or [*SHAPES, CORPUS]
    shared = shared_dir()
    summary, sections = _measured(PAGE) if sys.argv[1:] else ({}, {})
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name))
        for title in filter(SHAPES.__contains__, wanted):
            sections[title], summary[title] = bench.shape(title, SHAPES[title])
            print(f"{sections[title]}\n{summary[title]}\n", flush=True)
        if CORPUS in wanted:
            files = sorted((shared / "corpus-tensor").rglob("*.mlir")) if shared is not None else []
            sections[CORPUS] = f"## {CORPUS}\n\n{markdown(('what', 'CPU', 'remark'), bench.corpus(files))}"
    head = (
        "shape",
        "exponent",
        "required",
        "largest",
        "required",
        "met",
        "mlir-opt-22: exponent",
        "mlir-opt-22: largest n in time",
    )
    parts = [
        (
            f"# Tensors: time\n\nWritten by `python -m benchmarks.tensors`, on a machine with {os.cpu_count()} cores."
            f" {_ABOUT}"
        ),
        markdown(head, [summary[title] for title in SHAPES if title in summary]),
        *(sections[title] for title in (CORPUS, *SHAPES) if title in sections),
    ]
    PAGE.write_text("\n".join(parts))
    print(*parts[1:3])


_ABOUT = f"""`ownlog opt --one-shot-bufferize` and
`mlir-opt-22 --one-shot-bufferize` with `test-analysis-only` and function boundaries, whole processes on the same files,
one after the other; seconds of CPU (user and system), at most {LIMIT:g} for each run. Exponents are fitted to the last
decade of n, without start-up. Of {TIMES} runs the least counts; mlir-opt-22 runs once where that takes more than a
second. `n` is the number of ops, about; that of loops in nests. Sections may be of runs of their own, which leave the
rest of the page as it is. """


if __name__ == "__main__":
    main()
