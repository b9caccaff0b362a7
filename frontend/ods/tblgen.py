"""The records of a `.td` file, as `llvm-tblgen` prints them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ownlog.base.errors import Diagnostic, InputError, Position
from ownlog.base.files import read_text

# The newest one: of several that are installed, the one that is just called `llvm-tblgen` may be old.
_VERSIONS = range(24, 16, -1)
_NAMES = [*(f"/usr/lib/llvm-{version}/bin/llvm-tblgen" for version in _VERSIONS), "llvm-tblgen"]
_INSTALL = "Debian has it in llvm-22; or run `llvm-tblgen --dump-json` elsewhere, and import what it prints"
_MESSAGE = re.compile(
    r"(?:(?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+): )?error: (?P<message>[^\n]*)(?:\n(?P<shown>[^\n]*))?"
)


def find_tblgen() -> str | None:
    """The path of an `llvm-tblgen`; that of the environment variable OWNLOG_TBLGEN first."""
    named = os.environ.get("OWNLOG_TBLGEN")
    return next(filter(None, map(shutil.which, [named] if named else _NAMES)), None)


def dump(path: str, include: Sequence[str] = ()) -> str:
    """The records of the `.td` file `path`, which includes files from the folders `include` and from LLVM's own.

    InputError where there is no tblgen, for a file that cannot be read, and for what tblgen says is wrong with it.
    """
    tool = find_tblgen()
    if tool is None:
        raise InputError(Diagnostic("there is no llvm-tblgen, which reads .td files", advice=_INSTALL))
    read_text(path)
    own = Path(os.path.realpath(tool)).parent.parent / "include"
    folders = [*include, os.path.dirname(path) or ".", str(own)]
    command = [tool, "--dump-json", *(f"-I{folder}" for folder in folders), path]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise InputError(Diagnostic(f"cannot run {tool}: {error.strerror}", advice=_INSTALL)) from None
    if ended.returncode:
        raise InputError(_said(ended.stderr, path))
    return ended.stdout


def _said(text: str, path: str) -> Diagnostic:
    """What tblgen says is wrong, with its place."""
    found = _MESSAGE.search(text)
    if found is None:
        return Diagnostic(f"llvm-tblgen does not read '{path}'")
    advice = "files are included from the folders of -I" if "include" in found["message"] else None
    if found["file"] is None:
        return Diagnostic(f"llvm-tblgen: {found['message']}", advice=advice)
    position = Position(found["file"], int(found["line"]), int(found["column"]))
    return Diagnostic(found["message"], position, found["shown"], advice)
