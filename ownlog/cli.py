"""The entry of the command line: what ends it, and with which status. Nothing ends in a traceback."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from signal import SIG_IGN, SIGINT, signal
from typing import NoReturn

from ownlog.base.errors import (
    INTERNAL_ERROR,
    INTERRUPTED,
    SHOW_TRACEBACK,
    WRONG_USAGE,
    OwnlogError,
    UsageError,
    internal_error,
    is_ours,
    report,
    unheard,
    was_interrupted,
)
from ownlog.command_line import run
from ownlog.standard_output import guard_standard_output

_NO_MEMORY = b"error: the system has no more: out of memory\n  help: raise its limits, or do less at a time\n"
"""What is said where there is not even the memory to say it as elsewhere."""


def main() -> None:
    """Run the command line. Raises SystemExit with the status of an error, which is reported without a traceback."""
    # What a run builds lives until its end: looking for cycles would only cost time (half of it, on big inputs).
    gc.disable()
    guard_standard_output()
    try:
        _main()
    except (MemoryError, SystemError):  # the latter is what Python ends in where it finds no memory for a frame
        if os.environ.get(SHOW_TRACEBACK):
            raise
        os.write(2, _NO_MEMORY)
        sys.exit(1)


def _main() -> None:
    try:
        run(sys.argv[1:])
    except OwnlogError as error:
        report(error.diagnostics)
        sys.exit(WRONG_USAGE if isinstance(error, UsageError) else 1)
    except KeyboardInterrupt:
        _end_interrupted()
    except Exception as error:
        if was_interrupted(error):
            _end_interrupted()
        if os.environ.get(SHOW_TRACEBACK):
            raise
        ours = is_ours(error)
        if not ours:
            # What the frames hold is given back: to say so takes memory, too.
            error.with_traceback(None)
        report([internal_error(error)])
        sys.exit(INTERNAL_ERROR if ours else 1)


def _end_interrupted() -> NoReturn:
    # Another interrupt would end in a traceback from here on.
    signal(SIGINT, SIG_IGN)
    sys.exit(INTERRUPTED)


def start() -> None:
    """The console script: `main` without Python's teardown, which takes as long as a small input."""
    status: object = 0
    try:
        main()
    except SystemExit as end:
        status = end.code or 0
    status = status or int(unheard())
    atexit._run_exitfuncs()
    threads = sys.modules.get("threading")
    if threads is not None and threads.active_count() > 1:
        sys.exit(status)  # type: ignore[arg-type]
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except (OSError, ValueError, MemoryError, OwnlogError):
        # It cannot be written, or is closed: that is told already.
        status = status or 1
    os._exit(status if isinstance(status, int) else 1)
