"""The work of a process of the pool: it forks children, gives them one file after the other, and ends a child at the
limits of a file.

Nothing of a file is ever looked at in this process itself, so no file can harm it, and each child starts from the same
warm state: rules compiled, forms loaded.
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
import socket
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
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
    """Get ready for files; `connection` leads to whoever gives them. Raises OwnlogError for options that nobody can
    follow.
    """
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
    """Has a child work on one file after the other.

    Each file has the limits to itself, and one that ends its child ends nothing else: the next file gets a new child.
    So it does where the former one has much more memory than it began with, or an exception came out of it that nobody
    foresaw.
    """

    def __init__(self, laboratory: Laboratory, connection: Connection) -> None:
        self.laboratory = laboratory
        self.connection = connection
        self.child: Child | None = None

    def run(self, request: Request) -> Answer:
        """What the child says, or what became of it. Raises NoProcess."""
        start = monotonic()
        trial = None
        if self.child is not None:
            trial = Trial(request, self.laboratory, self.connection, self.child).run(start)
            if trial.unheard:  # something ended the child before it came to the file
                trial = None
        if trial is None:
            self.child = None
            self.child = Child(self.laboratory, self.connection)
            trial = Trial(request, self.laboratory, self.connection, self.child).run(start)
        if not trial.goes_on:
            self.child = None
        answer = trial.answer or Answer(trial.report)
        answer.report.seconds = monotonic() - start
        return answer

    def close(self) -> None:
        """End the child, whatever it is at, and wait for that: what it took is part of what the run took."""
        if self.child is not None:
            self.child.end(kill=True)
            self.child = None


class Child:
    """A fork of this process that works on files until it says, or shows, that it does not go on.

    Making one raises NoProcess.
    """

    def __init__(self, laboratory: Laboratory, connection: Connection) -> None:
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            raise NoProcess(error.errno) from None
        try:
            self.pid = os.fork()
        except OSError as error:
            ours.close()
            theirs.close()
            raise NoProcess(error.errno) from None
        if self.pid == 0:
            ours.close()
            connection.close()
            _be_child(laboratory, Connection(theirs.detach()))
        theirs.close()
        self.pipe = Connection(ours.detach())

    def end(self, kill: bool) -> tuple[int, int]:
        """Its exit status, and the most memory that it had, once it is gone."""
        if kill:
            os.kill(self.pid, signal.SIGKILL)
        self.pipe.close()
        _, status, usage = os.wait4(self.pid, 0)
        return os.waitstatus_to_exitcode(status), usage.ru_maxrss * _MAXRSS_UNIT


@dataclass
class Trial:
    """One file in a child.

    `report` is what the child told last, and `answer` what it handed over in the end; `goes_on` says whether it takes
    another file, `unheard` whether it was gone before it said a word.
    """

    request: Request
    laboratory: Laboratory
    connection: Connection
    child: Child
    answer: Answer | None = None
    goes_on: bool = False
    unheard: bool = True

    def __post_init__(self) -> None:
        self.report = FileReport(self.request.file, self.request.path)

    def run(self, start: float) -> Trial:
        """Hear the child out, and see what became of it."""
        seconds = self.laboratory.options.seconds
        with contextlib.suppress(OSError):
            self.child.pipe.send(self.request)
        timely = self._listen(start + seconds)
        if self.goes_on:
            return self
        status, peak = self.child.end(kill=not timely)
        if not timely:
            self.answer = None
            self.report.end(
                Outcome.TIMEOUT, f"not done after {seconds:g} s", "give it longer with --timeout, or leave the file out"
            )
        elif self.answer is None:
            self._post_mortem(status)
        if self.answer is None:
            self.report.peak_memory = peak
        return self

    def _listen(self, deadline: float) -> bool:
        """Whether the child ended, or was done, in time. Without anybody to answer to, child and worker end."""
        pipe = self.child.pipe
        while True:
            ready = select.select([pipe, self.connection], [], [], max(deadline - monotonic(), 0))[0]
            if self.connection in ready:
                os.kill(self.child.pid, signal.SIGKILL)
                os._exit(0)
            if not ready:
                return False
            try:
                said = pickle.loads(pipe.recv_bytes())
            except (EOFError, OSError):
                return True
            self.unheard = False
            if isinstance(said, FileReport):
                self.report = said
            else:
                self.answer, self.goes_on = said
                return True

    def _post_mortem(self, status: int) -> None:
        if status == _NO_MEMORY:
            limit = self.laboratory.options.memory >> 20
            message, advice = f"it takes more than {limit} MiB", "give it more with --memory, or leave the file out"
            self.report.end(Outcome.OUT_OF_MEMORY, message, advice)
        elif status == -signal.SIGKILL:
            # Nobody else kills: the system does when memory is short.
            self.report.end(Outcome.OUT_OF_MEMORY, "the system killed the process", "run fewer at a time with --jobs")
        else:
            how = f"by signal {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
            self.report.end(
                Outcome.CRASHED, f"the process was ended {how}", "this is a mistake in Ownlog: please report it"
            )


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
