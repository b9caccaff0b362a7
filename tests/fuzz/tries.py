"""The command line of what tries many seeds, each of which ends in an output or a diagnostic, or shows a fault."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable

EXPECTED = {"output", "refused"}


def try_many(program: str, attempt: Callable[[int], tuple[str, str]]) -> None:
    """Try the seeds that the command line of `program` asks for, and print the first of each kind that ends otherwise.

    `attempt` says what became of a seed, and how to see it. The status is 1 if any ended otherwise.
    """
    description = "Try many, and print those that end in anything but an output or a diagnostic."
    given = argparse.ArgumentParser(prog=program, description=description)
    given.add_argument("--count", type=int, default=1000)
    given.add_argument("--seed", type=int, default=0)
    options = given.parse_args()
    counts: Counter[str] = Counter()
    first = options.seed * 1_000_000
    for seed in range(first, first + options.count):
        found, shown = attempt(seed)
        counts[found] += 1
        if found not in EXPECTED and counts[found] == 1:
            print(f"seed {seed}: {found}\n{shown}\n", flush=True)
    print(counts)
    sys.exit(not counts.keys() <= EXPECTED)
