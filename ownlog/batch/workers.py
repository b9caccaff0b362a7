"""Inputs in several processes at a time, each a fork of this one, which never outlive it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from types import TracebackType

from ownlog.base.errors import INTERRUPTED, Diagnostic
from ownlog.batch.run import Batch, Result, Worker, size
from ownlog.batch.targets import Job

_GRACE, _IDLE = 2.0, 0.2
"""Seconds in which a worker that is told to end may take back what it is writing, and hand over what it has done."""
_NOTICE = signal.SIGUSR1
"""What ends the work that a worker is at."""
_worker: Worker | None = None
_busy = False
_over = False


def run_in_workers(batch: Batch, jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Do the inputs in `workers` processes; results come in order of the inputs.

    Where a process is killed (for want of memory, say), nobody knows which input it was that did it: those that may have been begun are
    done again, each in a process of its own, and the one that ends this one too has failed; the others go on as before. An interrupt ends
    the workers; what they were done with comes out first, and where that is all, nothing was interrupted.
    """
    # The largest first: else the last one that begins may be a large one, while the other processes have nothing left to do.
    order = sorted(range(len(jobs)), key=lambda number: -size(jobs[number]))
    done: dict[int, Result] = {}
    next_one = 0
    while next_one < len(jobs):
        waiting = [number for number in order if number >= next_one and number not in done]
        with _Pool(batch, workers) as pool, _interrupts(pool):
            futures = _handed_over(pool, jobs, waiting)
            while (result := done.pop(next_one, None) or _result(futures.pop(next_one, None))) is not None:
                yield result
                next_one += 1
            done.update((number, result) for number, future in futures.items() if (result := _result(future)) is not None)
            # One that is done may not have been told. The processes ask for as many more as they are, and one.
            begun = [number for number in waiting if number >= next_one and number not in done][: 2 * workers + 1]
            for number in begun:
                if pool.ended or (result := _alone(batch, jobs[number])) is None:
                    pool.let_go()
                    break
                done[number] = result
            if pool.ended:
                yield from (done[number] for number in sorted(done))
                if next_one + len(done) < len(jobs):
                    raise KeyboardInterrupt
                return


def _handed_over(pool: _Pool, jobs: Sequence[Job], numbers: Iterable[int]) -> dict[int, Future[Result]]:
    """What will come of the jobs of these numbers; a process may be killed before all of them are handed over."""
    futures: dict[int, Future[Result]] = {}
    with suppress(BrokenProcessPool):
        for number in numbers:
            futures[number] = pool.submit(jobs[number])
    return futures


@contextmanager
def _interrupts(pool: _Pool) -> Iterator[None]:
    """Meanwhile an interrupt ends the workers of `pool`, and nothing else: what they were done with can still be told.

    Another one ends this process at once: a worker that was killed while it handed over a result would be waited for without end.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield
        return

    def stop(number: int, frame: object) -> None:
        if pool.ended:
            os._exit(INTERRUPTED)
        pool.let_go()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _result(future: Future[Result] | None) -> Result | None:
    """What came of an input that was handed over; None if it was not, or if its process ended."""
    try:
        return None if future is None else future.result()
    except BrokenProcessPool:
        return None


def _alone(batch: Batch, job: Job) -> Result | None:
    """Do one input in a process of its own; None if that was interrupted."""
    with _Pool(batch, 1) as pool, _interrupts(pool):
        try:
            return pool.submit(job).result()
        except BrokenProcessPool:
            if pool.ended:
                return None
    advice = "the machine may have run out of memory: use fewer --jobs, or run this input alone"
    return Result(job, [str(Diagnostic(f"{job.path}: the process that worked on it was ended", advice=advice))], failed=True)


class _Pool:
    """Workers that end when the block does, or this process: nobody writes to the pipe on whose end they wait."""

    def __init__(self, batch: Batch, workers: int) -> None:
        self.ended = False
        self._waiting, self._lifeline = os.pipe()
        # What is loaded already is shared, and the batch need not be sent.
        told = batch, self._waiting, self._lifeline
        self._executor = ProcessPoolExecutor(workers, get_context("fork"), initializer=_begin, initargs=told)

    def submit(self, job: Job) -> Future[Result]:
        return self._executor.submit(_work, job)

    def let_go(self) -> None:
        """Tell the workers to end, whatever they are at; does not wait for that. May be called again."""
        if not self.ended:
            self.ended = True
            os.close(self._lifeline)

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        if kind is not None:
            self.let_go()
        self._executor.shutdown(cancel_futures=True)
        self.let_go()
        os.close(self._waiting)


def _begin(batch: Batch, waiting: int, lifeline: int) -> None:
    global _worker
    _worker = Worker(batch)
    # An interrupt may have been faster, and have closed it here, too.
    with suppress(OSError):
        os.close(lifeline)
    # It is the process that gives work which an interrupt is for.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(_NOTICE, _stop)
    threading.Thread(target=_end_with, args=(waiting,), daemon=True).start()


def _end_with(waiting: int) -> None:
    """End this worker when the process that gives it work is gone, however that came."""
    os.read(waiting, 1)
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, _NOTICE)
    time.sleep(_GRACE if _busy else _IDLE)
    os._exit(1)


def _stop(number: int, frame: object) -> None:
    """The notice ends what is being done. Else a result may be on its way, half of which would be waited for: nothing more is begun."""
    global _over
    _over = True
    if _busy:
        raise KeyboardInterrupt


def _work(job: Job) -> Result:
    global _busy
    assert _worker is not None
    if _over:
        os._exit(1)
    _busy = True
    try:
        return _worker.do(job)
    except KeyboardInterrupt:
        os._exit(1)
    finally:
        _busy = False
