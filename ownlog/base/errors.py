"""Errors, by who is at fault.

`InputError`: the user's IR or command line. `RuleError`: a `.dl` program, ours or a `--model`. `EngineError`: an engine
is missing or broke. Each carries `Diagnostic`s, which the command line prints, with exit status 1, or 2 for a
`UsageError`. Any other exception is a bug in Ownlog.
"""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text: `line` and `column` count from 1, `column` in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Diagnostic(NamedTuple):
    """One message for a person.

    `source_line` is shown with a caret, `advice` says what to do; `severity` is "error", "warning", "remark" or "note".
    `unsupported` names the op that cannot be read, if that is the problem.
    """

    message: str
    position: Position | None = None
    source_line: str | None = None
    advice: str | None = None
    severity: str = "error"
    unsupported: str | None = None

    def __str__(self) -> str:
        where = f"{self.position}: " if self.position else ""
        lines = [_escaped(f"{where}{self.severity}: {self.message}")]
        if self.position and self.source_line is not None and not is_binary(self.source_line):
            # What cannot be shown takes one column, or the caret stands in another one than what it points at.
            shown, column = _window(re.sub(_UNSHOWABLE, "\ufffd", self.source_line), self.position.column)
            lines += [shown, _caret(shown, column)]
        if self.advice:
            lines.append(_escaped(f"  help: {self.advice}"))
        return "\n".join(lines)


# Control characters, which terminals obey, and the surrogates that stand for bytes that are no UTF-8.
_UNSHOWABLE = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]"


def is_binary(line: str) -> bool:
    """Can so much of a line not be shown that it is no line of a text?"""
    found = len(re.findall(_UNSHOWABLE, line))
    return found >= _MANY and found * _SHARE > len(line)


# A text in another encoding than UTF-8 has some characters that cannot be shown, and hardly as many, or so large a
# share of a line.
_MANY, _SHARE = 12, 4


def _escaped(text: str) -> str:
    return re.sub(_UNSHOWABLE, lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", text)


# A longer line is shown as far as this from the column that is pointed at, with dots for the rest.
_LONGEST, _BEFORE, _BEHIND, _DOTS = 200, 80, 80, "..."


def _window(line: str, column: int) -> tuple[str, int]:
    """What is shown of a line, and the column there of the one that is pointed at (both from 1)."""
    if len(line) <= _LONGEST:
        return line, column
    at = min(column - 1, len(line))
    begin = at - _BEFORE if at > _BEFORE + len(_DOTS) else 0
    end = at + _BEHIND if at + _BEHIND + len(_DOTS) < len(line) else len(line)
    left, right = _DOTS if begin else "", _DOTS if end < len(line) else ""
    return f"{left}{line[begin:end]}{right}", at - begin + len(left) + 1


def _caret(line: str, column: int) -> str:
    # Tabs must stay tabs, or the caret stands in another column than what it points at.
    return "".join(c if c == "\t" else " " for c in line[: column - 1]) + "^"


class OwnlogError(Exception):
    """Base of all errors that Ownlog reports on purpose. `diagnostics` is never empty."""

    def __init__(self, *diagnostics: Diagnostic | str) -> None:
        self.diagnostics = [d if isinstance(d, Diagnostic) else Diagnostic(d) for d in diagnostics]
        super().__init__("\n".join(str(d) for d in self.diagnostics))


class InputError(OwnlogError):
    """The user's IR, file or command line is at fault."""


class UsageError(InputError):
    """The command line is at fault: what is asked for cannot be meant, whatever the input is."""


class RuleError(OwnlogError):
    """A Datalog program is at fault: syntax, declarations, types, unbound variables, stratification."""


class EngineError(OwnlogError):
    """A Datalog engine is missing, or failed on a program that is well formed."""


class Fault(Exception):
    """Ownlog itself is at fault, and found it out: what to say about that."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))


WRONG_USAGE = 2
"""The exit status where the command line cannot be meant."""

INTERNAL_ERROR = 70
"""The exit status where Ownlog itself is at fault (EX_SOFTWARE)."""

INTERRUPTED = 130
"""The exit status after an interrupt, as shells give it."""

SHOW_TRACEBACK = "OWNLOG_TRACEBACK"
"""The environment variable that has internal errors end in a traceback."""


_SCARCE = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
"""What the system says where it has no more of what is asked for."""
_NO_THREAD = "can't start new thread"
"""What Python says where the system has none."""
_NO_ERROR = "error return without exception set"
"""What Python 3.11 says where it has no memory for the frame of a call."""
_LIMITS = {
    errno.EAGAIN: "raise the limit (ulimit -u)",
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENFILE: "the whole system has too many files open: end what has many",
    errno.EFBIG: "raise the limit of the sizes of files (ulimit -f), or choose a place that takes larger ones",
}


def limit_to_raise(number: int | None, otherwise: str) -> str:
    """What helps against an error of the system with this number, where that is a limit."""
    return _LIMITS.get(number or 0, otherwise)


def is_ours(error: Exception) -> bool:
    """Is an unforeseen error a mistake in Ownlog, and not a lack of memory, files or threads?"""
    if isinstance(error, OSError):
        return error.errno not in _SCARCE
    return not _wants_memory(error) and not (isinstance(error, RuntimeError) and str(error) == _NO_THREAD)


def _wants_memory(error: Exception) -> bool:
    return isinstance(error, MemoryError) or (isinstance(error, SystemError) and str(error) == _NO_ERROR)


def was_interrupted(error: BaseException | None) -> bool:
    """Does the error come of an interrupt, which Python may wrap while it loads a module?"""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def internal_error(error: Exception) -> Diagnostic:
    """The diagnostic of an unforeseen error: a mistake in Ownlog, unless the machine lacks something."""
    import traceback
    from pathlib import Path

    if not is_ours(error):
        what = error.strerror if isinstance(error, OSError) else "out of memory" if _wants_memory(error) else str(error)
        limit = limit_to_raise(getattr(error, "errno", None), "raise its limits")
        return Diagnostic(f"the system has no more: {what}", advice=f"{limit}, or do less at a time")
    if isinstance(error, Fault):
        return error.diagnostic
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).parent.name}/{Path(last.filename).name}:{last.lineno}"
    said = " ".join(str(error).split())[:200]
    return Diagnostic(
        f"internal error at {place}: {type(error).__name__}{f': {said}' if said else ''}",
        advice="this is a mistake in Ownlog: please report it with the input and the command; "
        f"with {SHOW_TRACEBACK}=1 in the environment it says more",
    )


_unheard = False


def say(text: str) -> None:
    """Print a line to standard error. If that fails, the work goes on."""
    try:
        if sys.stderr is None:
            raise OSError(errno.EBADF)
        print(text, file=sys.stderr, flush=True)
    except OSError:
        leave_unheard()


def leave_unheard() -> None:
    """There was something to say, or to answer, that could not be written."""
    global _unheard
    _unheard = True


def unheard() -> bool:
    """Was there something that could not be written? The exit status tells."""
    return _unheard


def report(diagnostics: Iterable[Diagnostic]) -> bool:
    """Print diagnostics to standard error; whether there were any."""
    said = False
    for diagnostic in diagnostics:
        say(str(diagnostic))
        said = True
    return said
