"""What is asked of Ownlog's speed, beside mlir-opt-22 in the same run: `python -m benchmarks.asked` writes the table into RESULTS.md.

Each number is the least of some runs, in turn with mlir-opt's: seconds of CPU, of the process and of those that it waited for.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.growth import exponent
from benchmarks.large import transformer
from benchmarks.pairs import PAIRS
from benchmarks.process import Cost, run
from benchmarks.shapes import functions, straight
from benchmarks.tables import markdown, write_between
from tests.shared import find_tool, shared_dir

RESULTS = Path(__file__).parent / "RESULTS.md"
_PIPELINE, _NO_CHECK = "--buffer-deallocation-pipeline", "--no-verify"
_LIMIT = 300.0
_SIZES = (100, 200, 400)

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
    "20,000": "7.6 s, 651 MiB",
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
    return [sys.executable, "-m", "ownlog", *map(str, words)]


def _compared(what: str, key: str, limit: float, own: list[str], peer: list[str], rounds: int) -> Row:
    best = least({"own": own, "peer": peer}, rounds)
    if len(best) < 2:
        return Row(what, key, f"{limit:g} of mlir-opt", "-", False)
    mine, other = best["own"], best["peer"]
    ratio = mine.cpu / other.cpu
    return Row(what, key, f"{limit:g} of mlir-opt", f"{ratio:.2f} ({mine.cpu:.2f} s to {other.cpu:.2f} s)", ratio <= limit)


def _start_up(folder: Path, peer: str) -> Iterator[Row]:
    path = folder / "small.mlir"
    path.write_text(functions(4))
    yield _compared("a file of 50 lines", "small", 2.5, _own("opt", _PIPELINE, path), [peer, _PIPELINE, str(path)], 15)
    nowhere = ["env", "HOME=/nowhere", "XDG_CACHE_HOME=/nowhere"]
    best = least({"warm": _own("opt", _PIPELINE, path), "cold": [*nowhere, *_own("opt", _PIPELINE, path)]}, 9)
    ratio = best["cold"].cpu / best["warm"].cpu
    yield Row("the same without a cache folder", "unwritable", "as a warm run", f"{ratio:.2f} of it", ratio < 1.1)


def _corpus(shared: Path, folder: Path, peer: str) -> Iterator[Row]:
    both, theirs = folder / "both", 0.0
    for path in sorted((shared / "corpus").glob("*/*.mlir")):
        costs = [run([peer, _PIPELINE, str(path), "-o", os.devnull], _LIMIT) for _ in range(2)]
        known = [cost.cpu for cost in costs if cost is not None]
        if known:
            theirs += min(known)
            place = both / path.parent.name
            place.mkdir(parents=True, exist_ok=True)
            (place / path.name).symlink_to(path)
    best = least(
        {
            "batch": _own("opt", _PIPELINE, _NO_CHECK, "--output-dir", folder / "out", both),
            "gate": _own("opt", _PIPELINE, "--output-dir", folder / "out", both),
        },
        2,
    )
    data = run(_own("corpus", "run", both, "-o", folder / "data", "-j", 2, "--pipeline"), _LIMIT)
    best |= {"corpus": data} if data is not None else {}
    names = {"batch": "the corpus in one process, without the gate", "gate": "with the gate", "corpus": "corpus run --pipeline -j 2"}
    for (key, what), limit in zip(names.items(), (0.6, 0.8, 1.0), strict=True):
        if key in best:
            ratio = best[key].cpu / theirs
            told = f"{ratio:.2f} ({best[key].cpu:.1f} s to {theirs:.1f} s)"
            yield Row(what, key, f"{limit:g} of mlir-opt", told, ratio <= limit)


def _large(shared: Path, folder: Path, peer: str) -> Iterator[Row]:
    source = shared / "corpus-large"
    path = folder / "100k.mlir"
    path.write_text(transformer(source, 100_000))
    yield _compared("parse and print, 37 MB", "parse", 1.0, _own("opt", path), [peer, str(path)], 1)
    for dense in sorted(source.glob("*densenet*.mlir")):
        yield _compared(dense.stem, dense.stem, 0.9, _own("opt", _PIPELINE, _NO_CHECK, dense), [peer, _PIPELINE, str(dense)], 3)
    for size, seconds, memory in ((20_000, 3.2, None), (100_000, 20.0, 1536)):
        path.write_text(transformer(source, size))
        best = least({"own": _own("opt", _PIPELINE, _NO_CHECK, path, "-o", os.devnull)}, 1)
        asked = f"{seconds:g} s (idle)" + (f", {memory} MiB" if memory else "")
        if "own" in best:
            cost = best["own"]
            met = cost.cpu <= seconds and (memory is None or cost.memory <= memory)
            yield Row(f"transformer of {size:,}", f"{size:,}", asked, f"{cost.cpu:.1f} s, {cost.memory:,.0f} MiB", met)


def _questions(shared: Path, folder: Path) -> Iterator[Row]:
    small = shared / "corpus" / "control_flow" / "while_keep_best__id.mlir"
    large = folder / "straight.mlir"
    large.write_text(straight(4_000))
    for path, value, lines, limit in ((small, "%alloc:13", 84, 0.25), (large, "%a5", 8_000, 1.2)):
        for name, words in (("why", ["--value", value]), ("alias", ["--value", value]), ("owners", [])):
            best = least({"own": _own(name, path, *words)}, 3)
            shown = f"{best['own'].cpu:.2f} s" if best else "-"
            met = bool(best) and best["own"].cpu <= limit
            yield Row(f"{name}, {lines:,} lines", f"{name} {lines}", f"{limit:g} s", shown, met)


def _shapes(folder: Path, peer: str) -> Iterator[Row]:
    path, out = folder / "shape.mlir", folder / "shape.out"
    for name, make in PAIRS.items():
        taken, written, ratios = [], [], []
        for size in _SIZES:
            path.write_text(make(size))
            best = least({"own": _own("opt", _PIPELINE, path, "-o", out), "peer": [peer, _PIPELINE, str(path), "-o", os.devnull]}, 2)
            if "own" in best:
                taken.append((size, best["own"].cpu))
                written.append((size, float(out.stat().st_size)))
            if len(best) == 2:
                ratios.append(best["own"].cpu / best["peer"].cpu)
        grown, text = exponent(taken), exponent(written)
        if grown is None or text is None:
            yield Row(f"shape: {name}", name, "n^1.15", "-", False)
            continue
        worst = f", {max(ratios):.1f} of mlir-opt at worst" if ratios else ", which mlir-opt refuses"
        met = grown <= 1.15 and text <= 1.15 and (not ratios or max(ratios) <= 2)
        yield Row(f"shape: {name}", name, "n^1.15, text too; 2 of mlir-opt", f"n^{grown:.2f}, text n^{text:.2f}{worst}", met)


def table(rows: Sequence[Row]) -> str:
    """What is asked, what was measured before and now."""
    lines = [(row.what, row.asked, BEFORE.get(row.key, "-"), row.measured, "yes" if row.met else "no") for row in rows]
    return markdown(("work", "asked at most", "before", "measured", "met"), lines)


def section(rows: Sequence[Row]) -> str:
    """The part of RESULTS.md that this measures."""
    load = os.getloadavg()[1]
    head = f"Written by `python -m benchmarks.asked`; average load of the last five minutes: {load:.1f}, on {os.cpu_count()} cores."
    return f"## Asked, before and after\n\n{head}\n\n{table(rows)}"


def main() -> None:
    """Measures, prints, writes."""
    shared, peer = shared_dir(), find_tool("mlir-opt-22")
    if shared is None or peer is None:
        sys.exit("this needs mlir-opt-22 and the shared material beside the repository")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = _start_up(folder, peer), _questions(shared, folder), _corpus(shared, folder, peer), _shapes(folder, peer)
        for part in (*parts, _large(shared, folder, peer)):
            for row in part:
                rows.append(row)
                print(row, flush=True)
                write_between(RESULTS, "asked", section(rows))


if __name__ == "__main__":
    main()
