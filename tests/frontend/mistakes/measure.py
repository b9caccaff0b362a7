"""Writes what Ownlog and mlir-opt-22 say of slips and of single ops:

`python -m tests.frontend.mistakes.measure [COUNT] [SEED]`.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from tests.frontend.mistakes.judge import Verdict, judged, verdicts
from tests.frontend.mistakes.ops import FLAG, MAKERS, ops
from tests.frontend.mistakes.slips import SLIPS

TABLE = Path(__file__).with_name("table.md")
COUNT, SEED = 1_000, 1
_COLUMNS = ("both refuse", "both take", "only mlir-opt refuses", "only Ownlog refuses")


def table(slips: list[Verdict], single: list[Verdict]) -> str:
    """Two tables: a row for each kind of slip, and one for each kind of op."""
    return "\n".join([
        f"# {len(slips):,} slips, {len(single):,} ops",
        "",
        "Programs of the corpora with one slip each, and random ops with or without slips, as Ownlog and mlir-opt-22 "
        "judge them.",
        "`python -m tests.frontend.mistakes.measure` writes this.",
        "",
        *_table("slip", slips, SLIPS),
        *_table("op", single, MAKERS),
    ])  # fmt: skip


def _table(head: str, found: list[Verdict], kinds: Iterable[str]) -> list[str]:
    counts: Counter[tuple[str, str]] = Counter()
    for verdict in found:
        said = "both refuse" if verdict.ours else "both take"
        differs = "only Ownlog refuses" if verdict.ours else "only mlir-opt refuses"
        counts[verdict.kind, said if verdict.same else differs] += 1
    rows = [f"| {kind} | {' | '.join(str(counts[kind, column]) for column in _COLUMNS)} |" for kind in kinds]
    sums = [sum(counts[kind, column] for kind in kinds) for column in _COLUMNS]
    last = f"| **all** | {' | '.join(map(str, sums))} |"
    share = f"The same verdict: {100 * (sums[0] + sums[1]) / len(found):.1f} %."
    return [f"| {head} | {' | '.join(_COLUMNS)} |", "| --- | ---: | ---: | ---: | ---: |", *rows, last, "", share, ""]


def measured(count: int, seed: int) -> tuple[list[Verdict], list[Verdict]]:
    """The verdicts about so many slips, and so many ops."""
    return verdicts(count, seed), judged([*islice(ops(seed), count)], FLAG)


def main() -> None:
    """Write the tables, and what the two disagree about to standard output."""
    count, seed = (
        int(sys.argv[i + 1]) if len(sys.argv) > i + 1 else default for i, default in enumerate((COUNT, SEED))
    )
    slips, single = measured(count, seed)
    TABLE.write_text(table(slips, single))
    for verdict in (*slips, *single):
        if not verdict.same:
            print(f"{verdict.kind}: {verdict.ours or verdict.theirs}")


if __name__ == "__main__":
    main()
