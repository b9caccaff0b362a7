"""The command lines of what tries many seeds of random programs."""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Protocol

from tests.execution.executor import Executor

EXPECTED = {"output", "refused"}


def options_of(program: str, about: str | None, number: int = 300) -> argparse.ArgumentParser:
    """The options that all have: how many programs, and from which seed on."""
    options = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    options.add_argument("--count", type=int, default=number, help="how many programs")
    options.add_argument(
        "--seed", type=int, default=0, help="a seed gives the same programs as long as the generators are the same"
    )
    return options


def seeds_of(given: argparse.Namespace) -> range:
    """The seeds of the programs that the options ask for."""
    first = int(given.seed) * 1_000_000
    return range(first, first + int(given.count))


def try_many(program: str, attempt: Callable[[int], tuple[str, str]]) -> None:
    """Try the seeds that the command line of `program` asks for, and print the first of each kind that ends otherwise
    than in an output or a diagnostic.

    `attempt` says what became of a seed, and how to see it. The status is 1 if any ended otherwise.
    """
    about = "Try many, and print those that end in anything but an output or a diagnostic."
    counts: Counter[str] = Counter()
    for seed in seeds_of(options_of(program, about, 1000).parse_args()):
        found, shown = attempt(seed)
        counts[found] += 1
        if found not in EXPECTED and counts[found] == 1:
            print(f"seed {seed}: {found}\n{shown}\n", flush=True)
    print(counts)
    sys.exit(not counts.keys() <= EXPECTED)


class Judged(Protocol):
    """A program that was judged, and run."""

    @property
    def counted_as(self) -> tuple[str, str]:
        """What is counted: what a run does, and the verdict."""

    @property
    def wrong(self) -> str:
        """What is wrong with the verdict; "" where nothing is."""

    @property
    def name(self) -> str:
        """What tells it from others of its seed and kind of fault."""

    def shown(self) -> str:
        """The program, and what is said of it."""


def judge_many(program: str, about: str | None, judged: Callable[[Executor, Iterable[int]], Iterator[Judged]]) -> None:
    """Judge the programs that the command line of `program` asks for, keep those with a wrong verdict in a folder, and
    print how many there are of each kind.
    """
    options = options_of(program, about)
    folder = Path("build") / program.removeprefix("tests.").replace(".", "-")
    options.add_argument("-o", "--output", type=Path, default=folder, help="where programs with a wrong verdict go")
    given = options.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as library:
        made = judged(Executor.build(Path(library)), count(seeds_of(given).start))
        for one in islice(made, given.count):
            counts[one.counted_as] += 1
            if one.wrong:
                counts["wrong", one.wrong] += 1
                (given.output / f"{one.wrong} {one.name}.mlir".replace(" ", "_")).write_text(one.shown())
    for what, times in sorted(counts.items()):
        print(*what, times, sep="\t")
    sys.exit(any(what == "wrong" for what, _ in counts))
