"""Times the ownership pass on programs that grow, beside mlir-opt-22 where it is installed: `python -m benchmarks.run`.

A time is that of a whole process, start-up included: it is what a build that calls the tool has to wait for. The table goes
to standard output, the same numbers to build/benchmarks.json. The parser's benchmark (parsing.py) follows.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import parsing
from benchmarks.inputs import diamonds, nested_loops, straight_line
from tests.shared import REPOSITORY, find_tool

PASS = "--ownership-based-buffer-deallocation"
LIMIT = 60.0
RESULTS = REPOSITORY / "build" / "benchmarks.json"


@dataclass(frozen=True)
class Row:
    """Seconds per tool on one program; None where the tool is missing, failed or took longer than the limit."""

    program: str
    size: int
    ownlog: float | None
    mlir_opt: float | None


def seconds(command: list[str], path: Path) -> float | None:
    """How long the command takes on the file, or None where it gives no result."""
    start = time.perf_counter()
    try:
        done = subprocess.run([*command, PASS, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return None
    return time.perf_counter() - start if done.returncode == 0 else None


def measure(program: Callable[[int], str], size: int, folder: Path) -> Row:
    """One row of the table."""
    path = folder / f"{program.__name__}-{size}.mlir"
    path.write_text(program(size))
    peer = find_tool("mlir-opt-22")
    return Row(
        program.__name__,
        size,
        seconds([sys.executable, "-m", "ownlog", "opt"], path),
        seconds([peer], path) if peer else None,
    )


def cell(value: float | None) -> str:
    """A time as the table shows it."""
    return "-" if value is None else f"{value:.2f} s"


def main() -> None:
    """Measures, prints, writes."""
    plan = [(diamonds, (4, 16, 24)), (straight_line, (10, 100, 1000)), (nested_loops, (1, 3, 6))]
    rows = []
    print(f"{'program':<16}{'size':>6}{'ownlog':>12}{'mlir-opt-22':>14}")
    with tempfile.TemporaryDirectory() as folder:
        for program, sizes in plan:
            for size in sizes:
                row = measure(program, size, Path(folder))
                rows.append(row)
                print(f"{row.program:<16}{row.size:>6}{cell(row.ownlog):>12}{cell(row.mlir_opt):>14}", flush=True)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    parsing.main()


if __name__ == "__main__":
    main()
