"""The executor that keeps some workers on this machine busy."""

from __future__ import annotations

import contextlib
import pickle
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait

from ownlog.base.errors import Diagnostic, EngineError, OwnlogError
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Outcome, Request

_STARTS = 3  # of a worker that does not even start


class Worker:
    """A worker process (see `worker.py`), started again when it is gone.

    Making one does not wait until it is warm, so that several warm up at the same time; the first `give` does.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._start()

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-m", "ownlog.corpus.work.worker", str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        theirs.close()
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
        raise EngineError(Diagnostic("a worker process does not start", advice="--resume goes on; with --jobs 1 there is one process only"))

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
    report.end(Outcome.CRASHED, "the worker process was killed twice while it was at this file", "run it again with --resume")
    return Answer(report)


def run_in_processes(requests: Iterable[Request], options: Options, jobs: int) -> Iterator[Answer]:
    """The answers to all requests, in the order in which they come, from `jobs` workers. Raises OwnlogError as `give` does."""
    requests = list(requests)
    waiting = iter(requests)
    workers: list[Worker] = []
    at_work: dict[Worker, tuple[Request, int]] = {}

    def employ(worker: Worker) -> None:
        request = next(waiting, None)
        if request is not None:
            worker.give(request)
            at_work[worker] = (request, 1)

    try:
        workers += [Worker(options) for _ in range(min(jobs, len(requests)))]
        for worker in workers:
            employ(worker)
        while at_work:
            ready = set(wait([worker.connection for worker in at_work]))
            for worker in [worker for worker in at_work if worker.connection in ready]:
                request, attempt = at_work.pop(worker)
                answer = worker.take()
                if answer is None and attempt == 1:
                    worker.give(request)
                    at_work[worker] = (request, 2)
                    continue
                employ(worker)
                yield answer or lost(request)
    finally:
        for worker in workers:
            worker.close()
