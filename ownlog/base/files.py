"""Reading inputs and writing outputs, so that no failure leaves half a file behind."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EACCES, EDQUOT, EEXIST, EISDIR, ENOENT, ENOSPC, ENOTDIR
from functools import cache
from pathlib import Path
from signal import SIG_BLOCK, SIG_SETMASK, SIGHUP, SIGINT, SIGTERM, pthread_sigmask
from stat import S_ISDIR, S_ISREG
from time import monotonic_ns
from typing import BinaryIO

from ownlog.base.errors import Diagnostic, InputError, limit_to_raise


def read_text(path: str) -> str:
    """The text of a file, or of standard input for "-". Raises InputError.

    Bytes that are not UTF-8 become surrogate escapes, so that strings in the IR keep them.
    """
    try:
        if path == "-":
            if sys.stdin is None:
                raise InputError(
                    Diagnostic("standard input is closed", advice="name a file, or pass one to standard input")
                )
            data = _all_of(sys.stdin.buffer)
        else:
            with open(path, "rb") as file:
                data = file.read()
    except OSError as error:
        raise InputError(file_problem("cannot open input file", path, error, _READING)) from None
    return data.decode("utf-8", "surrogateescape")


def read_file(path: str) -> str:
    """As `read_text`, for one file of many: pipes are refused, since nothing may ever be written to them."""
    what = "cannot open input file"
    try:
        mode = os.stat(path).st_mode
        if S_ISDIR(mode):
            what = "cannot read the folder"
            os.scandir(path).close()
    except OSError as error:
        raise InputError(file_problem(what, path, error, _READING)) from None
    if not S_ISREG(mode) and not S_ISDIR(mode):
        message, advice = f"{what} '{path}': it is not a regular file", "write what comes out of it to a file first"
        raise InputError(Diagnostic(message, advice=advice))
    return read_text(path)


@cache
def _all_of(stream: BinaryIO) -> bytes:
    """The content of standard input, which can only be read once."""
    return stream.read()


def write_text(path: str, text: str) -> None:
    """Write a file as a whole or not at all ("-": standard output). Raises InputError."""
    write_bytes(path, text.encode("utf-8", "surrogateescape"))


def write_bytes(path: str, data: bytes) -> None:
    """As `write_text`, for what is no text."""
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    what = "cannot open output file"
    try:
        if path.endswith(os.sep):
            # The name of a folder, be it there or not; without the sign it would be that of a file.
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if os.path.exists(path) and not os.access(path, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        if os.path.exists(path) and not os.path.isfile(path):
            # A device or a pipe can only be written to, not replaced.
            with open(path, "wb") as file:
                what = "cannot write output file"
                file.write(data)
                file.flush()
            return
        target = os.path.realpath(path)
        # What `tempfile` imports takes as long as a small input.
        folder, name = os.path.split(target)
        temporary = os.path.join(folder, f".{name}.{os.getpid()}.{monotonic_ns()}")
        with undisturbed():
            number = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            what = "cannot write output file"
            _fill(number, temporary, target, data)
    except BrokenPipeError:
        # A pipe whose reader has read enough, as with standard output.
        return
    except OSError as error:
        raise InputError(file_problem(what, path, error)) from None


def _fill(number: int, temporary: str, target: str, data: bytes) -> None:
    """Write to the open file `temporary` and move it to `target`; remove it if that fails."""
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        _set_mode(temporary, target)
        os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay signals that end the process until the block is left, since half a file exists meanwhile."""
    before = pthread_sigmask(SIG_BLOCK, (SIGINT, SIGTERM, SIGHUP))
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)


def _set_mode(temporary: str, target: str) -> None:
    """The mode of the file that is replaced, or what the user's umask says."""
    if os.path.exists(target):
        os.chmod(temporary, os.stat(target).st_mode & 0o7777)
        return
    umask = os.umask(0)
    os.umask(umask)
    os.chmod(temporary, 0o666 & ~umask)


@contextmanager
def new_files(path: str) -> Iterator[Path]:
    """A temporary folder whose files move to the folder `path` at the end of the block. Raises InputError.

    The folder is made if need be; its other files stay.
    """
    from tempfile import TemporaryDirectory

    target = _named(path)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with undisturbed(), TemporaryDirectory(prefix=".ownlog-", dir=target) as folder:
            yield Path(folder)
            for file in sorted(Path(folder).iterdir()):
                os.replace(file, target / file.name)
    except OSError as error:
        raise InputError(folder_problem(path, error)) from None


def check_folder(path: str) -> None:
    """Raises InputError for a folder that cannot be made or written, as `new_files` would after the work."""
    from tempfile import TemporaryDirectory

    target = _named(path)
    while not os.path.lexists(target) and target != target.parent:
        target = target.parent
    try:
        with undisturbed(), TemporaryDirectory(prefix=".ownlog-", dir=target):
            pass
    except OSError as error:
        raise InputError(folder_problem(path, error)) from None


def _named(folder: str) -> Path:
    if not folder:
        raise InputError(Diagnostic("the output folder has no name", advice="write its path, or . for this one"))
    return Path(folder).absolute()


_READING = {
    ENOENT: "check the path",
    EACCES: "change the permissions, or read a copy that you may read",
    EISDIR: "name a file; many take --output-dir DIR",
}
_WRITING = {
    ENOENT: "check the path",
    EACCES: "choose a place that you may write to, or change the permissions",
    EISDIR: "a folder has this name: choose another one, or a name in it",
    ENOSPC: "make room, or choose another place",
    EDQUOT: "make room, or choose another place",
}
"""What helps against an error of the system, by its number."""


def file_problem(what: str, path: str, error: OSError, advice: Mapping[int, str] = _WRITING) -> Diagnostic:
    """What to say of a file that cannot be used: `what` cannot be done with it."""
    # That a file exists is no reason: what is wanted in its place is a folder.
    reason = os.strerror(ENOTDIR) if error.errno == EEXIST else error.strerror or str(error)
    helps = advice.get(error.errno or 0) or limit_to_raise(error.errno, "check the path and its permissions")
    if advice is _WRITING and error.errno in (EEXIST, ENOTDIR):
        helps = _in_the_way(path) or helps
    return Diagnostic(f"{what} '{path}': {reason}", advice=helps)


def _in_the_way(path: str) -> str | None:
    """What to do about a file where a folder is wanted."""
    for part in (Path(path), *Path(path).parents):
        if os.path.lexists(part) and not os.path.isdir(part):
            return f"'{part}' is no folder: choose another place, or move it away"
    return None


def folder_problem(path: str, error: OSError) -> Diagnostic:
    """What to say of a folder that cannot be made or written to."""
    return file_problem("cannot write to the folder", path, error)
