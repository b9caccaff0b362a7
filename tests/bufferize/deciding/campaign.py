"""Many random programs with parts that move: which are decided wrongly?

`python -m tests.bufferize.deciding.campaign --count 10000 --seed 0` prints them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from tests.bufferize.deciding.marking import HEURISTICS, analyse
from tests.bufferize.programs.moving import moving
from tests.bufferize.running.soundness import Wrong, by_value, wrong


def mistakes(seed: int) -> Iterator[tuple[int, str, Wrong]]:
    """The ways to decide by which a program lets others observe something else."""
    text = moving(seed)
    assert None not in by_value(text), seed
    for heuristic in (*HEURISTICS, "fewest-copies"):
        found = wrong(text, analyse(text, heuristic))
        if found is not None:
            yield seed, heuristic, found


def main() -> None:
    """Looks at as many programs as the command says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    found = 0
    for seed in range(given.seed, given.seed + given.count):
        for mistake in mistakes(seed):
            print(*mistake, flush=True)
            found += 1
    print(f"{given.count} programs, {found} mistakes")


if __name__ == "__main__":
    main()
