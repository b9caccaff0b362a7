"""Where the result of each of many inputs goes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ownlog.base.errors import Diagnostic, InputError, UsageError
from ownlog.base.files import folder_problem
from ownlog.base.inputs import MARK, find_files, folders_of, is_below, searched, written

_MARKED = (
    "Files in this folder and below are results of `ownlog opt --output-dir`: where a folder or a glob around it is"
    " named, they are no\ninputs. Without this file they are.\n"
)


@dataclass(frozen=True)
class Job:
    """An input, and the file for what comes out of it; `name` is the input's path as it is in the output folder."""

    path: str
    target: str
    name: str


def jobs_for(paths: Iterable[str], folder: str, problems: list[Diagnostic] | None = None) -> list[Job]:
    """The jobs for the files that `paths` name (see `find_files`), in order of their names.

    Results keep the inputs' paths below the last folder common to all of `paths`, whichever files exist, so that a
    file's result has the same place in each run. If the output folder is in one of the folders, its files are inputs
    only if named. Paths that name nothing go to `problems`, as long as there is an input. Raises InputError for
    standard input, for a result that would replace an input, and if the output folder holds unmarked files.
    """
    paths = list(paths)
    if "-" in paths:
        raise UsageError(
            Diagnostic("standard input has no name for a file in --output-dir", advice="name files, or write -o FILE")
        )
    files = {os.path.abspath(file): file for file in find_files(paths, problems)}
    if _is_within(folder, paths):
        outside = {full: file for full, file in files.items() if not is_below(full, folder)}
        if os.path.isfile(os.path.join(folder, MARK)):
            # Where the folder is named by a path of its own, as by a shell's glob, its files would be inputs
            # nevertheless.
            named = {os.path.abspath(path) for path in written(paths)}
            files = {full: file for full, file in files.items() if full in outside or full in named}
        elif len(outside) < len(files):
            inside = next(file for full, file in files.items() if full not in outside)
            message = f"'{inside}' is an input, in the folder for results"
            advice = "choose another folder for --output-dir, or name the inputs without it"
            raise InputError(
                Diagnostic(message, advice=f"{advice}; if all that is there are results, write a file {MARK} there")
            )
    if not files:
        raise InputError(
            Diagnostic(f"no input: all that is there is in '{folder}'", advice="it holds the results of earlier runs")
        )
    root = os.path.commonpath([os.path.abspath(each) for each in folders_of(paths)])
    ordered = sorted((os.path.relpath(full, root), file) for full, file in files.items())
    inputs = {os.path.realpath(file) for file in files}
    jobs = [Job(file, os.path.join(folder, name), name) for name, file in ordered]
    for job in jobs:
        if os.path.realpath(job.target) in inputs:
            message = f"the result of '{job.path}' would replace an input"
            raise InputError(Diagnostic(message, advice="choose another folder for --output-dir"))
    return jobs


def mark(folder: str, paths: Iterable[str]) -> None:
    """Mark the output folder as one of results, if it lies in a folder among `paths`. Raises InputError."""
    if not _is_within(folder, paths):
        return
    try:
        os.makedirs(folder, exist_ok=True)
        Path(folder, MARK).write_text(_MARKED)
    except OSError as error:
        raise InputError(folder_problem(folder, error)) from None


def _is_within(folder: str, paths: Iterable[str]) -> bool:
    return any(searched(path, folder) for path in paths)
