"""Where the result of each of many inputs goes."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ownlog.base.errors import Diagnostic, InputError, UsageError
from ownlog.base.inputs import find_files
from ownlog.base.later import dataclass


@dataclass(frozen=True)
class Job:
    """An input, and the file for what comes out of it; `name` is the input's path as it is in the output folder."""

    path: str
    target: str
    name: str


def jobs_for(paths: Iterable[str], folder: str, problems: list[Diagnostic] | None = None) -> list[Job]:
    """What is to be done with the files that `paths` name (see `find_files`), in order of their names.

    Where the output folder is in one of the folders, what an earlier run left there is no input. Results keep the inputs' paths below the
    last folder that all of them are in. What is said of paths that name nothing goes to `problems`, as long as there is an input. Raises
    InputError for standard input, and where a result would take the place of an input.
    """
    paths = list(paths)
    if "-" in paths:
        raise UsageError(Diagnostic("standard input has no name for a file in --output-dir", advice="name files, or write -o FILE"))
    files = {os.path.abspath(file): file for file in find_files(paths, problems)}
    if any(os.path.isdir(path) and _below(folder, path) for path in paths):
        files = {full: file for full, file in files.items() if not _below(full, folder)} or files
    root = os.path.commonpath([os.path.dirname(file) for file in files])
    named = sorted((os.path.relpath(full, root), file) for full, file in files.items())
    inputs = {os.path.realpath(file) for file in files}
    jobs = [Job(file, os.path.join(folder, name), name) for name, file in named]
    for job in jobs:
        if os.path.realpath(job.target) in inputs:
            message = f"the result of '{job.path}' would replace an input"
            raise InputError(Diagnostic(message, advice="choose another folder for --output-dir"))
    return jobs


def _below(path: str, folder: str) -> bool:
    """Is `path` something in `folder`, or below?"""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), ""))
