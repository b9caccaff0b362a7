"""What is asked of Ownlog's speed, beside mlir-opt-22 in the same run: `python -m benchmarks.asked` writes the table
into RESULTS.md.

Each number is the least of some runs, in turn with mlir-opt's: seconds of CPU, of the process and of those that it
waited for. Parts of the table are measured with `--part` or `--row`; rows that are not measured stay as they are.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.growth import exponent
from benchmarks.large import transformer
from benchmarks.pairs import PAIRS
from benchmarks.process import Cost, run
from benchmarks.shapes import functions, straight
from benchmarks.tables import between, cells, merged, write_between
from tests.shared import find_tool, shared_dir

RESULTS = Path(__file__).parent / "RESULTS.md"
_PIPELINE, _NO_CHECK = "--buffer-deallocation-pipeline", "--no-gate"
_LIMIT = 300.0
_PATIENCE = 5.0
"""Seconds of CPU of mlir-opt, or with the gate, from which on a larger size of a shape is measured without."""
_SIZES = (200, 400, 800, 1_600, 3_200)
_SIZES_OF = {"switch": (100, 200, 400), "returned": (800, 1_600, 3_200, 6_400)}
"""The sizes of shapes that are measured, and of what grows too fast for them, or takes too little."""
_LARGE = 800
"""From this size on a shape is measured fewer times."""
_PLAIN = 1.5
"""What takes no more than so many times of what an empty file does cannot be told from start-up."""

BEFORE = {
    "small": "6.66",
    "unwritable": "10 times a warm run",
    "batch": "0.65",
    "gate": "0.91",
    "corpus": "3.82",
    "parse": "2.59",
    "jax_densenet121_bnstats_inlined": "1.84",
    "jax_densenet121_bnstats_std": "3.10",
    "torchvision_densenet121_cbw": "1.54",
}
"""What commit ac1e0f4 took, on the same machine; without a cache folder, what an earlier measurement says."""


class Row(NamedTuple):
    """A line of the table; `key` leads to what was measured before."""

    what: str
    key: str
    asked: str
    measured: str
    met: bool


def least(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, Cost]:
    """The cheapest run of each command, in turn."""
    best: dict[str, Cost] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            cost = run(command, _LIMIT)
            if cost is not None and (name not in best or cost.cpu < best[name].cpu):
                best[name] = cost
    return best


def _own(*words: object) -> list[str]:
    # As users call it: `python -m` imports more.
    return [str(Path(sys.executable).with_name("ownlog")), *map(str, words)]


@dataclass(frozen=True)
class Tools:
    """What measuring takes: the shared material, a folder for files, mlir-opt-22, which rows are wanted, and an older
    `ownlog`, if any.
    """

    shared: Path
    folder: Path
    peer: str
    wanted: Callable[[str], bool]
    before: str | None = None


def _compared(what: str, key: str, limit: float, own: list[str], peer: list[str], rounds: int) -> Row:
    best = least({"own": own, "peer": peer}, rounds)
    if len(best) < 2:
        return Row(what, key, f"{limit:g} of mlir-opt", "-", False)
    mine, other = best["own"], best["peer"]
    ratio = mine.cpu / other.cpu
    return Row(
        what, key, f"{limit:g} of mlir-opt", f"{ratio:.2f} ({mine.cpu:.2f} s to {other.cpu:.2f} s)", ratio <= limit
    )


def _start_up(tools: Tools) -> Iterator[Row]:
    folder, peer = tools.folder, tools.peer
    path = folder / "small.mlir"
    path.write_text(functions(4))
    if tools.wanted(what := "a file of 50 lines"):
        yield _compared(what, "small", 4, _own("opt", _PIPELINE, path), [peer, _PIPELINE, str(path)], 15)
    if not tools.wanted(what := "the same without a cache folder"):
        return
    nowhere = ["env", "HOME=/nowhere", "XDG_CACHE_HOME=/nowhere"]
    best = least({"warm": _own("opt", _PIPELINE, path), "cold": [*nowhere, *_own("opt", _PIPELINE, path)]}, 9)
    ratio = best["cold"].cpu / best["warm"].cpu
    yield Row(what, "unwritable", "as a warm run", f"{ratio:.2f} of it", ratio < 1.1)


_JOINED = {
    "the corpus without the gate, mlir-opt in one process, too": (_NO_CHECK,),
    "the corpus with the gate, mlir-opt in one process, too": (),
}


def _corpus(tools: Tools) -> Iterator[Row]:
    folder = tools.folder
    both, data, out = folder / "both", folder / "data", folder / "out"
    runs = {
        "the corpus in one process, without the gate": (
            "batch",
            0.6,
            _own("opt", _PIPELINE, _NO_CHECK, "--output-dir", out, both),
        ),
        "with the gate": ("gate", 0.8, _own("opt", _PIPELINE, "--output-dir", out, both)),
        "corpus run --pipeline -j 2": ("corpus", 1.0, _own("corpus", "run", both, "-o", data, "-j", 2, "--pipeline")),
    }
    runs = {what: run for what, run in runs.items() if tools.wanted(what)}
    theirs, accepted = 0.0, 0
    joined = {what: words for what, words in _JOINED.items() if tools.wanted(what)}
    for path in sorted((tools.shared / "corpus").glob("*/*.mlir")) if runs or joined else ():
        costs = [run([tools.peer, _PIPELINE, str(path), "-o", os.devnull], _LIMIT) for _ in range(2)]
        known = [cost.cpu for cost in costs if cost is not None]
        if known:
            theirs, accepted = theirs + min(known), accepted + 1
            place = both / path.parent.name
            place.mkdir(parents=True, exist_ok=True)
            (place / path.name).symlink_to(path)
    if joined:
        whole = folder / "joined.mlir"
        whole.write_text("\n// -----\n".join(path.read_text() for path in sorted(both.glob("*/*.mlir"))))
        peer = [tools.peer, _PIPELINE, "--split-input-file", str(whole), "-o", os.devnull]
        own = {what: _own("opt", _PIPELINE, *words, "--output-dir", out, both) for what, words in joined.items()}
        best_of = least({**own, "peer": peer}, 2)
        for what in joined:
            mine, other = best_of[what].cpu, best_of["peer"].cpu
            yield Row(what, what, "nothing is asked", f"{mine / other:.2f} ({mine:.1f} s to {other:.1f} s)", True)
    for what, (key, limit, command) in runs.items():
        best = None
        for _ in range(2):
            shutil.rmtree(data, ignore_errors=True)
            cost = run(command, _LIMIT)
            best = cost if best is None or (cost is not None and cost.cpu < best.cpu) else best
        if best is not None:
            ratio = best.cpu / theirs
            told = f"{ratio:.2f} ({best.cpu:.1f} s to {theirs:.1f} s)"
            yield Row(what, key, f"{limit:g} of mlir-opt", told, ratio <= limit)


_ALONE = """
import gc, sys, time
from pathlib import Path
import ownlog
from ownlog import rules
gc.disable()
facts = ownlog.analyze(ownlog.parse(Path(sys.argv[1]).read_text())).facts
best = 1e9
for _ in range(3):
    start = time.process_time()
    rules.derive(facts, outputs=["live_in", "live_out", "points_to"])
    best = min(best, time.process_time() - start)
print(best)
"""


def _large(tools: Tools) -> Iterator[Row]:
    source = tools.shared / "corpus-large"
    path = tools.folder / "large.mlir"
    if tools.wanted(what := "parse and print, 37 MB"):
        path.write_text(transformer(source, 100_000))
        yield _compared(what, "parse", 1.0, _own("opt", path), [tools.peer, str(path)], 1)
    for dense in sorted(source.glob("*densenet*.mlir")):
        if tools.wanted(dense.stem):
            yield _compared(
                dense.stem,
                dense.stem,
                0.9,
                _own("opt", _PIPELINE, _NO_CHECK, dense),
                [tools.peer, _PIPELINE, str(dense)],
                7,
            )
    for size, seconds, memory in ((20_000, 3.2, None), (100_000, 20.0, 1536)):
        if tools.wanted(what := f"transformer of {size:,}"):
            path.write_text(transformer(source, size))
            yield from _transformer(what, f"{size:,}", path, seconds, memory, tools.before)
    if tools.wanted(what := "liveness and origin alone, 20,000 (rules)"):
        path.write_text(transformer(source, 20_000))
        done = subprocess.run([sys.executable, "-c", _ALONE, str(path)], capture_output=True, text=True, check=True)
        yield Row(what, "alone", "1.27 s", f"{float(done.stdout):.2f} s", float(done.stdout) <= 1.27)


def _transformer(
    what: str, key: str, path: Path, seconds: float, memory: int | None, before: str | None
) -> Iterator[Row]:
    """A large input: in a third of the time that Ownlog took before, in turn where one of before is there, else in so
    many seconds.
    """
    commands = {"own": _own("opt", _PIPELINE, _NO_CHECK, path, "-o", os.devnull)}
    if before is not None:
        commands["before"] = [before, "opt", _PIPELINE, str(path), "-o", os.devnull]
    best = least(commands, 3)
    if len(best) < len(commands):
        return
    cost = best["own"]
    fast, asked, told = cost.cpu <= seconds, f"{seconds:g} s (idle)", f"{cost.cpu:.1f} s, {cost.memory:,.0f} MiB"
    if "before" in best:
        share = cost.cpu / best["before"].cpu
        fast, asked = share <= 1 / 3, "a third of before"
        told = (
            f"{share:.2f} ({cost.cpu:.1f} s to {best['before'].cpu:.1f} s), {cost.memory:,.0f} to"
            f" {best['before'].memory:,.0f} MiB"
        )
    yield Row(
        what,
        key,
        asked + (f", {memory:,} MiB" if memory else ""),
        told,
        fast and (memory is None or cost.memory <= memory),
    )


def _questions(tools: Tools) -> Iterator[Row]:
    folder = tools.folder
    small = tools.shared / "corpus" / "control_flow" / "while_keep_best__id.mlir"
    large = folder / "straight.mlir"
    large.write_text(straight(4_000))
    for path, value, lines, limit in ((small, "%alloc:13", 84, 0.25), (large, "%a5", 8_000, 1.2)):
        for name, words in (("why", ["--value", value]), ("alias", ["--value", value]), ("owners", [])):
            if not tools.wanted(what := f"{name}, {lines:,} lines"):
                continue
            best = least({"own": _own(name, path, *words)}, 3)
            shown = f"{best['own'].cpu:.2f} s" if best else "-"
            met = bool(best) and best["own"].cpu <= limit
            yield Row(what, f"{name} {lines}", f"{limit:g} s", shown, met)


def _shapes(tools: Tools) -> Iterator[Row]:
    for name in PAIRS:
        if tools.wanted(f"shape: {name}"):
            yield _shape(name, tools.folder / "shape.mlir", tools.peer)


def _shape(name: str, path: Path, peer: str) -> Row:
    """How a shape grows, beyond what an empty file takes, where that is not nearly all of it."""
    out, empty = path.with_suffix(".out"), path.with_suffix(".empty.mlir")
    empty.write_text("")
    whole: dict[str, list[tuple[int, float]]] = {"own": [], "gated": []}
    grown: dict[str, list[tuple[int, float]]] = {"own": [], "gated": [], "text": []}
    ratios: dict[str, list[float]] = {"own": [], "gated": []}
    slowest = {"peer": 0.0, "gated": 0.0}
    for size in _SIZES_OF.get(name, _SIZES):
        path.write_text(PAIRS[name](size))
        gated = _own("opt", _PIPELINE, path, "-o", out)
        commands = {"start": _own("opt", _PIPELINE, empty), "own": [*gated, _NO_CHECK], "gated": gated}
        commands["peer"] = [peer, _PIPELINE, str(path), "-o", os.devnull]
        commands = {way: command for way, command in commands.items() if slowest.get(way, 0.0) < _PATIENCE}
        best = least(commands, 5 if size < _LARGE else 4)
        slowest = {way: best[way].cpu if way in best else before for way, before in slowest.items()}
        for way in ratios.keys() & best.keys():
            whole[way].append((size, best[way].cpu))
            if best[way].cpu > _PLAIN * best["start"].cpu:
                grown[way].append((size, best[way].cpu - best["start"].cpu))
            if "peer" in best:
                ratios[way].append(best[way].cpu / best["peer"].cpu)
        if "own" in best:
            grown["text"].append((size, float(out.stat().st_size)))
    own, with_gate = (exponent(grown[way]) or exponent(whole[way]) for way in ("own", "gated"))
    text = exponent(grown["text"])
    if own is None or with_gate is None or text is None:
        return Row(f"shape: {name}", name, "n^1.15", "-", False)
    worst = "which mlir-opt refuses"
    if ratios["own"]:
        worst = f"{max(ratios['own']):.1f} of mlir-opt at worst ({max(ratios['gated']):.1f} with the gate)"
    met = own <= 1.15 and text <= 1.15 and max(ratios["own"], default=0.0) <= 2
    told = f"n^{own:.2f} (n^{with_gate:.2f} with the gate), text n^{text:.2f}, {worst}"
    return Row(f"shape: {name}", name, "n^1.15, text too; 2 of mlir-opt", told, met)


PARTS: Mapping[str, Callable[[Tools], Iterator[Row]]] = {
    "start": _start_up,
    "questions": _questions,
    "corpus": _corpus,
    "shapes": _shapes,
    "large": _large,
}
"""The parts of the table."""

_HEAD_OF_SECTION = """\
## Asked, before and after

Written by `python -m benchmarks.asked`; rows of one part are measured in one run, parts perhaps on different days
(average load of the last five minutes, when the last one was: {load:.1f}, on {cores} cores). "0.45 (0.49 s to 1.08 s)"
is 0.45 of mlir-opt's CPU, Ownlog's 0.49 s to its 1.08 s. "Before" is the same ratio, or seconds, of commit ac1e0f4.
Where a row says "of before", the command of commit a520420 ran in turn, and mlir-opt did not: of the transformer both
numbers are Ownlog's, now and then (the last table has mlir-opt's). Questions are `ownlog why`, `alias` and `owners`, by
the lines of the file that they are about. "Liveness and origin alone" is the rules without start-up and parser, "parse
and print" no pass at all. A shape is measured at n = 200, 400, 800, 1,600 and 3,200 (`switch` at 100, 200 and 400,
`returned` at 800, 1,600, 3,200 and 6,400), its growth without what an empty file takes; its ratio to mlir-opt is the
worst of these sizes, start-up included, as far as mlir-opt, and with the gate Ownlog, takes less than 5 s for half of
n. The corpus is what both tools accept of it, 348 files, for each of which mlir-opt is started anew, as scripts do: two
thirds of its time are start-up. What it takes where all are one input has rows of its own."""

WHY_NOT = {
    "shape: switch": (
        "each of the n cases may get each of n buffers freed, and the text that says so is n^2 long; mlir-opt"
        " refuses it."
    ),
    "shape: shared late": (
        "n^1.05 to n^1.19 from run to run: with 3,200 blocks each phase takes 2.0 to 2.4 times what it does with half."
    ),
    "why, 84 lines": "0.05 s are Python itself, the rest is the import of what questions take, and the rules.",
    "alias, 84 lines": "as `why`.",
    "owners, 84 lines": "as `why`.",
}
"""What is to be said of rows that are not met."""

_HEAD = ("work", "asked at most", "before", "measured", "met")


def section(page: str, rows: Sequence[Row]) -> str:
    """The part of RESULTS.md that this measures, made of what it was."""
    measured = [
        (row.what, row.asked, BEFORE.get(row.key, "-"), row.measured, "yes" if row.met else "no") for row in rows
    ]
    table = merged(page, _HEAD, measured)
    missed = {line[0] for line in cells(table) if line[-1] == "no"}
    why = [f"- {name}: {said}" for name, said in WHY_NOT.items() if name in missed]
    reasons = "\n\n".join(["\nWhy some are not met:", "\n".join(why)]) + "\n" if why else ""
    return f"{_HEAD_OF_SECTION.format(load=os.getloadavg()[1], cores=os.cpu_count())}\n\n{table}{reasons}"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.asked", description="Measure what is asked of speed, beside mlir-opt-22."
    )
    parser.add_argument(
        "--part", action="append", choices=PARTS, help="measure only this part of the table; may be repeated"
    )
    parser.add_argument(
        "--row",
        action="append",
        metavar="TEXT",
        help="measure only rows with TEXT in their first column; may be repeated",
    )
    parser.add_argument(
        "--before",
        metavar="FILE",
        help="the command `ownlog` of commit a520420, to be measured in turn with large inputs",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=f"print what was measured, and leave {RESULTS.name} as it is"
    )
    return parser.parse_args()


def main() -> None:
    """Measures, prints, writes."""
    arguments = _arguments()
    shared, peer = shared_dir(), find_tool("mlir-opt-22")
    if shared is None or peer is None:
        sys.exit("this needs mlir-opt-22 and the shared material beside the repository")

    def wanted(what: str) -> bool:
        return arguments.row is None or any(text in what for text in arguments.row)

    with tempfile.TemporaryDirectory() as name:
        for part in arguments.part or PARTS:
            for row in PARTS[part](Tools(shared, Path(name), peer, wanted, arguments.before)):
                print(row, flush=True)
                if not arguments.dry_run:
                    write_between(RESULTS, "asked", section(between(RESULTS, "asked"), [row]))


if __name__ == "__main__":
    main()
