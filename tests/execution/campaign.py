"""Many random programs: batches of them in forks of this process, what became of each, and the faulty ones as files in
a folder.

A batch that takes the process down is tried again program by program, so that a crash or a hang costs nothing but its
program.
"""

from __future__ import annotations

import argparse
import gc
import os
import pickle
import re
import resource
import shlex
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NoReturn

from tests.execution.executor import BATCH, Executor
from tests.execution.soundness import Verdict
from tests.garbage import kept_objects
from tests.tools import fork_alive
from tests.warm import load_all

MEMORY = 4 << 30
SECONDS = 20
"""Of the processor: what a program may take on average of a batch, its runs not counted."""


@dataclass
class Tally:
    """What became of programs: numbers by kind of program and outcome, and the seeds of those that went wrong."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[int, Verdict]] = field(default_factory=list)

    def count(self, kind: str, outcome: str, number: int = 1) -> None:
        self.counts[kind, outcome] += number

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.wrong += other.wrong


@dataclass(frozen=True, slots=True)
class Job:
    """Some seeds of one kind of program."""

    kind: str
    seeds: Sequence[int]


Judge = Callable[[Executor, Job], Tally]


def parser(name: str, about: str, count: int, folder: str) -> argparse.ArgumentParser:
    """The options of a campaign."""
    made = argparse.ArgumentParser(prog=f"python -m {name}", description=about)
    made.add_argument("--count", type=int, default=count, help="programs")
    made.add_argument(
        "--seed", type=int, default=0, help="a seed gives the same programs as long as the generators are the same"
    )
    made.add_argument("--jobs", type=int, default=1, help="batches at a time")
    made.add_argument(
        "-o", "--output", type=Path, default=Path("build") / folder, help="where the faulty programs and the counts go"
    )
    return made


def jobs(kinds: Sequence[str], count: int, seed: int) -> list[Job]:
    """`count` programs, as many of each kind; batches of the kinds take turns."""
    first, found = seed * 1_000_000, []
    for number, kind in enumerate(kinds):
        seeds = range(first, first + (count + len(kinds) - 1 - number) // len(kinds))
        found += [
            (place, number, Job(kind, seeds[start : start + BATCH]))
            for place, start in enumerate(range(0, len(seeds), BATCH))
        ]
    return [job for _, _, job in sorted(found, key=lambda one: one[:2])]


def command(verdict: Verdict) -> str:
    """How to see what a pipeline makes of a program."""
    return f"ownlog opt --pass-pipeline='builtin.module({verdict.pipeline})'"


def run(todo: Iterable[Job], judge: Judge, given: argparse.Namespace) -> Tally:
    """Do all jobs; write how it goes to `progress.txt`, the faulty programs and, at the end, `summary.txt` into the
    folder.
    """
    folder: Path = given.output
    folder.mkdir(parents=True, exist_ok=True)
    whole, start = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory() as library, (folder / "progress.txt").open("w") as progress:
        executor = Executor.build(Path(library))
        load_all()
        with kept_objects():
            for job, part in _in_forks(todo, lambda job: judge(executor, job), given.jobs):
                whole.add(part)
                for seed, verdict in part.wrong:
                    _keep(folder, job.kind, seed, verdict)
                spent = f"{time.monotonic() - start:.0f} s, {_processor():.0f} s of the processor"
                line = (
                    f"{_total(whole)} programs in {spent}, {len(whole.wrong)} wrong; last {job.kind}"
                    f" {job.seeds[0]}-{job.seeds[-1]}"
                )
                print(line, file=progress, flush=True)
    _summarize(folder, whole, f"{time.monotonic() - start:.0f} s, {_processor():.0f} s of the processor")
    return whole


def reason(message: str) -> str:
    """A message without what differs from program to program."""
    first = message.split("\n", 1)[0]
    return re.sub(r"'[^']*'|[%@#!^]\S+|\d+", "_", re.sub(r"\S*:\d+:\d+: (?:error: )?", "", first))[:120]


def _total(tally: Tally) -> int:
    return sum(number for (_, outcome), number in tally.counts.items() if outcome == "programs")


def _processor() -> float:
    return sum(os.times()[:4])


def _in_forks(todo: Iterable[Job], do: Callable[[Job], Tally], most: int) -> Iterator[tuple[Job, Tally]]:
    """What comes of each job, with `most` processes at a time."""
    waiting, running = list(reversed(list(todo))), dict[int, tuple[Job, IO[bytes]]]()
    while waiting or running:
        while waiting and len(running) < most:
            job = waiting.pop()
            notes: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115
            pid = fork_alive()
            if pid == 0:
                _be_worker(job, do, notes)
            running[pid] = job, notes
        pid, status = os.wait()
        job, told = running.pop(pid)
        with told:
            told.seek(0)
            if status == 0:
                yield job, pickle.load(told)
            elif len(job.seeds) > 1:
                waiting += [Job(job.kind, [seed]) for seed in reversed(job.seeds)]
            else:
                yield job, _died(job, os.waitstatus_to_exitcode(status))


def _died(job: Job, status: int) -> Tally:
    found = Tally()
    found.count(job.kind, "programs")
    found.count(job.kind, "wrong")
    found.wrong.append(
        (job.seeds[0], Verdict("", "", "", f"died: the process that judged it ended with status {status}"))
    )
    return found


def _be_worker(job: Job, do: Callable[[Job], Tally], notes: IO[bytes]) -> NoReturn:
    """What the child does; it must not return."""
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS * len(job.seeds),) * 2)
        gc.disable()
        pickle.dump(do(job), notes)
        notes.flush()
        status = 0
    finally:
        os._exit(status)


def _keep(folder: Path, kind: str, seed: int, verdict: Verdict) -> None:
    path = folder / f"{kind}-{seed}"
    path.with_suffix(".mlir").write_text(verdict.before)
    about = [
        f"{command(verdict)} < {shlex.quote(path.with_suffix('.mlir').name)}",
        f"seed {seed} of {kind}, pipeline {verdict.pipeline}",
    ]
    path.with_suffix(".txt").write_text("\n".join([*about, verdict.problem, "", "==== after", verdict.after]))


def _summarize(folder: Path, whole: Tally, spent: str) -> None:
    totals: Counter[str] = Counter()
    for (_, outcome), number in whole.counts.items():
        totals[outcome] += number
    lines = [f"{_total(whole)} programs in {spent}, {len(whole.wrong)} wrong"]
    lines += [f"all\t{outcome}\t{number}" for outcome, number in sorted(totals.items())]
    lines += [f"{kind}\t{outcome}\t{number}" for (kind, outcome), number in sorted(whole.counts.items())]
    lines += [f"wrong\t{seed}\t{verdict.pipeline}\t{reason(verdict.problem)}" for seed, verdict in whole.wrong]
    (folder / "summary.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
