"""What the pipeline leaves to run time, beside mlir-opt-22's on the same programs: `python -m benchmarks.quality`.

Every file of the shared corpus goes through `buffer-deallocation-pipeline` of both tools, and what comes out is
counted. Programs that can be run are run (peaks.py). The tables go to standard output and to benchmarks/QUALITY.md, the
totals to docs/pipeline.md too; which file is done is told on standard error.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import ownlog
from benchmarks.peaks import CannotRun, Peak, Runner, driver
from benchmarks.tables import markdown, write_between
from ownlog.frontend.ir.ir import Op
from tests.shared import REPOSITORY, find_tool, shared_dir

REPORT = Path(__file__).with_name("QUALITY.md")
PAGE = REPOSITORY / "docs" / "pipeline.md"
PIPELINE = "buffer-deallocation-pipeline"
COLUMNS = {
    "checks": "pointer comparisons",
    "helpers": "calls of the library function",
    "guards": "guarded deallocs",
    "clones": "clones",
    "allocs": "added allocations",
    "bytes": "bytes of text",
    "nameless": "bytes of text but for the names of values",
    "peak": "peak of live bytes",
}
LIMITS = {"checks": 1 / 20, "helpers": 0.0, "guards": 1 / 2, "clones": 1 / 4}
"""What Ownlog's total may be of mlir-opt's."""
_REASONS = {
    ("control_flow/while_mixed_carry__cbw.mlir", "checks"): (
        "mlir-opt calls its library function four times, which compares each address with each other one, and copies"
        " twice as often; without this one comparison the loop would carry two i1 values more and select three in each"
        " round, or copy"
    )
}
"""Why a number of Ownlog's is larger than mlir-opt's, by file and column: what was found when it was looked into."""
_JOBS = 2
_NAME = re.compile(r"%[\w$.-]+")


@dataclass(frozen=True)
class Row:
    """What was counted of one file: of Ownlog's output (or `problem` says what is wrong), and of mlir-opt's, which may
    refuse it.
    """

    name: str
    ours: Counter[str]
    theirs: Counter[str] | None
    problem: str = ""
    not_run: str = ""


def count(text: str, allocations: int) -> Counter[str]:
    """The columns of an output but the peak; `allocations` were there before."""
    found: Counter[str] = Counter(
        bytes=len(text.encode()), nameless=len(_NAME.sub("%", text).encode()), allocs=-allocations
    )
    for op in ownlog.parse(text).walk():
        match op.name:
            case "scf.if":
                found["guards"] += sum(_frees(op))
            case "bufferization.clone":
                found["clones"] += 1
            case "memref.alloc":
                found["allocs"] += 1
            case "arith.cmpi":
                found["checks"] += any(_is_address(operand.owner) for operand in op.operands)
            case "func.call":
                found["helpers"] += "dealloc_helper" in (op.attribute("callee") or "")
    return found


def _frees(op: Op) -> Iterable[bool]:
    """For each arm of an scf.if, whether it frees."""
    for region in op.regions:
        yield any(inner.name == "memref.dealloc" for block in region.blocks for inner in block.ops)


def _is_address(owner: object) -> bool:
    return isinstance(owner, Op) and owner.name == "memref.extract_aligned_pointer_as_index"


def examine(task: tuple[Path, Path, Path]) -> Row:
    """Run both tools on a file, count, and leave what they made in the two folders."""
    path, ours, theirs = task
    name = f"{path.parent.name}/{path.name}"
    text = path.read_text()
    before = ownlog.parse(text)
    allocations = sum(op.name == "memref.alloc" for op in before.walk())
    peer = find_tool("mlir-opt-22")
    made = (
        subprocess.run([peer or "", f"--{PIPELINE}", path], capture_output=True, text=True, check=False)
        if peer
        else None
    )
    counted = None
    if made is not None and made.returncode == 0:
        (theirs / path.name).write_text(made.stdout)
        counted = count(made.stdout, allocations)
    try:
        out = str(ownlog.run_pipeline(before, PIPELINE))
    except ownlog.OwnlogError as error:
        return Row(name, Counter(), counted, str(error).splitlines()[0])
    (ours / path.name).write_text(out)
    valid = (
        subprocess.run([peer, ours / path.name, "-o", "/dev/null"], capture_output=True, text=True, check=False)
        if peer
        else None
    )
    problem = valid.stderr.splitlines()[0] if valid is not None and valid.returncode != 0 else ""
    return Row(name, count(out, allocations), counted, problem)


def add_peaks(rows: list[Row], inputs: dict[str, Path], folders: tuple[Path, Path], runner: Runner) -> list[Row]:
    """The rows with what the programs need at the worst moment, where they run."""

    def measured(row: Row) -> Row:
        if row.theirs is None or row.problem:
            return row
        try:
            called = driver(inputs[row.name].read_text())
            name = Path(row.name).name
            peaks = [
                runner.run((folder / name).read_text(), called, f"{name}.{at}") for at, folder in enumerate(folders)
            ]
        except CannotRun as error:
            return Row(row.name, row.ours, row.theirs, not_run=str(error))
        return Row(row.name, _with_peak(row.ours, peaks[0]), _with_peak(row.theirs, peaks[1]))

    with ThreadPoolExecutor(_JOBS) as pool:
        return list(pool.map(measured, rows))


def _with_peak(counted: Counter[str], peak: Peak) -> Counter[str]:
    return counted | Counter(peak=peak.bytes)


def totals(rows: list[Row]) -> str:
    """The table of sums over the files that both tools accept."""
    both = [(row.ours, row.theirs) for row in rows if row.theirs is not None and not row.problem]
    lines = []
    for column, title in COLUMNS.items():
        mine, other = sum(ours[column] for ours, _ in both), sum(theirs[column] for _, theirs in both)
        ratio = "-" if not other else f"{mine / other:.3f}"
        allowed = f"at most {LIMITS[column]:.2g}" if column in LIMITS else "at most 1"
        lines.append((title, f"{mine:,}", f"{other:,}", ratio, allowed))
    return markdown(("over the files that both accept", "ownlog", "mlir-opt-22", "ratio", "required"), lines)


def larger(rows: list[Row]) -> str:
    """The files and columns where Ownlog's number is the larger one, each with the reason."""
    lines = []
    for row in rows:
        for column, title in COLUMNS.items():
            if row.theirs is not None and not row.problem and row.ours[column] > row.theirs[column]:
                lines.append(
                    (
                        row.name,
                        title,
                        f"{row.ours[column]:,}",
                        f"{row.theirs[column]:,}",
                        _why(row.name, column, row.ours, row.theirs),
                    )
                )
    return markdown(("file", "column", "ownlog", "mlir-opt-22", "why"), lines) if lines else "None.\n"


def _why(name: str, column: str, ours: Counter[str], theirs: Counter[str]) -> str:
    if column == "bytes" and ours["nameless"] <= theirs["nameless"]:
        return (
            "nothing but names: what no pass touches keeps its text, and mlir-opt numbers values anew"
            f" ({ours['nameless']:,} and {theirs['nameless']:,} without names)"
        )
    return _REASONS.get((name, column), "not looked into yet")


def report(rows: list[Row]) -> str:
    """All of QUALITY.md but its head."""
    both = [row for row in rows if row.theirs is not None]
    alone = [row for row in rows if row.theirs is None]
    ran = [row for row in both if row.ours["peak"]]
    not_run = Counter(row.not_run for row in both if row.not_run)
    problems = [f"- {row.name}: {row.problem}" for row in rows if row.problem]
    parts = [
        (
            f"{len(rows)} files; mlir-opt-22 accepts {len(both)}."
            f" Of the other {len(alone)}, Ownlog deallocates {sum(not row.problem for row in alone)}."
            f" Files that Ownlog refuses, or whose result mlir-opt-22 does not accept: {len(problems)}.\n"
        ),
        *(["\n".join(problems) + "\n"] if problems else []),
        totals(rows),
        (
            "A guarded dealloc is an arm of an scf.if that frees. mlir-opt's pointer comparisons inside its library"
            " function are not counted, and the arrays that each call of it takes are among its allocations.\n"
        ),
        f"{len(ran)} of the {len(both)} programs were run for the peak"
        + (f"; not run: {', '.join(f'{n} ({why})' for why, n in not_run.most_common())}" if not_run else "")
        + ". Their peaks are summed.\n",
        "## Where a number is larger than mlir-opt's\n",
        larger(rows),
    ]
    return "\n".join(parts)


def _told(row: Row, at: int, all_: int) -> Row:
    """The row, after a line about it that shows how far the run is."""
    print(f"{at}/{all_} {row.name}{': ' * bool(row.problem)}{row.problem}", file=sys.stderr, flush=True)
    return row


def main() -> None:
    """Measures, prints, writes."""
    shared = shared_dir()
    if shared is None:
        sys.exit("there is no shared corpus beside the repository (set OWNLOG_SHARED)")
    paths = sorted((shared / "corpus").glob("*/*.mlir"))
    with tempfile.TemporaryDirectory() as name:
        families = sorted({path.parent.name for path in paths})
        rows: list[Row] = []
        for family in families:
            # File names are unique within a family only.
            ours, theirs = Path(name, family, "ours"), Path(name, family, "theirs")
            for folder in (ours, theirs):
                folder.mkdir(parents=True)
            members = {f"{family}/{path.name}": path for path in paths if path.parent.name == family}
            with Pool(_JOBS) as pool:
                tasks = [(path, ours, theirs) for path in members.values()]
                found = [_told(row, at, len(paths)) for at, row in enumerate(pool.imap(examine, tasks), len(rows) + 1)]
            runner = Runner.build(Path(name))
            rows += found if runner is None else add_peaks(found, members, (ours, theirs), runner)
    text = report(rows)
    print(text)
    REPORT.write_text(
        "# What is left to run time\n\nWritten by `python -m benchmarks.quality`, on all of the shared"
        f" corpus.\n\n{text}"
    )
    write_between(PAGE, "quality", totals(rows))


if __name__ == "__main__":
    main()
