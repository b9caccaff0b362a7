"""Compares programs with changed ones, and runs both: `python -m tests.verifying.pairs --count 5000 --seed 7 -o
FOLDER`.

What runs otherwise, or does something wrong that the program before does not do, must not be called the same; what runs
alike with all arguments must not be called different. Of some changes no run tells: they are never the same.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

import ownlog
from ownlog.backend.verifying import compare
from tests.execution.executor import BATCH, Executor
from tests.fuzz.tries import judge_many
from tests.verifying.changes import CHANGING, OPERATORS, TOLD
from tests.verifying.subjects import Subject

ALL = OPERATORS | CHANGING | TOLD
_EACH = 8


@dataclass(frozen=True, slots=True)
class Pair:
    """Two programs, what made the second of the first, what is said of them, and whether they run alike."""

    seed: int
    operator: str
    before: str
    after: str
    status: str
    reason: str
    alike: bool

    @property
    def name(self) -> str:
        return f"{self.operator} {self.seed}"

    @property
    def counted_as(self) -> tuple[str, str]:
        return "alike" if self.alike else "otherwise", self.status

    @property
    def wrong(self) -> str:
        """What is wrong with the verdict; "" where nothing is."""
        if self.status == "same" and (not self.alike or self.operator in TOLD):
            return "falsely same"
        return "falsely different" if self.status == "different" and self.alike and self.operator not in TOLD else ""

    def shown(self) -> str:
        return (
            f"// seed {self.seed}, {self.operator}: {self.status} ({self.reason})\n{self.before}// ====="
            f" AFTER\n{self.after}"
        )


def pairs(executor: Executor, seeds: Iterable[int]) -> Iterator[Pair]:
    """Some changes of the program of each seed, as far as both programs can be run."""
    made = _changed(seeds)
    main = Subject(0).main
    while batch := list(islice(made, BATCH)):
        befores = executor.run([before + main for _, _, before, _ in batch])
        afters = executor.run([after + main for *_, after in batch])
        for (seed, operator, before, after), first, second in zip(batch, befores, afters, strict=True):
            if first.cannot_run or second.cannot_run or first.faults:
                continue
            alike = first.observed == second.observed and not second.faults.keys() - {"leaks"}
            try:
                found = compare(ownlog.parse(before), ownlog.parse(after), again=partial(ownlog.parse, before))
            except ownlog.OwnlogError:
                continue
            words = {outcome.function: outcome.status for outcome in found.outcomes}
            # What is called different has to be so where it is run.
            status = "same" if found.status == "same" else words["@f"] if words["@f"] == "different" else "unknown"
            yield Pair(
                seed, operator, before, after, status, "; ".join(o.reason for o in found.outcomes if o.reason), alike
            )


def _changed(seeds: Iterable[int]) -> Iterator[tuple[int, str, str, str]]:
    for seed in seeds:
        before = Subject(seed).text
        lines, chance = before.splitlines(), random.Random(seed)
        names = list(ALL)
        chance.shuffle(names)
        count = 0
        for name in names:
            places = list(range(len(lines)))
            chance.shuffle(places)
            found = next((new for at in places if (new := ALL[name](lines, at, chance)) is not None), None)
            if found is not None and (text := "\n".join(found) + "\n") != before and _is_program(text):
                count += 1
                yield seed, name, before, text
            if count == _EACH:
                break


def _is_program(text: str) -> bool:
    try:
        ownlog.parse(text)
    except ownlog.OwnlogError:
        return False
    return True


if __name__ == "__main__":
    judge_many("tests.verifying.pairs", __doc__, pairs)
