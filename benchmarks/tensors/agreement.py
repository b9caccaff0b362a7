"""`python -m benchmarks.tensors.agreement`: where decisions about tensors differ from mlir-opt-22's, written to
benchmarks/DECISIONS.md.

All programs of the corpus and random ones, each operand, in the order of each heuristic. Why one is decided otherwise
is found anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.tables import markdown
from tests.bufferize.deciding import corpus
from tests.bufferize.deciding.by_design import REASONS as RANDOM
from tests.bufferize.deciding.by_design import by_design
from tests.bufferize.deciding.marking import (
    HEURISTICS,
    PRINTED,
    Marked,
    Refused,
    analyse,
    decide_as,
    differences,
    ours,
    theirs,
)
from tests.bufferize.programs.generator import program
from tests.bufferize.running.soundness import wrong
from tests.shared import find_tool, require_shared, shared_programs

PAGE = Path(__file__).parent.parent / "DECISIONS.md"
PROGRAMS = 1000
UNKNOWN = "?"
_MORE = ("while-in-turn", "no-way")
_CORPUS = {
    **{
        reason: f"{'more is in place here: ' if reason in _MORE else ''}{why}" for reason, why in corpus.REASONS.items()
    },
    UNKNOWN: "for no reason that is known",
}
_RANDOM = {**RANDOM, UNKNOWN: "for no reason that is known"}


class Tally:
    """What was compared in the order of one heuristic: programs and uses, and the differences by their reasons."""

    def __init__(self) -> None:
        self.programs = self.uses = 0
        self.differing: Counter[str] = Counter()
        self.where: dict[str, set[str]] = {}

    def add(self, name: str, mine: list[Marked], reasons: list[str]) -> None:
        """Counts a program, and a reason for each use in it that is decided otherwise."""
        self.programs += 1
        self.uses += sum(mark != "none" for one in mine for mark in one.marks)
        for reason in reasons:
            self.differing[reason or UNKNOWN] += 1
            self.where.setdefault(reason or UNKNOWN, set()).add(name)


def _programs(mlir_opt: str) -> Iterator[tuple[str, Tally]]:
    """What compilers made. Each difference has its own reason; where mlir-opt crashes, the file counts as one."""
    for heuristic in HEURISTICS:
        tally = Tally()
        for file in shared_programs("corpus-tensor"):
            text = require_shared("corpus-tensor", file).read_text()
            tally.add(
                file,
                ours(analyse(text, heuristic, PRINTED)),
                [row.reason for row in corpus.rows(file, text, heuristic, mlir_opt)],
            )
        yield heuristic, tally


def _random(mlir_opt: str) -> Iterator[tuple[str, Tally]]:
    for heuristic in HEURISTICS:
        tally = Tally()
        for seed in range(PROGRAMS):
            text = program(seed, plain=True)
            found, other = analyse(text, heuristic, PRINTED), theirs(text, heuristic, mlir_opt)
            mine = ours(found)
            if isinstance(other, Refused):
                tally.add(str(seed), mine, [UNKNOWN])
                continue
            differing = differences(mine, other)
            reason = by_design(found, differing) if differing else ""
            if differing and not reason:
                decide_as(found, other)
                reason = "wrong" if wrong(text, found) is not None else ""
            tally.add(str(seed), mine, [reason] * len(differing))
        yield heuristic, tally


def _table(tallies: list[tuple[str, Tally]], reasons: dict[str, str]) -> str:
    head = ("order", "programs", "uses", "decided otherwise", "in programs", *reasons)
    rows = []
    for heuristic, tally in tallies:
        places = len(set().union(*tally.where.values()))
        counts = (
            tally.programs,
            tally.uses,
            tally.differing.total(),
            places,
            *(tally.differing[reason] for reason in reasons),
        )
        rows.append((heuristic, *(f"{count:,}" for count in counts)))
    meanings = "\n".join(f"- `{reason}`: {why}." for reason, why in reasons.items())
    return f"{markdown(head, rows)}\n{meanings}\n"


def main() -> None:
    """Compares, prints, writes."""
    mlir_opt = find_tool("mlir-opt-22")
    assert mlir_opt is not None
    tables = _table([*_programs(mlir_opt)], _CORPUS), _table([*_random(mlir_opt)], _RANDOM)
    PAGE.write_text(_TEXT.format(*tables, count=f"{PROGRAMS:,}"))
    print(PAGE.read_text())


_TEXT = """# Tensors: decisions beside mlir-opt-22

Written by `python -m benchmarks.tensors.agreement`. `--one-shot-bufferize="test-analysis-only
bufferize-function-boundaries allow-return-allocs-from-loops allow-unknown-ops"`, with each `analysis-heuristic`: which
operands are in place. [bufferization.md](../docs/bufferization.md#where-it-differs-from-mlir-opt-22) explains the
reasons.

## Programs of compilers

`tests/bufferize/deciding/differences.tsv` lists each difference with its line; a test fails when the list is no longer
true.

{0}
## Random programs

The first {count} plain programs of `tests/bufferize/programs/generator.py`, which have nothing in them of what
mlir-opt-22 is known to get wrong. A test runs these and the others, and compares what they let others observe.

{1}"""


if __name__ == "__main__":
    main()
