"""How Ownlog's pipeline grows with its input, beside mlir-opt-22's: `python -m benchmarks.scale [SHAPE]...`

Both tools are whole processes on the same files, in turn, Ownlog with its gate and without; what is shown is the
cheapest run of each. Growth is fitted to seconds of CPU (user and system), which other work on the machine disturbs
least, without the gate, which mlir-opt does not have. Native Soufflé runs once a size where it is installed. The tables
go to standard output and to benchmarks/RESULTS.md, a plot for each shape to benchmarks/plots/. With the names of
shapes, only those are measured, and what the page says of them is replaced.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.growth import exponent, worst_doubling
from benchmarks.large import transformer
from benchmarks.plots import plot
from benchmarks.process import Cost, least, run
from benchmarks.requirements import Requirement, of_doubling, of_growth, of_peer, of_ratio
from benchmarks.shapes import SHAPES, Shape
from benchmarks.tables import between, cells, markdown, merged
from ownlog.rules.engine.souffle import find_souffle
from tests.shared import find_tool, shared_dir

HERE = Path(__file__).parent
_HEAD = """\
# Time and memory

Each time is that of a whole process, start-up included, as a user calls it: seconds of CPU, of the process and of those
that it waited for, unless it says "clock". Each number is the cheapest of several runs (of one, where that takes long).
Both tools run their pass `--buffer-deallocation-pipeline` on the same file, in turn; a ratio is Ownlog's CPU to
mlir-opt-22's. The same command differs by some 10 % from one day to another, and the two machines that these tables
were made on by half: ratios hold, seconds are of their day, so those of one table are not those of another. Memory is
the largest resident set.

*The gate* is the check that the pipeline makes of its own output (with the checker of `ownlog check`), which mlir-opt
does not have. It is on unless `--no-gate` leaves it out. Times, ratios and exponents are without it where the column
or the row does not say "with the gate"; but a file of 50 lines, and `corpus run`, are measured with it.
*A shape* is a family of programs, one for each size n (`benchmarks/shapes.py`, `benchmarks/pairs.py`). *n^1.15* says
that CPU grows with this power of n: the *exponent*, fitted to the measured sizes from a tenth of the largest on.
*-* stands for what was not measured: mlir-opt where it takes more than {limit:.0f} s of CPU, or did at a smaller n; in
a column of growth, what too few sizes were measured for.

The first table is what is asked of each kind of work, by `python -m benchmarks.asked`; the others are how each shape
grows, by `python -m benchmarks.scale`, on a machine with {cores} cores (average load of the last 15 minutes:
{load:.1f}). """
PIPELINE = "--buffer-deallocation-pipeline"
OWNLOG, GATED, PEER, SOUFFLE = "ownlog", "ownlog with its gate", "mlir-opt-22", "ownlog, Soufflé"
LIMIT = 240.0
PEER_LIMIT = 150.0
"""Seconds of CPU that a run may take."""
REQUIRED = """\
## Shapes, required and measured

Of the shapes of `benchmarks/shapes.py` and the transformer, start-up included, at the sizes that their tables below
have. Those of `benchmarks/pairs.py`, among them `switch`, which grows with the square of n, are in the table above."""
GROWTH = "## Growth\n\nOf seconds of CPU, over the last decade of n."
"""The headings of the tables about all shapes."""
_ROUNDS = 5
_MIDDLING, _LONG = 2.0, 20.0
"""What takes longer is run twice, and once."""


@dataclass
class Measured:
    """What a program of one size took, by tool; a tool that is missing here failed or took too long."""

    size: int
    costs: dict[str, list[Cost]] = field(default_factory=dict)
    stopped: dict[str, float] = field(default_factory=dict)

    def cost(self, tool: str) -> Cost | None:
        return least(self.costs.get(tool, []))


def tools() -> dict[str, list[str]]:
    """The commands to measure, without the file."""
    # As users call it: `python -m` imports more.
    own = [str(Path(sys.executable).with_name("ownlog")), "opt", PIPELINE, "-o", os.devnull]
    found = {OWNLOG: [*own, "--no-gate"], GATED: own}
    if (peer := find_tool("mlir-opt-22")) is not None:
        found[PEER] = [peer, PIPELINE, "-o", os.devnull]
    if find_souffle() is not None:
        found[SOUFFLE] = [*own, "--engine", "souffle"]
    return found


def measure(path: Path, size: int, peer: bool) -> Measured:
    """Both tools in turn on one file; `peer`: mlir-opt too."""
    row = Measured(size)
    commands = tools()
    for number in range(_ROUNDS):
        for tool in (OWNLOG, GATED, PEER):
            before = row.costs.get(tool, [])
            if tool not in commands or tool in row.stopped or (tool == PEER and not peer):
                continue
            if number and (not before or before[0].cpu > (_LONG if number == 1 else _MIDDLING)):
                continue
            limit = PEER_LIMIT if tool == PEER else LIMIT
            cost = run([*commands[tool], str(path)], limit)
            if cost is None:
                row.stopped[tool] = limit
            else:
                row.costs.setdefault(tool, []).append(cost)
    if SOUFFLE in commands and (cost := run([*commands[SOUFFLE], str(path)], LIMIT)) is not None:
        row.costs[SOUFFLE] = [cost]
    return row


def measure_shape(make: Callable[[int], str], sizes: Iterable[int], peer_limit: int, folder: Path) -> list[Measured]:
    """All sizes of a shape; mlir-opt is not asked again after it did not come to an end."""
    rows: list[Measured] = []
    for size in sizes:
        path = folder / f"{size}.mlir"
        path.write_text(make(size))
        rows.append(measure(path, size, size <= peer_limit and not any(PEER in row.stopped for row in rows)))
        path.unlink()
    return rows


def shape_table(rows: list[Measured]) -> str:
    """Sizes and what each tool took; Soufflé where it is installed."""
    lines = []
    with_souffle = any(row.cost(SOUFFLE) is not None for row in rows)
    for row in rows:
        own, gated, peer, souffle = (row.cost(tool) for tool in (OWNLOG, GATED, PEER, SOUFFLE))
        ratio = f"{own.cpu / peer.cpu:.2f}" if own is not None and peer is not None else "-"
        stopped = f"> {row.stopped[PEER]:.0f} s" if PEER in row.stopped else "-"
        lines.append(
            (
                f"{row.size:,}",
                *(_cells(own, "-")),
                "-" if gated is None else f"{gated.cpu:.2f} s",
                *(_cells(peer, stopped)),
                ratio,
                *(["-" if souffle is None else f"{souffle.cpu:.2f} s"] if with_souffle else []),
            )
        )
    head = ("n", "CPU", "clock", "memory", "with the gate", "mlir-opt-22: CPU", "clock", "memory", "CPU / mlir-opt's")
    return markdown((*head, "Soufflé: CPU") if with_souffle else head, lines)


def _cells(cost: Cost | None, otherwise: str) -> tuple[str, str, str]:
    if cost is None:
        return otherwise, otherwise, "-"
    return f"{cost.cpu:.2f} s", f"{cost.wall:.2f} s", f"{cost.memory:,.0f} MiB"


def points(rows: list[Measured], tool: str) -> list[tuple[int, float]]:
    """Sizes and seconds of CPU of one tool."""
    return [(row.size, cost.cpu) for row in rows if (cost := row.cost(tool)) is not None]


def growth_table(shapes: dict[str, list[Measured]], start: dict[str, float]) -> str:
    """The fitted exponents and the worst doubling, shape by shape; `start` is what each tool takes for a file without
    functions.
    """
    lines = []
    for name, rows in shapes.items():
        cells = []
        for tool in (OWNLOG, PEER):
            taken = points(rows, tool)
            work = [(size, seconds - start[tool]) for size, seconds in taken if seconds > start[tool] * 1.2]
            numbers = exponent(taken), worst_doubling(taken), exponent(work)
            cells += ["-" if number is None else f"{number:.2f}" for number in numbers]
        lines.append((name, *cells))
    columns = ("exponent", "worst doubling", "exponent without start-up")
    return markdown(("shape", *columns, *(f"mlir-opt-22: {column}" for column in columns)), lines)


def start_up(folder: Path) -> dict[str, float]:
    """Seconds of CPU that each tool takes for a module without functions."""
    path = folder / "empty.mlir"
    path.write_text("module {\n}\n")
    found = {
        tool: least([cost for _ in range(5) if (cost := run([*command, str(path)], LIMIT))])
        for tool, command in tools().items()
    }
    return {OWNLOG: 0.0, PEER: 0.0} | {tool: cost.cpu for tool, cost in found.items() if cost is not None}


def required_table(requirements: Iterable[Requirement]) -> str:
    """What is required, and what came out."""
    lines = [(each.what, each.required, each.measured, "yes" if each.met else "no") for each in requirements]
    return markdown(("what", "required", "measured", "met"), lines)


def all_shapes(wanted: list[str]) -> dict[str, Shape]:
    """The shapes to measure by name, the real ones too where the shared material is there."""
    shapes = dict(SHAPES)
    shared = shared_dir()
    if shared is not None:
        folder = shared / "corpus-large"
        shapes["transformer"] = Shape(lambda n: transformer(folder, n), (5_000, 10_000, 20_000, 100_000), 20_000, 1.15)
    return {name: shape for name, shape in shapes.items() if not wanted or name in wanted}


def _of_shapes(measured: dict[str, list[Measured]]) -> list[Requirement]:
    shapes = all_shapes([])
    found: list[Requirement] = []
    for title, rows in measured.items():
        own, peer = (
            {row.size: cost for row in rows if (cost := row.cost(tool)) is not None} for tool in (OWNLOG, PEER)
        )
        found += of_growth(title, shapes[title], own)
        found += of_ratio(title, own, peer)
        found += of_peer(title, own, peer, PEER_LIMIT)
    return found


def _part(title: str, rows: list[Measured]) -> str:
    """The section about one shape, and its plot beside the page."""
    picture = f"plots/{title.replace(' ', '-')}.svg"
    (HERE / "plots").mkdir(exist_ok=True)
    lines = {tool: taken for tool in (OWNLOG, PEER, SOUFFLE) if (taken := points(rows, tool))}
    (HERE / picture).write_text(plot(title, lines))
    return f"## {title}\n\n{shape_table(rows)}\n![{title}]({picture})\n"


def worst_doublings(page: str) -> dict[str, float]:
    """By shape, what the table of growth in `page` says of the worst doubling of its size."""
    return {row[0]: math.inf if row[2] == "-" else float(row[2]) for row in cells(_section(page, GROWTH))[2:]}


def with_rows(page: str, heading: str, table: str) -> str:
    """`page` with the rows of `table` in that of the section with this heading, those about the same in the place of
    those before.
    """
    head, _, *rows = cells(table)
    return with_section(page, heading, f"{heading}\n\n{merged(_section(page, heading), head, rows)}")


def with_section(page: str, heading: str, text: str) -> str:
    """`page` with `text`, which begins with its heading, in the place of the section that has it, or at the end."""
    old = _section(page, heading)
    return page.replace(old, text.rstrip("\n") + "\n\n") if old else f"{page.rstrip()}\n\n{text}"


def _section(page: str, heading: str) -> str:
    """The section with this heading, up to the next one; nothing where there is none."""
    at = page.find(f"\n{heading}\n") + 1
    if not at:
        return ""
    end = page.find("\n## ", at + len(heading))
    return page[at:] if end < 0 else page[at : end + 1]


def main() -> None:
    """Measures, prints, writes."""
    wanted = sys.argv[1:]
    measured: dict[str, list[Measured]] = {}
    parts: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, shape in all_shapes(wanted).items():
            measured[title] = measure_shape(shape.make, shape.sizes, shape.peer_limit, folder)
            parts[title] = _part(title, measured[title])
            print(parts[title], flush=True)
        start = start_up(folder)
    report = HERE / "RESULTS.md"
    requirements, growth = required_table(_of_shapes(measured)), growth_table(measured, start)
    page = report.read_text() if wanted else ""
    if not page:
        load = os.getloadavg()[2]
        head = _HEAD.format(cores=os.cpu_count(), load=load, limit=PEER_LIMIT)
        page = f"{head}\n<!-- measured: asked -->\n{between(report, 'asked')}<!-- end -->\n\n{REQUIRED}\n\n{GROWTH}\n"
    page = with_rows(page, REQUIRED, requirements)
    page = with_rows(page, GROWTH, growth)
    page = with_rows(page, REQUIRED, required_table([of_doubling(worst_doublings(page))]))
    for title, part in parts.items():
        page = with_section(page, f"## {title}", part)
    report.write_text(page)
    print(f"{requirements}\n{growth}")


if __name__ == "__main__":
    main()
