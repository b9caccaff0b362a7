"""One mutant through the command line, in this process: what the user would see, and what must not happen."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from unittest.mock import patch

from ownlog.base.errors import SHOW_TRACEBACK
from ownlog.cli import main
from tests.garbage import kept_objects
from tests.shared import REPOSITORY
from tests.tools import TRACEBACK
from tests.warm import load_all

SECONDS = 10.0
"""Time of the processor that a mutant may take."""
_STUCK = 90
"""Seconds after which a mutant has the process ended: by then it does not come back to Python."""

_POSITION = re.compile(r"<stdin>:\d+:\d+: error: \S")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a mutant.

    `fault` is the kind of fault ("" for none), `detail` what tells it from others of the kind.
    """

    status: int
    out: bytes = b""
    err: str = ""
    fault: str = ""
    detail: str = ""

    @property
    def accepted(self) -> bool:
        return self.status == 0 and not self.fault


class TookTooLongError(BaseException):
    """The processor time is spent. No handler of errors stops it."""


_SAMPLE = b"""func.func @f(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.if %c -> (memref<4xf32>) {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %m : memref<4xf32>
  }
  return %r : memref<4xf32>
}
"""


@contextmanager
def prepared(commands: Iterable[Sequence[str]]) -> Iterator[None]:
    """Inside, what the forks of this process need is loaded."""
    load_all()
    with ExitStack() as changes:
        # Mistakes are told apart by where they come from, and not by what the user is told about them.
        changes.enter_context(patch.dict(os.environ, {SHOW_TRACEBACK: "1"}))
        for command in commands:
            assert attempt(command, _SAMPLE).accepted
        changes.enter_context(kept_objects())
        yield


def attempt(args: Sequence[str], data: bytes) -> Result:
    """`ownlog opt ARGS < DATA`."""
    shown, written = io.BytesIO(), io.BytesIO()
    given, out = (io.TextIOWrapper(stream, encoding="utf-8") for stream in (io.BytesIO(data), written))
    err = io.TextIOWrapper(shown, encoding="utf-8", errors="backslashreplace")
    streams = sys.stdin, sys.stdout, sys.stderr, sys.argv
    sys.stdin, sys.stdout, sys.stderr, sys.argv = given, out, err, ["ownlog", "opt", *args]
    handler = signal.signal(signal.SIGPROF, _too_long)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(_STUCK)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    status, fault, detail = 0, "", ""
    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except TookTooLongError as stopped:
        status, fault, detail = -signal.SIGPROF, "too long", _place(stopped)
    except BaseException as error:
        status, fault, detail = 1, "traceback", f"{type(error).__name__}: {_place(error)}"
        err.write("".join(traceback.format_exception(error))[-4_000:])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        signal.signal(signal.SIGPROF, handler)
        sys.stdin, sys.stdout, sys.stderr, sys.argv = streams
    out.flush()
    err.flush()
    said = shown.getvalue().decode()
    if not fault:
        fault, detail = _rudeness(status, said)
    return Result(status, written.getvalue(), said, fault, detail)


def _rudeness(status: int, err: str) -> tuple[str, str]:
    """What is wrong with the way a run ended, as kind and detail."""
    if TRACEBACK in err:
        return "traceback", "printed"
    if status == 0:
        return "", ""
    if status != 1:
        return "odd status", str(status)
    first = err.split("\n", 1)[0]
    if not _POSITION.match(first):
        return "no position", general(first)
    return ("", "") if "  help: " in err else ("no advice", general(first))


def general(message: str) -> str:
    """A message without what differs from program to program."""
    return re.sub(r"'[^']*'|[%@#!]\S+|\d+", "_", re.sub(r"^\S+:\d+:\d+: ", "", message))[:120]


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TookTooLongError


def _place(error: BaseException) -> str:
    """Where an error comes from: the deepest place in the project's own code."""
    folders = tuple(str(REPOSITORY / name) for name in ("ownlog", "frontend", "backend", "rules"))
    found = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(folders)]
    if not found:
        return "outside"
    return f"{Path(found[-1].filename).relative_to(REPOSITORY)} {found[-1].name}"
