"""Runs Ownlog and other tools on text, and tells what came back.

`OwnlogFork` runs the command line in a fork of this process: real exit status, real streams, no state shared between
runs, and none of the start-up time that some hundred processes would cost.
"""

import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, NoReturn, Protocol

from ownlog.base.errors import INTERNAL_ERROR
from tests.warm import load_all

TRACEBACK = "Traceback (most recent call last)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave: exit status (negative: the signal that ended it), standard output, standard error."""

    status: int
    out: str
    err: str

    @property
    def crashed(self) -> bool:
        """Whether the tool broke, rather than refused its input."""
        return self.status < 0 or self.status == INTERNAL_ERROR or TRACEBACK in self.err

    @property
    def complaint(self) -> str:
        """The line of standard error that says most about what went wrong."""
        if self.status in (-signal.SIGALRM, -signal.SIGXCPU):
            return "took too long"
        lines = [line.strip() for line in self.err.splitlines() if line.strip()]
        if TRACEBACK in self.err:
            return f"crashed: {lines[-1]}"
        named = [line for line in lines if "error:" in line]
        return next(iter(named or lines), f"exit status {self.status}")


# How much longer a run may take by the clock than by the processor, which may have other things to do, or where the run
# waits forever.
_PATIENCE = 10
_FORKED = 60
"""Seconds after which a child that has not begun to run never will."""


class Tool(Protocol):
    """Something that runs with arguments and standard input; `merge` sends standard error where standard output
    goes.
    """

    def __call__(self, args: Sequence[str], stdin: str = "", *, merge: bool = False) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class Program:
    """A tool that is a program.

    `timeout`: seconds of the processor where memory is limited, else some times as many by the clock.
    """

    command: tuple[str, ...]
    timeout: int = 60
    memory: int = 0  # bytes of data that it may have; 0: as much as there is

    def __call__(self, args: Sequence[str], stdin: str = "", *, merge: bool = False) -> Outcome:
        try:
            done = subprocess.run(
                [*self.command, *args],
                input=stdin.encode(errors="surrogateescape"),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT if merge else subprocess.PIPE,
                timeout=_PATIENCE * self.timeout,
                preexec_fn=self._limit if self.memory else None,  # no thread of these tests holds a lock
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Outcome(-signal.SIGALRM, "", "")
        return Outcome(
            done.returncode, done.stdout.decode(errors="replace"), (done.stderr or b"").decode(errors="replace")
        )

    def _limit(self) -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (self.memory, self.memory))
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        resource.setrlimit(
            resource.RLIMIT_CPU, (self.timeout if hard == resource.RLIM_INFINITY else min(self.timeout, hard), hard)
        )


OWNLOG = Program((sys.executable, "-m", "ownlog"))


@dataclass(frozen=True, slots=True)
class OwnlogFork:
    """`ownlog SUBCOMMAND`, run in a fork of this process, for at most `timeout` seconds of the processor."""

    subcommand: tuple[str, ...] = ("opt",)
    timeout: int = 60

    def __call__(self, args: Sequence[str], stdin: str = "", *, merge: bool = False) -> Outcome:
        load_all()
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(stdin.encode(errors="surrogateescape"))
            given.seek(0)
            sys.stdout.flush()
            sys.stderr.flush()
            pid = fork_alive()
            if pid == 0:
                _be_ownlog([*self.subcommand, *args], (given, out, out if merge else err), self.timeout)
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            return Outcome(status, _text(out), "" if merge else _text(err))


def fork_alive() -> int:
    """As `os.fork`, for a process with threads: once in many thousands the child waits for ever for a lock that another
    thread had, before `fork` comes back in it (seen with CPython 3.11). Such a child is ended, and another one takes
    its place.
    """
    while True:
        reads, writes = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.write(writes, b".")
            os.close(reads)
            os.close(writes)
            return 0
        os.close(writes)
        alive = bool(select.select([reads], [], [], _FORKED)[0])
        os.close(reads)
        if alive:
            return pid
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode(errors="replace")


def _be_ownlog(args: list[str], streams: tuple[IO[bytes], IO[bytes], IO[bytes]], timeout: int) -> NoReturn:
    """What the child does; it must not return, or a second test run would go on from here."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (timeout, resource.RLIM_INFINITY))
    signal.alarm(_PATIENCE * timeout)
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    # As Python opens them at start-up.
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    sys.argv = ["ownlog", *args]
    status = 1
    try:
        from ownlog.cli import main

        main()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
