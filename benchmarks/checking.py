"""What the checker costs: `python -m benchmarks.checking`.

The tables go to standard output and to benchmarks/CHECKING.md.

`python -m benchmarks.checking corpus` judges what Ownlog and mlir-opt-22 make of all files of the corpus, and writes
the table of that.

Seconds of CPU (user and system) of one process that collects no garbage, as the command line. With and without the gate
every file is run in turn, several times; what is shown is the sum of the files' medians, and that of their minima,
which other work on the machine changes less.
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import ownlog
from benchmarks.growth import exponent
from benchmarks.pairs import PAIRS
from benchmarks.shapes import SHAPES, conditionals, flags
from benchmarks.tables import markdown, write_between
from ownlog.backend.checking import Verdict, check
from tests.checking.programs import by_peer
from tests.shared import shared_dir

PAGE = Path(__file__).with_name("CHECKING.md")
PIPELINE = "buffer-deallocation-pipeline"
_EVERY = 9
"""One file of the corpus in so many is run."""
_ROUNDS = 9
_ALLOWED = 1.15


@dataclass(frozen=True)
class Grown:
    """A family of programs and the sizes at which they are judged; `planned`: the pipeline makes something of each
    first.
    """

    make: Callable[[int], str]
    sizes: tuple[int, ...]
    planned: bool = True


GROWN: Mapping[str, Grown] = {
    "straight": Grown(SHAPES["straight"].make, (500, 1000, 2000, 5000)),
    "calls": Grown(SHAPES["calls"].make, (500, 1000, 2000, 5000)),
    "selects": Grown(SHAPES["selects"].make, (250, 500, 1000, 2000)),
    "ifs": Grown(SHAPES["ifs"].make, (200, 400, 800, 1600)),
    "fors": Grown(SHAPES["fors"].make, (200, 400, 800, 1600)),
    "diamonds": Grown(SHAPES["diamonds"].make, (150, 300, 750, 1500)),
    "live through": Grown(SHAPES["live through"].make, (50, 100, 200, 400)),
    "wide loop": Grown(SHAPES["wide loop"].make, (50, 100, 250, 500)),
    "nested loops": Grown(SHAPES["nested loops"].make, (15, 30, 75, 150)),
    "functions": Grown(SHAPES["functions"].make, (200, 400, 800, 1600)),
    "call chain": Grown(SHAPES["call chain"].make, (100, 200, 400, 800)),
    "returned": Grown(PAIRS["returned"], (250, 500, 1000, 2000)),
    "handed": Grown(PAIRS["handed"], (250, 500, 1000, 2000)),
    "flags": Grown(flags, (200, 500, 1000, 2000), planned=False),
    "nested conditionals": Grown(conditionals, (20, 50, 100, 200), planned=False),
}
"""The shapes by name. The largest `flags` is a function with 2,000 of them."""


def taken(work: Callable[[], object]) -> float:
    """Seconds of CPU."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def planned(text: str, gate: bool = False) -> str:
    """What the pipeline makes of a program."""
    return str(ownlog.run_pipeline(ownlog.parse(text), PIPELINE, gate=gate))


def sample_rows(texts: list[str]) -> list[tuple[str, str, str]]:
    """What the gate adds to the pipeline, and what `check` takes beside reading and planning."""
    found: dict[str, float] = dict.fromkeys(("without", "with", "checked"), 0.0)
    least: dict[str, float] = dict.fromkeys(found, 0.0)
    for text in texts:
        output = planned(text, gate=True)
        costs: dict[str, list[float]] = {name: [] for name in found}
        for _ in range(_ROUNDS):
            costs["without"].append(taken(lambda: planned(text)))  # noqa: B023
            costs["with"].append(taken(lambda: planned(text, gate=True)))  # noqa: B023
            costs["checked"].append(taken(lambda: check(ownlog.parse(output))))  # noqa: B023
        for name, seconds in costs.items():
            found[name] += statistics.median(seconds)
            least[name] += min(seconds)
    gate, judged = found["with"] / found["without"] - 1, found["checked"] / found["without"]
    lowest = least["with"] / least["without"] - 1
    share = 1 - found["without"] / found["with"]
    return [
        (
            f"the gate, of the pipeline without it ({found['with']:.2f} s to {found['without']:.2f} s)",
            "at most 30 %",
            f"{gate:.1%}",
        ),
        (
            f"the same with each file's minimum ({least['with']:.2f} s to {least['without']:.2f} s)",
            "at most 30 %",
            f"{lowest:.1%}",
        ),
        ("the gate, of the pipeline with it", "", f"{share:.0%}"),
        (f"`check`, of reading and planning ({found['checked']:.2f} s)", "at most 100 %", f"{judged:.0%}"),
    ]


def growth_row(name: str, grown: Grown) -> tuple[str, str, str, str, str]:
    """The exponent of `check` alone on a shape, over the last decade of n."""
    points: list[tuple[int, float]] = []
    for size in grown.sizes:
        text = grown.make(size)
        module = ownlog.parse(planned(text) if grown.planned else text)
        verdicts = []
        points.append((size, min(taken(lambda: verdicts.append(check(module).status)) for _ in range(3))))  # noqa: B023
        assert set(verdicts) == {"clean"}, (name, size)
    slope = exponent(points)
    assert slope is not None
    shown = ", ".join(f"{seconds:.2f} s" for _, seconds in points)
    return (
        name,
        ", ".join(f"{size:,}" for size in grown.sizes),
        shown,
        f"{slope:.2f}",
        "yes" if slope <= _ALLOWED else "no",
    )


def corpus_table(paths: list[Path]) -> str:
    """What is said of the outputs of both tools, with the files that are not clean, and the seconds that it takes,
    reading included.
    """
    makers = {"Ownlog": lambda text: planned(text, gate=True), "mlir-opt-22": by_peer}
    rows, listed = [], []
    for name, make in makers.items():
        said, seconds = Counter[str](), 0.0
        for path in paths:
            try:
                made = make(path.read_text())
            except (ownlog.OwnlogError, subprocess.CalledProcessError):
                said["refused"] += 1
                continue
            verdicts: list[Verdict] = []
            seconds += taken(lambda: verdicts.append(check(ownlog.parse(made))))  # noqa: B023
            [verdict] = verdicts
            said[verdict.status] += 1
            if verdict.findings:
                kinds = ", ".join(sorted({finding.kind for finding in verdict.findings}))
                listed.append((name, f"{path.parent.name}/{path.stem}", verdict.status, kinds))
        outcomes = ("clean", "error", "undecided", "refused")
        rows.append((name, f"{len(paths):,}", *(f"{said[outcome]:,}" for outcome in outcomes), f"{seconds:.0f} s"))
    counted = markdown(
        ("outputs of", "files", "clean", "error", "undecided", "refused by the tool", "CPU of `check`"), rows
    )
    return counted + ("\n" + markdown(("outputs of", "file", "verdict", "found"), listed) if listed else "")


def main() -> None:
    """Measures, prints, writes; with names of shapes, these are measured and printed only."""
    wanted = sys.argv[1:]
    gc.disable()
    shared = shared_dir()
    if wanted == ["corpus"]:
        assert shared is not None, "the corpus is not there"
        found = corpus_table(sorted((shared / "corpus").glob("*/*.mlir")))
        print(found)
        write_between(PAGE, "corpus", found)
        return
    rows = [growth_row(name, grown) for name, grown in GROWN.items() if not wanted or name in wanted]
    growth = markdown(("shape", "n", "CPU", "exponent", f"at most {_ALLOWED}"), rows)
    print(growth)
    if wanted or shared is None:
        return
    texts = [path.read_text() for path in sorted((shared / "corpus").glob("*/*.mlir"))[::_EVERY]]
    cost = markdown((f"over {len(texts)} files of the corpus: CPU", "required", "measured"), sample_rows(texts))
    print(cost)
    write_between(PAGE, "cost", f"{cost}\n{growth}")


if __name__ == "__main__":
    main()
