"""`ownlog verify`: does a changed program do the same up to deallocation, and deallocate correctly?"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from ownlog.base.errors import Diagnostic, InputError, UsageError
from ownlog.base.files import read_text, write_text
from ownlog.commands.common import (
    Seconds,
    engine_option,
    make_engine,
    model_option,
    module_at,
    name_of,
    output_option,
    texts_option,
)
from ownlog.file_names import FileName

STATUS = {"same": 0, "different": 1, "unknown": 3}
"""The exit status for each verdict."""
_SHOWN = 5  # lines of what a tool that failed said


@click.command(short_help="Compare a program with what a tool made of it, and judge its deallocation.")
@click.argument("before", type=FileName(), metavar="BEFORE.mlir")
@click.argument("after", type=FileName(), metavar="[AFTER.mlir]", required=False)
@click.option(
    "--tool",
    metavar="'CMD {in} {out}'",
    help="Make AFTER of BEFORE with this command; without {out}, of what it prints.",
)
@click.option(
    "--tool-timeout",
    type=Seconds(),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop the tool then.",
)
@output_option
@texts_option("text", "json", "sarif")
@model_option
@engine_option
def verify(
    before: str,
    after: str | None,
    tool: str | None,
    tool_timeout: float,
    output: str,
    form: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell whether AFTER.mlir does what BEFORE.mlir does: the same writes, calls and returns, in the same order, on the
    same data.

    Deallocations, what is computed for them alone, and copies that nobody can tell from what was copied may differ.
    AFTER.mlir has to pass `ownlog check`, too. The exit status is 0 where it does the same and is clean, 1 where
    something is certainly different or wrong, and 3 where something could not be told.
    """
    from ownlog.backend.verifying import compare
    from ownlog.derived import comparisons
    from ownlog.frontend import parse

    if (after is None) == (tool is None):
        advice = "ownlog verify BEFORE.mlir AFTER.mlir, or ownlog verify BEFORE.mlir --tool 'mlir-opt --PASS {in}'"
        raise UsageError(Diagnostic("one of AFTER.mlir and --tool is needed", advice=advice))
    if before == after == "-":
        raise UsageError(
            Diagnostic("BEFORE and AFTER cannot both be standard input", advice="name a file for one of them")
        )
    text, name = read_text(before), name_of(before)
    first = parse(text, name)
    if tool is not None:
        second = parse(_made(tool, text, tool_timeout), "<output of the tool>")
    else:
        assert after is not None
        second = module_at(after)
    comparison = compare(first, second, models, make_engine(engine), again=lambda: parse(text, name))
    texts = {"text": comparisons.text, "json": comparisons.json_text, "sarif": comparisons.sarif_text}
    write_text(output, f"{texts[form](comparison)}\n")
    sys.exit(STATUS[comparison.status])


def _made(tool: str, text: str, timeout: float) -> str:
    """What a command makes of a text. Raises InputError where it does not run, or makes nothing."""
    try:
        words = shlex.split(tool)
    except ValueError as error:
        problem = f"--tool cannot be split into words: {error}"
        raise UsageError(Diagnostic(problem, advice="write it as for a shell, with its quotes")) from None
    if not any("{in}" in word for word in words):
        raise UsageError(
            Diagnostic("--tool does not say where its input goes", advice="write {in} for the file that is read")
        )
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "before.mlir"), Path(folder, "after.mlir")
        source.write_bytes(text.encode("utf-8", "surrogateescape"))
        command = [word.replace("{in}", str(source)).replace("{out}", str(target)) for word in words]
        status, printed, errors = _ran(command, timeout)
        if status != 0:
            said = errors.decode(errors="replace").replace(str(source), "BEFORE").splitlines()[:_SHOWN]
            problem = "; ".join([f"the tool {_ended(status)}", *said])
            raise InputError(Diagnostic(problem, advice=f"it was run as: {tool}"))
        if "{out}" not in tool:
            return printed.decode("utf-8", "surrogateescape")
        if not target.is_file():
            raise InputError(
                Diagnostic("the tool wrote no file {out}", advice="leave {out} out if it prints what it makes")
            )
        return read_text(str(target))


def _ran(command: list[str], timeout: float) -> tuple[int, bytes, bytes]:
    """The exit status and output of a command; it is killed on timeout, with all its children. Raises InputError."""
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    except OSError as error:
        problem = f"the tool {command[0]} cannot be run: {error.strerror}"
        raise InputError(Diagnostic(problem, advice="name a program that exists")) from None
    with process:
        try:
            printed, errors = process.communicate(timeout=timeout)
        except BaseException as error:
            # It leads a group of its own, with all that it started.
            os.killpg(process.pid, signal.SIGKILL)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
            problem = f"the tool did not end within {timeout:g} s"
            raise InputError(Diagnostic(problem, advice="give it more time with --tool-timeout")) from None
    return process.returncode, printed, errors


def _ended(status: int) -> str:
    """How a command ended whose status is not 0."""
    if status > 0:
        return f"failed with exit status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"was ended by {name}"
