"""The processes of a pool, which never outlive it: forks of this one, and new ones."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from errno import EAGAIN
from functools import partial
from multiprocessing.connection import Connection, Pipe
from typing import Any, NoReturn

from ownlog.base.errors import OwnlogError
from ownlog.workers.pool import Worker

GRACE, _IDLE = 2.0, 0.2
"""Seconds in which a worker that is told to end may take back what it is writing, and hand over what it has done."""
AT_ONCE = (signal.SIGTERM, signal.SIGHUP)
_NOTICE = signal.SIGUSR1
"""What ends the work that a worker is at."""
_busy = False
_over = False

Preparation = tuple[Callable[..., object], tuple[Any, ...]]
"""What a worker calls before its first task, with the connection to the pool as first argument."""


def serve(pipe: Connection, preparation: Preparation) -> None:
    """Be a worker: prepare, say so, and do one task after the other. Ends with EOFError when there is none any more."""
    prepare, given = preparation
    went_well, problem = answer = _called(prepare, (pipe, *given), {})
    pipe.send_bytes(pickle.dumps(answer if problem else (True, None)))
    while went_well:
        pipe.send_bytes(pickle.dumps(_called(*pipe.recv())))


def _called(function: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> tuple[bool, Any]:
    """Whether a call went well, and its result or the error that it reports. Any other exception ends the worker."""
    global _busy
    if _over:
        os._exit(1)
    _busy = True
    try:
        return True, function(*given, **named)
    except OwnlogError as error:
        return False, error
    finally:
        _busy = False


class Forks:
    """Forks of this process, which end when it does: it never writes to the pipe on whose end they wait."""

    def __init__(self, preparation: Preparation) -> None:
        self._preparation = preparation
        self._end, self._lifeline = Pipe(duplex=False)

    def start(self, others: Sequence[Worker]) -> Worker:
        """Start a worker, and wait until it has all that it needs: else the next one might take its thread."""
        ours, theirs = Pipe()
        with theirs:
            pid = os.fork()
            if pid == 0:
                self._be_worker(theirs, [ours, *(other.pipe for other in others)])
        worker = Worker(ours, pid, partial(_ended, pid))
        try:
            worker.get_ready()
        except (EOFError, OSError):
            worker.end()
            raise OSError(EAGAIN, os.strerror(EAGAIN)) from None
        return worker

    def _be_worker(self, pipe: Connection, others: Sequence[Connection]) -> NoReturn:
        try:
            # It is the process that gives work which an interrupt is for.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            for each in AT_ONCE:
                if signal.getsignal(each) is not signal.SIG_IGN:
                    signal.signal(each, signal.SIG_DFL)
            self.cut()
            for other in others:
                other.close()
            signal.signal(_NOTICE, _stop)
            threading.Thread(target=_end_with, args=(self._end.fileno(),), daemon=True).start()
            serve(pipe, self._preparation)
        finally:
            os._exit(1)

    def cut(self) -> None:
        """Have the workers end, whatever they are at; in one of them, have it end when the others do."""
        self._lifeline.close()


def _ended(pid: int) -> int:
    with suppress(ChildProcessError):
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return 0


def _end_with(end: int) -> None:
    """End this worker when the process that gives it work is gone, however that came."""
    # Where the main thread writes, a signal waits until that is done (see `undisturbed`).
    signal.pthread_sigmask(signal.SIG_BLOCK, AT_ONCE)
    os.read(end, 1)
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, _NOTICE)
    time.sleep(GRACE if _busy else _IDLE)
    os._exit(1)


def _stop(number: int, frame: object) -> None:
    """Interrupt the current work; a result on its way is still passed on, and nothing more is begun."""
    global _over
    _over = True
    if _busy:
        raise KeyboardInterrupt


def start_program(preparation: Preparation, others: Sequence[Worker]) -> Worker:
    """Start a new process, for a pool whose own one has threads, or much in memory; does not wait for its warm-up.

    The worker ends when its pipe is closed, even while it is busy: its preparation sees to that.
    """
    ours, theirs = Pipe()
    with theirs:
        process = _run(theirs.fileno())
    with suppress(OSError):
        ours.send(preparation)
    return Worker(ours, process.pid, partial(_ended_program, process))


def _run(descriptor: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-m", __name__, str(descriptor)]
    quiet = subprocess.DEVNULL
    # An interrupt is for this process: the worker, which inherits what is blocked, ends when nobody listens to it.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        return subprocess.Popen(command, pass_fds=[descriptor], stdin=quiet, stdout=quiet)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ended_program(process: subprocess.Popen[bytes]) -> int:
    """It ends by itself when nobody listens; a killed one must be waited for as well."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(timeout=5)
    process.kill()
    return process.wait()


def main() -> None:
    """Be a worker on the socket whose number is the argument."""
    pipe = Connection(int(sys.argv[1]))
    # The other side is gone: nobody wants to read about it.
    with suppress(EOFError, ConnectionError):
        serve(pipe, pipe.recv())


if __name__ == "__main__":
    main()
