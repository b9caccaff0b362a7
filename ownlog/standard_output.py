"""Standard output for all that print: a failed write is refused once, a closed pipe is silent."""

from __future__ import annotations

import io
import os
import sys
from errno import EAGAIN
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TextIO

from ownlog.base.errors import Diagnostic, InputError, leave_unheard
from ownlog.base.files import file_problem

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Raw(io.RawIOBase):
    """Bytes for the former standard output (None: closed). Raises InputError once; later output is dropped."""

    def __init__(self, before: TextIO | None) -> None:
        self._before = before  # which would close the file when nobody has it any more
        self._below: BinaryIO | None = getattr(before.buffer, "raw", before.buffer) if before is not None else None
        self._over = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._below.fileno() if self._below is not None else super().fileno()

    def isatty(self) -> bool:
        return self._below is not None and self._below.isatty()

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            if self._over:
                return memoryview(data).nbytes
            if self._below is None:
                self._refuse(
                    Diagnostic("cannot write to standard output: it is closed", advice="write to a file with -o")
                )
            written: int | None = self._below.write(data)
            if written is None:
                raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
            return written
        except BrokenPipeError:
            # As with `| head`: that nobody reads on changes nothing of what was asked for, nor of the exit status.
            self._over = True
            return memoryview(data).nbytes
        except OSError as error:
            self._refuse(file_problem("cannot write to", "standard output", error))

    def _refuse(self, problem: Diagnostic) -> NoReturn:
        self._over = True
        # Whoever goes on nevertheless ends with a status that tells.
        leave_unheard()
        raise InputError(problem) from None


def guard_standard_output() -> None:
    """From now on what is printed goes through `_Raw`."""
    before = sys.stdout
    raw = io.BufferedWriter(_Raw(before))
    if before is None:
        sys.stdout = io.TextIOWrapper(raw, encoding="utf-8")
    else:
        sys.stdout = io.TextIOWrapper(raw, before.encoding, before.errors, line_buffering=bool(before.line_buffering))
