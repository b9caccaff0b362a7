"""python -m tests.integers --count 10000 --seed 1: so many random programs for each aspect; what is wrong is printed
with its seed.
"""

from __future__ import annotations

from collections import Counter

from tests.fuzz.tries import options_of, seeds_of
from tests.integers.judging import ASPECTS, BATCH

parser = options_of("tests.integers", __doc__)
parser.add_argument("--aspect", choices=[*ASPECTS], action="append", help="only this one")
arguments = parser.parse_args()
seeds = seeds_of(arguments)
for aspect in arguments.aspect or ASPECTS:
    counts, wrong = Counter[str](), 0
    for start in range(0, len(seeds), BATCH):
        found, faults = ASPECTS[aspect](seeds[start : start + BATCH])
        counts += found
        wrong += len(faults)
        for seed, what in faults:
            print(f"{aspect} {seed}: {what}", flush=True)
    print(
        f"{aspect}: {wrong} wrong; " + "; ".join(f"{count} {what}" for what, count in sorted(counts.items())),
        flush=True,
    )
