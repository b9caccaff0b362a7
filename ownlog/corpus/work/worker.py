"""The process that workers are: it forks a child for each file, and ends the child at the file's limits.

Nothing of a file is ever looked at in this process itself, so no file can harm it, and each child starts from the same warm state: rules
compiled, forms loaded. Started as `python -m ownlog.corpus.work.worker FD`, with a socket to whoever gives it work.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import resource
import select
import signal
import sys
import warnings
from multiprocessing.connection import Connection
from time import monotonic
from typing import NoReturn

from ownlog.base.errors import OwnlogError
from ownlog.base.later import dataclass
from ownlog.corpus.data.outcome import Answer, FileReport, Options, Outcome, Request
from ownlog.corpus.work.examine import Laboratory, examine
from ownlog.corpus.work.warmup import warm_up

_PAGE = resource.getpagesize()
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
_NO_MEMORY = 77
"""The status of a child that got no more memory."""


def serve(connection: Connection) -> None:
    """Receive the options, then requests, and answer each; return when the other side is gone."""
    options = connection.recv()
    assert isinstance(options, Options)
    try:
        laboratory = Laboratory.equip(options)
    except OwnlogError as error:
        connection.send(error.diagnostics)
        return
    warm_up(laboratory)
    # Children live for one file: collecting garbage would only make them copy pages.
    gc.collect()
    gc.disable()
    gc.freeze()
    connection.send(None)
    while True:
        request = connection.recv()
        connection.send_bytes(pickle.dumps(Trial(request, laboratory, connection).run()))


@dataclass
class Trial:
    """One file in a child of its own. `report` is what the child told last, and `answer` what it handed over in the end."""

    request: Request
    laboratory: Laboratory
    connection: Connection
    answer: Answer | None = None

    def __post_init__(self) -> None:
        self.report = FileReport(self.request.file, self.request.path)

    def run(self) -> Answer:
        """What the child says, or what became of it."""
        seconds = self.laboratory.options.seconds
        start = monotonic()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            self.connection.close()
            _be_child(self.request, self.laboratory, writer)
        os.close(writer)
        with Connection(reader, writable=False) as pipe:
            timely = self._listen(pipe, child, start + seconds)
        if not timely:
            os.kill(child, signal.SIGKILL)
        _, status, usage = os.wait4(child, 0)
        if not timely:
            self.report.end(Outcome.TIMEOUT, f"not done after {seconds:g} s", "give it longer with --timeout, or leave the file out")
        elif self.answer is None:
            self._post_mortem(os.waitstatus_to_exitcode(status))
        answer = self.answer if timely and self.answer is not None else Answer(self.report)
        answer.report.seconds = monotonic() - start
        answer.report.peak_memory = usage.ru_maxrss * _MAXRSS_UNIT
        return answer

    def _listen(self, pipe: Connection, child: int, deadline: float) -> bool:
        """Hear the child out; whether it ended in time. Without anybody to answer to, child and worker end."""
        while True:
            ready = select.select([pipe, self.connection], [], [], max(deadline - monotonic(), 0))[0]
            if self.connection in ready:
                os.kill(child, signal.SIGKILL)
                os._exit(0)
            if not ready:
                return False
            try:
                said = pickle.loads(pipe.recv_bytes())
            except (EOFError, OSError):
                return True
            if isinstance(said, Answer):
                self.answer = said
            else:
                self.report = said

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
            self.report.end(Outcome.CRASHED, f"the process was ended {how}", "this is a mistake in Ownlog: please report it")


def _be_child(request: Request, laboratory: Laboratory, writer: int) -> NoReturn:
    """Work on the file, tell about it, and end without Python's own farewell."""
    status = 1
    try:
        # Should the worker be gone by then, nobody else would end this.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, laboratory.options.seconds + 5)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        pipe = Connection(writer, readable=False)
        _limit_memory(laboratory.options.memory)
        pipe.send_bytes(pickle.dumps(examine(request, laboratory, pipe.send)))
        status = 0
    except MemoryError:
        status = _NO_MEMORY
    finally:
        os._exit(status)


def _limit_memory(size: int) -> None:
    """Let this process allocate `size` bytes more than it has. Linux only: elsewhere systems do not enforce such limits."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        with open("/proc/self/statm") as file:
            data = int(file.read().split()[5]) * _PAGE
    except OSError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (data + size, data + size))


def main() -> None:
    """Serve on the socket whose number is the argument."""
    # The threads that pyarrow brings along wait for work that no child gives them.
    warnings.filterwarnings("ignore", category=DeprecationWarning, message=".*fork.*")
    connection = Connection(int(sys.argv[1]))
    # The other side is gone, or the user has had enough: nobody wants to read about it.
    with contextlib.suppress(EOFError, ConnectionError, KeyboardInterrupt):
        serve(connection)


if __name__ == "__main__":
    main()
