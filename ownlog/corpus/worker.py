"""A process of the pool: it forks children, gives them files one by one, and ends them at a file's limits.

No file is looked at in this process itself, so none can harm it, and children start warm.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import pickle
import resource
import select
import signal
import sys
from multiprocessing.connection import Connection, Pipe
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

from ownlog.corpus import memory
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Outcome, Request
from ownlog.workers.pool import NoProcess

if TYPE_CHECKING:
    from ownlog.corpus.examine import Laboratory

_GROWTH = 64 << 20
"""Bytes that a child may have more than it began with when it goes on to another file."""
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
_NO_MEMORY = 77
"""The status of a child that got no more memory."""
_supervisor: Supervisor


def prepare(connection: Connection, options: Options) -> None:
    """Get ready for files that come through `connection`. Raises OwnlogError for options that cannot be followed."""
    global _supervisor
    # Late: who gives the work imports this module, too, to name what is called here.
    from ownlog.corpus.examine import Laboratory
    from ownlog.corpus.warmup import warm_up

    laboratory = Laboratory.equip(options)
    warm_up(laboratory)
    # Children never collect garbage, which would make them copy pages: one that has grown ends, and Python seldom gives
    # memory back.
    gc.collect()
    gc.disable()
    gc.freeze()
    _supervisor = Supervisor(laboratory, connection)
    atexit.register(_supervisor.close)


def examine_alone(request: Request) -> Answer:
    """The work on a file in a child, which has the limits to itself. Raises NoProcess."""
    return _supervisor.run(request)


class Supervisor:
    """Has a child work on one file after the other, each with the limits to itself.

    The next file gets a new child if one was ended, has grown too much, or met an unforeseen exception.
    """

    def __init__(self, laboratory: Laboratory, connection: Connection) -> None:
        self.laboratory = laboratory
        self.connection = connection
        self.child: Child | None = None

    def run(self, request: Request) -> Answer:
        """What the child says, or what became of it. Raises NoProcess."""
        start = monotonic()
        answer = None if self.child is None else self._hear(self.child, request, start, is_new=False)
        if answer is None:
            self.child = Child(self.laboratory, self.connection)
            answer = self._hear(self.child, request, start, is_new=True)
            assert answer is not None
        answer.report.seconds = monotonic() - start
        return answer

    def _hear(self, child: Child, request: Request, start: float, is_new: bool) -> Answer | None:
        """The answer of a child; None if one that is not new was ended before it began.

        If the other end of the connection is gone, child and worker end.
        """
        seconds = self.laboratory.options.seconds
        report = FileReport(request.file, request.path)
        answer: Answer | None = None
        heard, timely, goes_on = is_new, True, False
        with contextlib.suppress(EOFError, OSError):
            child.pipe.send(request)
            while answer is None:
                ready = select.select([child.pipe, self.connection], [], [], max(start + seconds - monotonic(), 0))[0]
                if self.connection in ready:
                    os.kill(child.pid, signal.SIGKILL)
                    os._exit(0)
                if not ready:
                    timely = False
                    break
                said = pickle.loads(child.pipe.recv_bytes())
                heard = True
                if isinstance(said, FileReport):
                    report = said
                else:
                    answer, goes_on = said
        if goes_on:
            return answer
        self.child = None
        status, peak = child.end(kill=not timely)
        if answer is not None:
            return answer
        if not timely:
            advice = "give it longer with --timeout, or leave the file out"
            report.end(Outcome.TIMEOUT, f"not done after {seconds:g} s", advice)
        elif heard:
            report.end(*self._post_mortem(status))
        else:
            return None
        report.peak_memory = peak
        return Answer(report)

    def _post_mortem(self, status: int) -> tuple[Outcome, str, str]:
        if status == _NO_MEMORY:
            limit = self.laboratory.options.memory >> 20
            advice = "give it more with --memory, or leave the file out"
            return Outcome.OUT_OF_MEMORY, f"it takes more than {limit} MiB", advice
        if status == -signal.SIGKILL:
            # Nobody else kills: the system does when memory is short.
            return Outcome.OUT_OF_MEMORY, "the system killed the process", "run fewer at a time with --jobs"
        how = f"by signal {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        return Outcome.CRASHED, f"the process was ended {how}", "this is a mistake in Ownlog: please report it"

    def close(self) -> None:
        """End the child, whatever it is at, and wait for that: what it took is part of what the run took."""
        if self.child is not None:
            self.child.end(kill=True)
            self.child = None


class Child:
    """A fork that works on files until it says, or shows, that it does not go on. Raises NoProcess."""

    def __init__(self, laboratory: Laboratory, connection: Connection) -> None:
        try:
            self.pipe, theirs = Pipe()
            self.pid = os.fork()
        except OSError as error:
            raise NoProcess(error.errno) from None
        if self.pid == 0:
            self.pipe.close()
            connection.close()
            _be_child(laboratory, theirs)
        theirs.close()

    def end(self, kill: bool) -> tuple[int, int]:
        """Its exit status, and the most memory that it had, once it is gone."""
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        self.pipe.close()
        _, status, usage = os.wait4(self.pid, 0)
        return os.waitstatus_to_exitcode(status), usage.ru_maxrss * _MAXRSS_UNIT


def _be_child(laboratory: Laboratory, pipe: Connection) -> NoReturn:
    """Work on files, tell about them, and end without Python's own farewell."""
    from ownlog.corpus.examine import examine

    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        began = memory.resident()
        goes_on = True
        while goes_on:
            try:
                request = pipe.recv()
            except EOFError:
                break
            # Should the worker be gone by then, nobody else would end this.
            signal.setitimer(signal.ITIMER_REAL, laboratory.options.seconds + 5)
            memory.limit(laboratory.options.memory)
            answer = examine(request, laboratory, pipe.send)
            answer.report.peak_memory = memory.peak()
            goes_on = answer.report.outcome is not Outcome.CRASHED and memory.resident() <= began + _GROWTH
            pipe.send_bytes(pickle.dumps((answer, goes_on)))
            signal.setitimer(signal.ITIMER_REAL, 0)
        status = 0
    except MemoryError:
        status = _NO_MEMORY
    finally:
        os._exit(status)
