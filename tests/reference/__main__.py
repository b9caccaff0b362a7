"""`python -m tests.reference --count 2000 --seed 1`: as many random programs of each kind, held against the naive
references; prints what is in disagreement.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.reference.laws import laws


def main() -> None:
    """Asks the laws of the kinds of programs that were chosen."""
    known = laws()
    options = argparse.ArgumentParser(prog="python -m tests.reference", description=__doc__)
    options.add_argument("--count", type=int, default=100, help="programs of each kind")
    options.add_argument("--seed", type=int, default=0, help="the first seed")
    options.add_argument("--kind", action="append", choices=[*known], help="only this one (may be given several times)")
    given = options.parse_args()
    wrong = 0
    for kind in given.kind or known:
        start, found = time.process_time(), 0
        for seed in range(given.seed, given.seed + given.count):
            told = [*dict.fromkeys(known[kind](seed))]
            found += bool(told)
            for line in told[:3]:
                print(f"{kind}, seed {seed}: {line}")
        print(
            f"{kind}: {given.count} programs, {found} in disagreement, {time.process_time() - start:.0f} s", flush=True
        )
        wrong += found
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
