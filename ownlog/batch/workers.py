"""Inputs in several processes at a time, each a fork of this one, which never outlive it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EAGAIN
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import NoReturn

from ownlog.base.errors import Diagnostic, limit_to_raise, report
from ownlog.batch.run import Batch, Result, Worker, size
from ownlog.batch.targets import Job

_GRACE, _IDLE = 2.0, 0.2
"""Seconds in which a worker that is told to end may take back what it is writing, and hand over what it has done."""
_NOTICE = signal.SIGUSR1
"""What ends the work that a worker is at."""
_AT_ONCE = (signal.SIGTERM, signal.SIGHUP)
_busy = False
_over = False


def run_in_workers(batch: Batch, jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    """Do the inputs in `workers` processes, or in as many as the system has, or in this one; results come in order of
    the inputs.

    Where a process is killed (for want of memory, say), its input is done again while no other is, and has failed if
    that process is killed, too; the others go on as before. An interrupt ends the workers; what they were done with
    comes out first, and where that is all, nothing was interrupted.
    """
    crew = _Crew(batch, jobs, workers)
    done: dict[int, Result] = {}
    next_one = 0
    for number, result in _results(crew):
        done[number] = result
        while next_one in done:
            yield done.pop(next_one)
            next_one += 1
    yield from (done[number] for number in sorted(done))
    if crew.signalled:
        os.kill(os.getpid(), crew.signalled)
    if next_one + len(done) < len(jobs):
        raise KeyboardInterrupt


def _results(crew: _Crew) -> Iterator[tuple[int, Result]]:
    """What comes of the jobs, by their numbers, in the order in which they are done."""
    with _interrupts(crew), crew:
        yield from crew.results()
    if crew.waiting and not crew.ended:
        here = Worker(crew.batch)
        yield from ((number, here.do(crew.jobs[number])) for number in sorted(crew.waiting))


@contextmanager
def _interrupts(crew: _Crew) -> Iterator[None]:
    """Meanwhile an interrupt ends the workers, and nothing else: what they were done with can still be told.

    Another one ends them at once. So do SIGTERM, and the end of the terminal, which in this process then do what they
    would have done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        if crew.ended:
            crew.end()
        crew.let_go()

    def end(number: int, frame: object) -> None:
        ends.append(number)
        crew.let_go()
        crew.end()

    ends: list[int] = []
    handlers = {signal.SIGINT: stop, **dict.fromkeys(_AT_ONCE, end)}
    before = {
        each: signal.signal(each, handlers[each]) for each in handlers if signal.getsignal(each) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        crew.signalled = ends[0] if ends else 0


class _Crew:
    """Workers that end when the block does, or this process: nobody writes to the pipe on whose end they wait.

    `waiting` are the numbers of jobs that nobody has begun; where the system has no process, they stay there. `ended`:
    an interrupt came, or another signal, whose number is `signalled` in the end.
    """

    def __init__(self, batch: Batch, jobs: Sequence[Job], workers: int) -> None:
        self.batch, self.jobs = batch, jobs
        # The largest first: else the last one that begins may be a large one, while the other processes have nothing
        # left to do.
        self.waiting = deque(sorted(range(len(jobs)), key=lambda number: -size(jobs[number])))
        self.ended = False
        self.signalled = 0
        self._wanted = workers
        self._suspects: deque[int] = deque()
        self._tried: set[int] = set()
        self._ends: dict[int, int] = {}
        self._pids: dict[Connection, int] = {}
        self._idle: list[Connection] = []
        self._at_work: dict[Connection, int] = {}
        self._end, self._lifeline = os.pipe()
        self._is_open = True

    def results(self) -> Iterator[tuple[int, Result]]:
        """What comes of the jobs, by their numbers, as long as there are workers and no interrupt."""
        self._hire_first()
        while True:
            self._give()
            if not self._at_work:
                break
            for pipe in wait(list(self._at_work)):
                assert isinstance(pipe, Connection)
                number = self._at_work.pop(pipe)
                result = self._taken(pipe, number)
                if result is None and not self.ended:
                    result = self._judged(number)
                    self._hire()
                if result is not None:
                    yield number, result
        if not self.ended:
            # What has killed a worker is not tried in this process.
            yield from ((number, self._lost(number)) for number in self._suspects)

    def _hire_first(self) -> None:
        """Start the workers, and say so where the system has fewer than are wanted."""
        wanted, refused = self._wanted, self._hire()
        if refused is None or self.ended:
            return
        found = len(self._pids)
        # Dumps, and times by the clock, are as in one process where there is one.
        self.batch.request.watch.processes = max(found, 1)
        message = f"{found or 'none'} of {wanted} processes could be started: {refused.strerror}"
        limit = limit_to_raise(refused.errno, "raise the limits of the system")
        report([Diagnostic(message, advice=f"{limit}, or use fewer --jobs", severity="warning")])

    def _hire(self) -> OSError | None:
        """Start as many workers as are missing; what the system has said where it has fewer."""
        try:
            while len(self._pids) < self._wanted and not self.ended:
                self._start()
        except OSError as error:
            self._wanted = len(self._pids)
            return error
        return None

    def _start(self) -> None:
        """Start a worker, and wait until it has all that it needs: else the next one might take its thread.

        Raises OSError.
        """
        ours, theirs = Pipe()
        with theirs:
            try:
                pid = os.fork()
            except OSError:
                ours.close()
                raise
            if pid == 0:
                _be_worker(self.batch, theirs, [ours, *self._pids], self._end, self._lifeline)
        self._pids[ours] = pid
        try:
            ours.recv()
        except (EOFError, OSError):
            self._bury(ours)
            raise OSError(EAGAIN, os.strerror(EAGAIN)) from None
        self._idle.append(ours)

    def _give(self) -> None:
        """Give idle workers something to do."""
        while self._idle and (number := self._next()) is not None:
            pipe = self._idle.pop()
            try:
                pipe.send(self.jobs[number])
            except OSError:
                # It was killed before it could begin.
                (self._suspects if number in self._tried else self.waiting).appendleft(number)
                self._bury(pipe)
                self._hire()
                continue
            self._at_work[pipe] = number

    def _next(self) -> int | None:
        """The next job; none until what has killed a worker was tried alone."""
        if self.ended or not self._tried.isdisjoint(self._at_work.values()):
            return None
        if self._suspects:
            return None if self._at_work else self._suspects.popleft()
        return self.waiting.popleft() if self.waiting else None

    def _taken(self, pipe: Connection, number: int) -> Result | None:
        """What a worker hands over; None where it was ended."""
        try:
            result = pipe.recv()
        except (EOFError, OSError):
            self._ends[number] = self._bury(pipe)
            return None
        assert isinstance(result, Result)
        self._idle.append(pipe)
        return result

    def _judged(self, number: int) -> Result | None:
        """What comes of a job that has killed a worker: it has failed if that was the second one."""
        if number in self._tried:
            return self._lost(number)
        self._tried.add(number)
        self._suspects.append(number)
        return None

    def _lost(self, number: int) -> Result:
        job = self.jobs[number]
        return Result(job, [str(_ended_by(job, self._ends.get(number, 0)))], failed=True)

    def _bury(self, pipe: Connection) -> int:
        """Wait for a worker's end; its exit status, or minus the signal that ended it."""
        pid = self._pids.pop(pipe)
        pipe.close()
        with suppress(ChildProcessError):
            return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return 0

    def let_go(self) -> None:
        """Tell the workers to end, whatever they are at; does not wait for that."""
        self.ended = True
        self._cut()

    def end(self) -> None:
        """End the workers at once, but for what they are writing; does not wait for that."""
        for pid in list(self._pids.values()):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)

    def _cut(self) -> None:
        if self._is_open:
            self._is_open = False
            os.close(self._lifeline)

    def __enter__(self) -> _Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if kind is not None:
            self._cut()
        for pipe in list(self._pids):
            self._bury(pipe)
        self._cut()
        os.close(self._end)


def _ended_by(job: Job, status: int) -> Diagnostic:
    """What to say of an input whose process ended so (see `_bury`), twice."""
    how, advice = "", "the machine may have run out of memory: use fewer --jobs, or run this input alone"
    if status < 0 and -status != signal.SIGKILL:
        # The system kills where memory is short; what a library ends may have found no thread.
        how = f": {signal.strsignal(-status)}"
        advice = (
            "run this input alone; if that goes well, raise the limit of processes and threads (ulimit -u), or use"
            " fewer --jobs"
        )
    return Diagnostic(f"{job.path}: the process that worked on it was ended{how}", advice=advice)


def _be_worker(batch: Batch, pipe: Connection, others: Sequence[Connection], end: int, lifeline: int) -> NoReturn:
    """Say that all is there, and do one job after the other until nobody has one."""
    try:
        # It is the process that gives work which an interrupt is for.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for each in _AT_ONCE:
            if signal.getsignal(each) is not signal.SIG_IGN:
                signal.signal(each, signal.SIG_DFL)
        # An interrupt may have been faster, and have closed it here, too.
        with suppress(OSError):
            os.close(lifeline)
        for other in others:
            other.close()
        signal.signal(_NOTICE, _stop)
        threading.Thread(target=_end_with, args=(end,), daemon=True).start()
        worker = Worker(batch)
        pipe.send(None)
        while True:
            pipe.send(_work(worker, pipe.recv()))
    finally:
        os._exit(1)


def _end_with(end: int) -> None:
    """End this worker when the process that gives it work is gone, however that came."""
    # Where the main thread writes, a signal waits until that is done (see `undisturbed`).
    signal.pthread_sigmask(signal.SIG_BLOCK, _AT_ONCE)
    os.read(end, 1)
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, _NOTICE)
    time.sleep(_GRACE if _busy else _IDLE)
    os._exit(1)


def _stop(number: int, frame: object) -> None:
    """The notice ends what is being done.

    Else a result may be on its way, which is handed over: nothing more is begun.
    """
    global _over
    _over = True
    if _busy:
        raise KeyboardInterrupt


def _work(worker: Worker, job: Job) -> Result:
    global _busy
    if _over:
        os._exit(1)
    _busy = True
    try:
        return worker.do(job)
    finally:
        _busy = False
