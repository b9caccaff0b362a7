"""python -m tests.integers --count 10000 --seed 1: so many random programs for each aspect; what is wrong is printed
with its seed.
"""

from __future__ import annotations

import argparse
from collections import Counter

from tests.integers.judging import ASPECTS, BATCH

parser = argparse.ArgumentParser(prog="python -m tests.integers", description=__doc__)
parser.add_argument("--count", type=int, default=300, help="programs for each aspect")
parser.add_argument(
    "--seed", type=int, default=0, help="a seed gives the same programs as long as the generator is the same"
)
parser.add_argument("--aspect", choices=[*ASPECTS], action="append", help="only this one")
arguments = parser.parse_args()
for aspect in arguments.aspect or ASPECTS:
    first, counts, wrong = arguments.seed * 1_000_000, Counter[str](), 0
    for start in range(first, first + arguments.count, BATCH):
        found, faults = ASPECTS[aspect](range(start, min(start + BATCH, first + arguments.count)))
        counts += found
        wrong += len(faults)
        for seed, what in faults:
            print(f"{aspect} {seed}: {what}", flush=True)
    print(
        f"{aspect}: {wrong} wrong; " + "; ".join(f"{count} {what}" for what, count in sorted(counts.items())),
        flush=True,
    )
