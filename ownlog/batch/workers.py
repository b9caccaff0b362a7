"""Inputs in several processes at a time."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from errno import EAGAIN
from multiprocessing.connection import Connection

from ownlog.base.errors import Diagnostic, limit_to_raise, report
from ownlog.batch.run import Batch, Result, Worker, size
from ownlog.batch.targets import Job
from ownlog.workers.pool import Lost, NoProcess, Pool
from ownlog.workers.processes import Forks
from ownlog.workers.stopping import stoppable

_here: Worker
"""What does the inputs of this process, which is one of several."""


def _prepare(pipe: Connection, batch: Batch) -> None:
    global _here
    _here = Worker(batch)


def _do(job: Job) -> Result:
    return _here.do(job)


def run_in_workers(batch: Batch, jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Do the inputs in `workers` processes, or in as many as the system has, or in this one; results come in order of
    the inputs.

    An interrupt ends the workers; what they were done with comes out first, and where that is all, nothing was
    interrupted.
    """
    pool = Pool(Forks((_prepare, (batch,))), workers)
    # The largest first: else the last one that begins may be a large one, while the other processes have nothing left
    # to do.
    futures = {job.path: pool.submit(_do, job) for job in sorted(jobs, key=size, reverse=True)}
    waiting = deque(jobs)
    done = 0
    with stoppable(pool) as ends, pool, suppress(NoProcess):
        _hire(pool, batch, workers)
        while waiting:
            result = _result(waiting[0], futures[waiting[0].path])
            waiting.popleft()
            if result is not None:
                done += 1
                yield result
    here = Worker(batch) if waiting else None
    for job in waiting:
        try:
            result = _result(job, futures[job.path])
        except NoProcess:
            assert here is not None
            result = here.do(job)
        if result is not None:
            done += 1
            yield result
    if ends:
        os.kill(os.getpid(), ends[0])
    if done < len(jobs):
        raise KeyboardInterrupt


def _hire(pool: Pool, batch: Batch, wanted: int) -> None:
    """Start the workers, and say so where the system has fewer than are wanted."""
    pool.hire()
    if pool.refused is None or pool.ended:
        return
    found = len(pool.workers)
    # Dumps, and times by the clock, are as in one process where there is one.
    batch.request.watch.processes = max(found, 1)
    number = pool.refused.number or EAGAIN
    message = f"{found or 'none'} of {wanted} processes could be started: {os.strerror(number)}"
    limit = limit_to_raise(number, "raise the limits of the system")
    report([Diagnostic(message, advice=f"{limit}, or use fewer --jobs", severity="warning")])


def _result(job: Job, future: Future[Result]) -> Result | None:
    """What comes of an input; None where that was stopped. Raises NoProcess."""
    try:
        return future.result()
    except CancelledError:
        return None
    except Lost as loss:
        return Result(job, [str(_ended_by(job, loss.status))], failed=True)


def _ended_by(job: Job, status: int) -> Diagnostic:
    """What to say of an input whose process ended so (see `Lost`), twice."""
    how, advice = "", "the machine may have run out of memory: use fewer --jobs, or run this input alone"
    if status < 0 and -status != signal.SIGKILL:
        # The system kills where memory is short; what a library ends may have found no thread.
        how = f": {signal.strsignal(-status)}"
        advice = (
            "run this input alone; if that goes well, raise the limit of processes and threads (ulimit -u), or use"
            " fewer --jobs"
        )
    return Diagnostic(f"{job.path}: the process that worked on it was ended{how}", advice=advice)
