"""Inputs in several processes at a time, each a fork of this one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from ownlog.base.errors import Diagnostic
from ownlog.batch.run import Batch, Result, Worker, size
from ownlog.batch.targets import Job

_worker: Worker | None = None


def run_in_workers(batch: Batch, jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Do the inputs in `workers` processes; results come in order of the inputs.

    Where a process is killed (for want of memory, say), nobody knows which input it was that did it: those that were not done are done
    again, each in a process of its own, and the one that ends this one too has failed.
    """
    # The largest first: else the last one that begins may be a large one, while the other processes have nothing left to do.
    order = sorted(range(len(jobs)), key=lambda number: -size(jobs[number]))
    with _pool(batch, workers) as pool:
        futures: dict[int, Future[Result]] = {number: pool.submit(_work, jobs[number]) for number in order}
        for number, job in enumerate(jobs):
            try:
                yield futures.pop(number).result()
            except BrokenProcessPool:
                yield _alone(batch, job)


def _alone(batch: Batch, job: Job) -> Result:
    try:
        with _pool(batch, 1) as pool:
            return pool.submit(_work, job).result()
    except BrokenProcessPool:
        advice = "the machine may have run out of memory: use fewer --jobs, or run this input alone"
        return Result(job, [str(Diagnostic(f"{job.path}: the process that worked on it was ended", advice=advice))], failed=True)


def _pool(batch: Batch, workers: int) -> ProcessPoolExecutor:
    # What is loaded already is shared, and the batch need not be sent.
    return ProcessPoolExecutor(workers, get_context("fork"), initializer=_begin, initargs=(batch,))


def _begin(batch: Batch) -> None:
    global _worker
    _worker = Worker(batch)


def _work(job: Job) -> Result:
    assert _worker is not None
    return _worker.do(job)
