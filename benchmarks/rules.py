"""Times the analysis alone, engine beside engine: `python -m benchmarks.rules`.

A time per engine is that of deriving liveness, origin and all other relations from the facts; "reading" is from text to
facts, and "whole" from text to all rows with the embedded engine. All are the best of some runs (what one core needs,
without what else the machine does). Native Soufflé includes writing and reading its files, as every run of it does. The
table goes to standard output and to benchmarks/RULES.md.
"""

from __future__ import annotations

import gc
import lzma
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import ownlog
from benchmarks.inputs import join_chain, live_through
from ownlog import rules
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Engine
from ownlog.rules.engine.souffle import SouffleEngine, find_souffle
from tests.shared import shared_dir

RUNS = 3
TABLE = Path(__file__).with_name("RULES.md")


@dataclass(frozen=True)
class Row:
    """One program: how many facts and derived rows, seconds from text to facts, and seconds per engine."""

    program: str
    facts: int
    derived: int
    reading: float
    seconds: dict[str, float]


def programs() -> Iterator[tuple[str, Callable[[], str]]]:
    """Names and texts; those of the shared corpus only where it is there."""
    yield "join chain, 3,000 diamonds", lambda: join_chain(3000)
    yield "live through, 800 buffers, 200 branches", lambda: live_through(800, 200)
    shared = shared_dir()
    if shared is None:
        return
    large = shared / "corpus-large"
    yield "transformer, 5,000 allocations", (large / "transformer_5k.mlir").read_text
    yield (
        "transformer, 20,000 allocations",
        lambda: lzma.decompress((large / "transformer_20k.mlir.xz").read_bytes()).decode(),
    )


def engines() -> dict[str, Engine]:
    """The engines that this machine has."""
    found: dict[str, Engine] = {"embedded": EmbeddedEngine()}
    if find_souffle() is not None:
        found["souffle"] = SouffleEngine()
        found["souffle, compiled"] = SouffleEngine(compiled=True)
    return found


def measure(name: str, text: str, tools: dict[str, Engine]) -> Row:
    """One row of the table."""
    reading, facts = float("inf"), {}
    for _ in range(RUNS):
        gc.collect()
        start = time.perf_counter()
        facts = ownlog.analyze(ownlog.parse(text)).facts
        reading = min(reading, time.perf_counter() - start)
    program = rules.load()
    derived = 0
    best: dict[str, float] = {}
    for tool, engine in tools.items():
        for _ in range(RUNS):
            gc.collect()
            start = time.perf_counter()
            rows = engine.run(program, facts, None)
            taken = time.perf_counter() - start
            best[tool] = min(taken, best.get(tool, taken))
            derived = sum(map(len, rows.values()))
            del rows
    return Row(name, sum(map(len, facts.values())), derived, reading, best)


def table(rows: list[Row], tools: dict[str, Engine]) -> str:
    """The rows as Markdown."""
    head = ["program", "facts", "derived rows", "reading", *tools, "whole"]
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    for row in rows:
        seconds = [row.reading, *(row.seconds[tool] for tool in tools), row.reading + row.seconds["embedded"]]
        cells = [row.program, f"{row.facts:,}", f"{row.derived:,}", *(f"{taken:.2f} s" for taken in seconds)]
        lines.append(f"| {' | '.join(cells)} |")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return "\n".join([*lines, "", f"Peak memory of the whole run: {peak:,.0f} MiB."]) + "\n"


def main() -> None:
    """Measures, prints, writes."""
    tools = engines()
    # As in the command line: what a run builds lives until its end.
    gc.disable()
    rows = [measure(name, text(), tools) for name, text in programs()]
    result = table(rows, tools)
    print(result)
    TABLE.write_text(
        "# The analysis, engine beside engine\n\nMade by `python -m benchmarks.rules` on a machine of 2 cores.\n\n"
        + result
    )


if __name__ == "__main__":
    main()
