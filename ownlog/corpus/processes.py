"""The executor that keeps some workers on this machine busy."""

from __future__ import annotations

import contextlib
import pickle
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from errno import EAGAIN
from multiprocessing.connection import Connection, wait

from ownlog.base.errors import Diagnostic, EngineError, OwnlogError, limit_to_raise, report
from ownlog.base.words import counted
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Outcome, Request

_STARTS = 3  # of a worker that does not even start


class NoProcess(EngineError):
    """The system has no process more, for a worker, or for the file that a worker was given; `number` is that of its
    error.
    """

    def __init__(self, number: int | None) -> None:
        self._number = number
        # That of processes is what has no other name.
        self.limit = limit_to_raise(number, limit_to_raise(EAGAIN, ""))
        super().__init__(Diagnostic("the system has no process for a file", advice=f"{self.limit}; --resume goes on"))

    def __reduce__(self) -> tuple[type[NoProcess], tuple[int | None]]:
        # From a Dask worker it comes as bytes.
        return NoProcess, (self._number,)


class Worker:
    """A worker process (see `worker.py`), started again when it is gone.

    Making one does not wait until it is warm, so that several warm up at the same time; the first `give` does. All but
    `close` raise NoProcess.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._start()

    def _start(self) -> None:
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            raise NoProcess(error.errno) from None
        command = [sys.executable, "-P", "-m", "ownlog.corpus.worker", str(theirs.fileno())]
        with theirs:
            quiet = subprocess.DEVNULL
            # An interrupt is for this process: the worker, which inherits what is blocked, ends when nobody listens to
            # it.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
            try:
                self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=quiet, stdout=quiet)
            except OSError as error:
                ours.close()
                raise NoProcess(error.errno) from None
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self.connection = Connection(ours.detach())
        self._ready = False

    def _get_ready(self) -> None:
        for _ in range(_STARTS):
            try:
                self.connection.send(self._options)
                problems = self.connection.recv()
            except (EOFError, OSError):
                self._restart()
                continue
            if problems:
                raise OwnlogError(*problems)
            self._ready = True
            return
        raise EngineError(
            Diagnostic(
                "a worker process does not start", advice="--resume goes on; with --jobs 1 there is one process only"
            )
        )

    def give(self, request: Request) -> None:
        """Let it begin with a file.

        Raises OwnlogError for options that no worker can follow, and EngineError for a worker that does not start.
        """
        if not self._ready:
            self._get_ready()
        try:
            self.connection.send(request)
        except OSError:
            self._restart()
            self._get_ready()
            self.connection.send(request)

    def take(self) -> Answer | None:
        """Its answer, waited for; None where the process is gone, and another one in its place."""
        try:
            answer = pickle.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            self._restart()
            return None
        if isinstance(answer, int):
            raise NoProcess(answer)
        assert isinstance(answer, Answer)
        return answer

    def _restart(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End it, and what it is doing."""
        self.connection.close()
        # It ends by itself when nobody listens; a killed one must be waited for as well.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5)
            return
        self._process.kill()
        self._process.wait()


def lost(request: Request) -> Answer:
    """The answer for a file whose worker was ended from outside, twice."""
    report = FileReport(request.file, request.path)
    report.end(
        Outcome.CRASHED, "the worker process was killed twice while it was at this file", "run it again with --resume"
    )
    return Answer(report)


def run_in_processes(requests: Iterable[Request], options: Options, jobs: int) -> Iterator[Answer]:
    """The answers to all requests, in the order in which they come, from `jobs` workers, or as many as the system has
    processes for.

    Raises OwnlogError as `give` does, and NoProcess where there is none at all.
    """
    waiting = deque(requests)
    wanted = min(jobs, len(waiting))
    workers: list[Worker] = []
    refused: list[NoProcess] = []
    try:
        _hire(workers, wanted, options, refused)
        yield from _answers(waiting, workers, refused)
        if len(workers) < wanted:
            message = f"the system has processes for no more than {counted(len(workers), 'file')} at a time"
            report([Diagnostic(message, advice=f"{refused[-1].limit}, or use fewer --jobs", severity="warning")])
    finally:
        for worker in workers:
            worker.close()


def _hire(workers: list[Worker], wanted: int, options: Options, refused: list[NoProcess]) -> None:
    """Add so many workers, or as many as there are processes for; what the system has said goes to `refused`.

    Raises NoProcess if that is none.
    """
    try:
        while len(workers) < wanted:
            workers.append(Worker(options))
    except NoProcess as error:
        refused.append(error)
        if not workers:
            raise


def _answers(waiting: deque[Request], workers: list[Worker], refused: list[NoProcess]) -> Iterator[Answer]:
    """The answers to all that is `waiting`; a worker that finds no process for its file goes, as long as there is
    another one, and what the system has said goes to `refused`.
    """
    at_work: dict[Worker, tuple[Request, int]] = {}
    alone = False

    def dismiss(worker: Worker, request: Request, error: NoProcess) -> None:
        nonlocal alone
        refused.append(error)
        waiting.appendleft(request)
        if len(workers) == 1:
            # What the last of the others had is free only now.
            if alone:
                raise error
            alone = True
            return
        workers.remove(worker)
        worker.close()

    def give(worker: Worker, request: Request, attempt: int) -> None:
        try:
            worker.give(request)
            at_work[worker] = request, attempt
        except NoProcess as error:
            dismiss(worker, request, error)

    while True:
        for worker in [each for each in workers if each not in at_work]:
            if waiting and worker in workers:
                give(worker, waiting.popleft(), 1)
        if not at_work and not waiting:
            return
        ready = set(wait([worker.connection for worker in at_work]))
        for worker in [worker for worker in at_work if worker.connection in ready]:
            request, attempt = at_work.pop(worker)
            try:
                answer = worker.take()
            except NoProcess as error:
                dismiss(worker, request, error)
                continue
            alone = False
            if answer is None and attempt == 1:
                give(worker, request, 2)
                continue
            if waiting:
                give(worker, waiting.popleft(), 1)
            yield answer or lost(request)
