"""Inputs in several processes at a time."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from errno import EAGAIN
from multiprocessing.connection import Connection

from ownlog.base.errors import Diagnostic, limit_to_raise, report
from ownlog.batch.run import Batch, Result, Worker, size
from ownlog.batch.targets import Job
from ownlog.workers.pool import Lost, NoProcess, Pool
from ownlog.workers.processes import AT_ONCE, Forks

_here: Worker


def _prepare(pipe: Connection, batch: Batch) -> None:
    global _here
    _here = Worker(batch)


def _do(job: Job) -> Result:
    return _here.do(job)


def run_in_workers(batch: Batch, jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Do the inputs in up to `workers` processes; results come in order of the inputs.

    An interrupt ends the workers, after their finished results.
    """
    forks = Forks((_prepare, (batch,)))
    pool = Pool(forks.start, workers, forks.cut)
    # The largest first: else the last one that begins may be a large one, while the other processes have nothing left
    # to do.
    futures = {job.path: pool.submit(_do, job) for job in sorted(jobs, key=size, reverse=True)}
    here: Worker | None = None
    done = 0
    with ExitStack() as stack:
        ends = stack.enter_context(_stoppable(pool))
        stack.enter_context(pool)
        _hire(pool, batch, workers)
        for job in jobs:
            try:
                result = futures[job.path].result()
            except CancelledError:
                continue
            except Lost as loss:
                result = Result(job, [str(_ended_by(job, loss.status))], failed=True)
            except NoProcess:
                # From now on an interrupt is one of this process.
                stack.close()
                here = here or Worker(batch)
                result = here.do(job)
            done += 1
            yield result
    if ends:
        os.kill(os.getpid(), ends[0])
    if done < len(jobs):
        # As a signal, it counts with those that follow at once (see `ended_as_told`); a bare exception would not.
        os.kill(os.getpid(), signal.SIGINT)
        raise KeyboardInterrupt


@contextmanager
def _stoppable(pool: Pool) -> Iterator[list[int]]:
    """Meanwhile SIGINT ends the workers (a second one at once), and finished results are still reported.

    So do SIGTERM and SIGHUP; their numbers are in the list, for this process to end by.
    """
    ends: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield ends
        return

    def stop(number: int, frame: object) -> None:
        if pool.ended:
            pool.end()
        pool.let_go()

    def end(number: int, frame: object) -> None:
        ends.append(number)
        pool.let_go()
        pool.end()

    handlers = {signal.SIGINT: stop, **dict.fromkeys(AT_ONCE, end)}
    before = {
        each: signal.signal(each, handlers[each]) for each in handlers if signal.getsignal(each) is not signal.SIG_IGN
    }
    try:
        yield ends
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


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
