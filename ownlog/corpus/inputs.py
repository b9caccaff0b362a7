"""Which files a run is about, and by which names it knows them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from ownlog.base.errors import Diagnostic
from ownlog.base.inputs import find_files
from ownlog.corpus.data.outcome import Request
from ownlog.corpus.data.schema import as_unicode


def find_inputs(paths: Iterable[str], warnings: list[Diagnostic]) -> list[Request]:
    """Every file that `paths` name (see `find_files`), once, in order of the names. Raises InputError.

    A missing file of a list is a file of the run, and gets a warning. With one folder as the only path, files are named
    relative to it, otherwise by their paths.
    """
    paths = list(paths)
    root = paths[0] if len(paths) == 1 and os.path.isdir(paths[0]) else None
    files = find_files(paths, listed=warnings)
    named = [(os.path.relpath(file, root) if root is not None else os.path.normpath(file), file) for file in files]
    return [Request(as_unicode(os.fsdecode(name)), file) for name, file in sorted(named)]
