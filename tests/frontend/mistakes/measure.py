"""Writes what Ownlog and mlir-opt-22 say of a thousand slips: `python -m tests.frontend.mistakes.measure [COUNT] [SEED]`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from tests.frontend.mistakes.judge import verdicts
from tests.frontend.mistakes.slips import SLIPS

TABLE = Path(__file__).with_name("table.md")
COUNT, SEED = 1_000, 1
_COLUMNS = ("both refuse", "both take", "only mlir-opt refuses", "only Ownlog refuses")


def table(count: int, seed: int) -> str:
    """The table: a row for each kind of slip."""
    found: Counter[tuple[str, str]] = Counter()
    for verdict in verdicts(count, seed):
        said = "both refuse" if verdict.ours else "both take"
        differs = "only Ownlog refuses" if verdict.ours else "only mlir-opt refuses"
        found[verdict.kind, said if verdict.same else differs] += 1
    rows = [f"| {kind} | {' | '.join(str(found[kind, column]) for column in _COLUMNS)} |" for kind in SLIPS]
    sums = [sum(found[kind, column] for kind in SLIPS) for column in _COLUMNS]
    head = [
        f"# {count:,} slips",
        "",
        "Programs of the corpora with one slip each, as Ownlog and mlir-opt-22 judge them.",
        "`python -m tests.frontend.mistakes.measure` writes this.",
        "",
        f"| slip | {' | '.join(_COLUMNS)} |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    last = [f"| **all** | {' | '.join(map(str, sums))} |", "", f"The same verdict: {100 * (sums[0] + sums[1]) / count:.1f} %.", ""]
    return "\n".join([*head, *rows, *last])


def main() -> None:
    """Write the table, and what the two disagree about to standard output."""
    count, seed = (int(sys.argv[i + 1]) if len(sys.argv) > i + 1 else default for i, default in enumerate((COUNT, SEED)))
    TABLE.write_text(table(count, seed))
    for verdict in verdicts(count, seed):
        if not verdict.same:
            print(f"{verdict.kind}: {verdict.ours or verdict.theirs}")


if __name__ == "__main__":
    main()
