"""Many mutants: batches of them in forks of this process, so that one that hangs or kills its process costs nothing but
itself.
"""

import gc
import os
import pickle
import resource
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import IO, NoReturn

from tests.fuzz.attempt import Result, attempt, prepared
from tests.fuzz.judge import Judge, signature
from tests.fuzz.mutants import Batch, Mutant, Nursery
from tests.tools import fork_alive

BATCH = 250
_MEMORY = 4 << 30
_COLLECT_EVERY = 25

_CLASSIC = "--ownership-based-buffer-deallocation"
PIPELINE = ("--buffer-deallocation-pipeline",)
COMMANDS: dict[tuple[str, ...], int] = {
    PIPELINE: 64,
    (*PIPELINE, "--allow-unregistered-dialect"): 10,
    ("--buffer-deallocation-pipeline=private-function-dynamic-ownership=true",): 4,
    (*PIPELINE, "--dealloc-at-block-end"): 3,
    (_CLASSIC, "--canonicalize", "--buffer-deallocation-simplification", "--bufferization-lower-deallocations"): 5,
    (_CLASSIC,): 4,
    ("--canonicalize",): 4,
    ("--cse",): 2,
    ("--mlir-print-op-generic",): 4,
}
"""What mutants are run through, and how often."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mutant that something went wrong with: where it comes from, how it was run and what happened."""

    batch: str
    mutant: Mutant
    command: tuple[str, ...]
    kind: str
    detail: str
    err: str = ""

    @property
    def signature(self) -> tuple[str, str]:
        return self.kind, self.detail


@dataclass
class Report:
    """What came of a campaign: `counts` by kind of mutation and what became of the mutants."""

    faults: list[Fault] = field(default_factory=list)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.counts.total()

    def outcomes(self) -> Counter[str]:
        """The mutants by what became of them."""
        found: Counter[str] = Counter()
        for (_, outcome), number in self.counts.items():
            found[outcome] += number
        return found


def run(seed: int, count: int, judge: Judge | None, nursery: Nursery | None = None) -> Iterator[Report]:
    """Run `count` mutants of a seed: a report for each batch. Without a judge, outputs are not looked at."""
    nursery = nursery or Nursery()
    with prepared(COMMANDS):
        for number in range((count + BATCH - 1) // BATCH):
            batch = nursery.batch(seed, number)
            yield run_batch(batch, range(min(BATCH, count - number * BATCH)), judge)


def command_for(batch: Batch, number: int) -> tuple[str, ...]:
    """What the mutant of this number is run through."""
    return Random(f"command {batch.name}/{number}").choices(list(COMMANDS), list(COMMANDS.values()))[0]


def run_batch(batch: Batch, numbers: Sequence[int], judge: Judge | None) -> Report:
    """Run the mutants of these numbers. Without a judge, outputs are not looked at."""
    report = Report()
    changed: list[tuple[Mutant, str]] = []
    for number, result in _results(batch, numbers):
        mutant, command = batch.mutant(number), command_for(batch, number)
        outcome = result.fault or ("accepted" if result.status == 0 else "refused")
        report.counts[mutant.kind, outcome] += 1
        if result.fault:
            report.faults.append(Fault(batch.name, mutant, command, result.fault, result.detail, result.err))
        elif result.status == 0 and result.out != mutant.data:
            changed.append((mutant, result.out.decode("utf-8", "surrogateescape")))
    if judge is not None:
        report.faults += _judged(batch, changed, judge)
    return report


def _judged(batch: Batch, changed: list[tuple[Mutant, str]], judge: Judge) -> Iterator[Fault]:
    refused = judge.refused([text for _, text in changed])
    given = [changed[i][0].data.decode("utf-8", "surrogateescape") for i in refused]
    not_accepted = judge.refused(given)
    for place, (i, complaint) in enumerate(refused.items()):
        if place not in not_accepted:
            mutant = changed[i][0]
            yield Fault(
                batch.name, mutant, command_for(batch, mutant.number), "invalid", signature(complaint), complaint
            )


def _results(batch: Batch, numbers: Sequence[int]) -> Iterator[tuple[int, Result]]:
    """What came of each mutant. One that ends the process is followed by a new process for those after it."""
    left = list(numbers)
    while left:
        with tempfile.TemporaryFile() as notes:
            pid = fork_alive()
            if pid == 0:
                _be_runner(batch, left, notes)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            notes.seek(0)
            done = dict(_read(notes))
        yield from done.items()
        left = left[len(done) :]
        if left:
            yield left[0], Result(status, fault="died", detail=f"exit status {status}")
            left = left[1:]


def _read(notes: IO[bytes]) -> Iterator[tuple[int, Result]]:
    while True:
        try:
            yield pickle.load(notes)
        except (EOFError, pickle.UnpicklingError):
            return


def _be_runner(batch: Batch, numbers: Sequence[int], notes: IO[bytes]) -> NoReturn:
    """What the child does; it must not return."""
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for done, number in enumerate(numbers):
            if done % _COLLECT_EVERY == 0:
                gc.collect()
            result = attempt(command_for(batch, number), batch.mutant(number).data)
            pickle.dump((number, result), notes)
            notes.flush()
        status = 0
    finally:
        os._exit(status)
