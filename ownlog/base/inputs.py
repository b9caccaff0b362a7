"""Which files a list of paths on the command line names: files, folders, globs, and lists of those."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import glob, has_magic, iglob
from itertools import takewhile
from pathlib import Path

from ownlog.base.errors import Diagnostic, InputError, Position, UsageError

SUFFIX = ".mlir"
LIST_SUFFIX = ".txt"
MARK = ".ownlog-results"
"""The file that says of a folder that results of `ownlog opt --output-dir` are in it and below."""


def find_files(
    paths: Iterable[str], problems: list[Diagnostic] | None = None, listed: list[Diagnostic] | None = None
) -> list[str]:
    """Every file that `paths` name, once, in order of the paths.

    A folder stands for the `.mlir` files in it and below, a `.txt` file for the paths in its lines, relative to its
    folder (blank lines and comments with # are skipped); a list in a list is refused. Links to files are followed,
    links to folders below a folder are not; a folder with a MARK is skipped if reached from a folder around it or by a
    glob. An unreadable folder stands for itself, so that reading it reports that. Raises InputError for a path that
    does not exist, a glob without matches, a list in a list, and if there is no file (UsageError if there is no path);
    with `problems`, the first three go there as long as there is a file. With `listed`, a line of a list that names
    nothing stands for itself, and a warning goes there.
    """
    paths = list(paths)
    found: dict[str, str] = {}
    missing: list[Diagnostic] = []
    for path in paths:
        for file in _expand(path, missing, listed):
            found.setdefault(os.path.abspath(file), file)
    if missing and (problems is None or not found):
        raise InputError(*missing)
    if problems is not None:
        problems += missing
    if not found:
        where = f" in {', '.join(paths)}" if paths else ""
        problem = Diagnostic(
            f"no input: there is no file{where}", advice=f"name {SUFFIX} files, folders that hold some, or globs"
        )
        raise InputError(problem) if paths else UsageError(problem)
    return list(found.values())


def written(paths: Iterable[str]) -> Iterator[str]:
    """The `paths`, those in the lines of a list in place of the list."""
    for path in paths:
        if path.endswith(LIST_SUFFIX) and os.path.isfile(path):
            with suppress(OSError):
                yield from (entry.path for entry in _entries(path))
        else:
            yield path


def folders_of(paths: Iterable[str]) -> Iterator[str]:
    """The folder of each path: itself, its parent, or the part before the first wildcard; of a list, those of its
    lines.
    """
    for path in written(paths):
        if os.path.isdir(path):
            yield path
        elif _is_glob(path) and not os.path.lexists(path):
            yield _in_front(path)
        else:
            yield os.path.dirname(path)


def read_as_a_module(path: str) -> list[Diagnostic]:
    """What to say, besides, of a file that is no MLIR: nothing, unless it is a list of inputs."""
    if not path.endswith(LIST_SUFFIX):
        return []
    try:
        names = [entry.path for entry in _entries(path)]
    except OSError:
        return []
    if not any(os.path.lexists(name) or name.endswith(SUFFIX) for name in names):
        return []
    advice = "a list is for ownlog opt with --output-dir DIR, and for ownlog corpus run"
    return [Diagnostic(f"'{path}' is a list of inputs, and was read as MLIR", advice=advice, severity="note")]


def searched(path: str, folder: str) -> bool:
    """Does `path`, or a line of it, search `folder`, as a folder around it or as a match of a glob?"""
    return any(_searches(each, folder) for each in written([path]))


def is_below(path: str, folder: str) -> bool:
    """Is `path` something in `folder`, or below?"""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), ""))


def _searches(path: str, folder: str) -> bool:
    if os.path.isdir(path):
        return is_below(folder, path)
    if os.path.lexists(path) or not _is_glob(path):
        return False
    if "**" in path:
        return any(is_below(folder, root) for root in _roots(path))
    if any(is_below(folder, match) for match in glob(path) if os.path.isdir(match)):
        return True
    # What the glob would match once the folder is there.
    front = _in_front(path)
    patterns = Path(path).parts[len(Path(front).parts) :]
    names = Path(os.path.relpath(os.path.realpath(folder), os.path.realpath(front))).parts
    return len(names) >= len(patterns) and all(map(_is_matched, names, patterns))


def _is_matched(name: str, pattern: str) -> bool:
    """Does a glob's `pattern` match the name of a folder or file? Those that begin with a dot are hidden from it."""
    return fnmatchcase(name, pattern) and name != os.pardir and (pattern.startswith(".") or not name.startswith("."))


def _roots(path: str) -> list[str]:
    """The folders in front of the `**` of a glob, which it searches with all those below."""
    root = os.path.dirname(path.partition("**")[0]) or "."
    return [folder for folder in glob(root) if os.path.isdir(folder)] if has_magic(root) else [root]


def _in_front(path: str) -> str:
    """The folder in front of all that stands for other names in a glob."""
    return os.path.join("", *takewhile(lambda part: not has_magic(part), Path(path).parts[:-1]))


def _expand(
    path: str, missing: list[Diagnostic], listed: list[Diagnostic] | None, entry: _Entry | None = None
) -> Iterator[str]:
    """The files that `path` stands for; if none, a problem goes to `missing`, or for lines of lists to `listed`."""
    if os.path.isdir(path):
        yield from _in_folder(path)
    elif path.endswith(LIST_SUFFIX) and os.path.isfile(path):
        if entry is None:
            yield from _in_list(path, missing, listed)
        else:
            advice = (
                f"name it beside this one, or write its lines here; the name of an input does not end in {LIST_SUFFIX}"
            )
            missing.append(entry.problem(f"'{path}' is a list, in a list", advice))
    elif os.path.lexists(path) or (_is_forbidden(path) and not has_magic(path)):
        yield path
    else:
        found = sorted({*glob(path, recursive=True), *_forbidden(path)}) if _is_glob(path) else []
        front = _in_front(path) or os.curdir
        matches = [match for match in found if not _is_result(match, front)]
        for match in matches:
            yield from _expand(match, missing, listed, entry)
        if not matches and listed is not None and entry is not None and "\0" not in path:
            listed.append(_nothing(path, found, entry)._replace(severity="warning"))
            yield path
        elif not matches:
            missing.append(_nothing(path, found, entry))


def _nothing(path: str, results: list[str], entry: _Entry | None) -> Diagnostic:
    """What to say of a path that stands for nothing, or for nothing but `results`."""
    if results:
        message = f"all that '{path}' matches are results of opt --output-dir"
        advice = f"name the folder itself, or the file, or remove the file {MARK} that is there"
    elif _is_glob(path):
        message, advice = f"nothing matches '{path}'", "check the glob; ** stands for any folders"
    else:
        message, advice = f"no such file or folder: '{path}'", "check the path"
    return entry.problem(message, advice) if entry is not None else Diagnostic(message, advice=advice)


def _is_glob(path: str) -> bool:
    # No name has a zero byte in it, and what looks for names refuses it.
    return has_magic(path) and "\0" not in path


def _in_folder(folder: str) -> Iterator[str]:
    problems: list[str] = []
    for current, folders, files in os.walk(folder, onerror=lambda error: problems.append(error.filename)):
        if MARK in files and current != folder:
            folders.clear()
            continue
        folders.sort()
        yield from (os.path.join(current, name) for name in sorted(files) if name.endswith(SUFFIX))
    # A folder that cannot be read is an input that is rejected: nothing that was asked for is lost without a word.
    yield from problems


def _forbidden(pattern: str) -> Iterator[str]:
    """What a glob skips silently: folders that cannot be listed, and paths that cannot be looked at."""
    parts = Path(pattern).parts
    for number, part in enumerate(parts):
        front = os.path.join("", *parts[:number])
        for folder in glob(os.path.join(front, ""), recursive=True) if has_magic(front) else [front]:
            # What ** stands for is looked into for folders below, whatever stands behind it.
            if (has_magic(part) or front.endswith("**")) and not _may_be_listed(folder):
                yield folder.rstrip(os.sep) or folder
            elif not has_magic(part) and _is_forbidden(path := os.path.join(folder, part)):
                yield path


def _may_be_listed(folder: str) -> bool:
    try:
        os.scandir(folder or os.curdir).close()
    except PermissionError:
        return False
    except OSError:
        return True
    return True


def _is_forbidden(path: str) -> bool:
    try:
        os.lstat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _is_result(path: str, root: str) -> bool:
    """Is there a MARK in `path`, or in a folder that it is in, below `root`?"""
    between = Path(os.path.relpath(path, root))
    folders = [folder for folder in (between, *between.parents) if folder.parts and folder.parts[0] != os.pardir]
    return any(os.path.isfile(os.path.join(root, folder, MARK)) for folder in folders)


@dataclass(frozen=True)
class _Entry:
    """A line of a list, and the path that it names."""

    path: str
    position: Position
    line: str

    def problem(self, message: str, advice: str) -> Diagnostic:
        return Diagnostic(message, self.position, self.line, advice)


def _in_list(path: str, missing: list[Diagnostic], listed: list[Diagnostic] | None) -> Iterator[str]:
    try:
        entries = _entries(path)
    except OSError as error:
        missing.append(
            Diagnostic(f"cannot read the list '{path}': {error.strerror}", advice="check the path and its permissions")
        )
        return
    if len(entries) > 1 and not any(_names_something(entry.path) for entry in entries):
        # Most of all this is a text of another kind, whose lines are not worth a message each.
        advice = (
            "a list has one path in each line, relative to its own folder; a file of MLIR has another name, such as"
            f" NAME{SUFFIX}"
        )
        missing.append(
            entries[0].problem(f"this is no list: none of its {len(entries)} lines names a file or folder", advice)
        )
        return
    for entry in entries:
        yield from _expand(entry.path, missing, listed, entry)


def _names_something(path: str) -> bool:
    if path.startswith("//") and not path.strip("/"):
        # A comment, more likely than the root of all files.
        return False
    return (
        os.path.lexists(path)
        or _is_forbidden(path)
        or (_is_glob(path) and (any(iglob(path, recursive=True)) or any(_forbidden(path))))
    )


def _entries(path: str) -> list[_Entry]:
    """The lines of a list that name something. Raises OSError."""
    # Editors of some systems begin a text with a mark of its encoding.
    text = Path(path).read_bytes().removeprefix(BOM_UTF8).decode("utf-8", "surrogateescape")
    entries = []
    # Names may have in them what else Python takes for the end of a line, or for a blank.
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        name = line.strip(" \t")
        if name and not name.startswith("#"):
            position = Position(path, number, line.index(name) + 1)
            entries.append(_Entry(os.path.join(os.path.dirname(path), name), position, line))
    return entries
