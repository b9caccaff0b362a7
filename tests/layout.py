"""The files of the package as Python sees them: below `ownlog/`, through its links to the other top-level folders."""

import os
from collections.abc import Iterator
from pathlib import Path

from tests.shared import REPOSITORY

PACKAGE = REPOSITORY / "ownlog"


def package_files() -> Iterator[Path]:
    """Every file of the package, relative to the repository: `ownlog/frontend/ir/ir.py`, not `frontend/ir/ir.py`."""
    for folder, folders, files in os.walk(PACKAGE, followlinks=True):
        folders[:] = sorted(set(folders) - {"__pycache__"})
        yield from ((Path(folder) / name).relative_to(REPOSITORY) for name in sorted(files))


def modules() -> dict[str, Path]:
    """All modules by import name, with the file that each lies in; a package is its `__init__.py`."""
    found = {}
    for path in package_files():
        if path.suffix == ".py":
            named = path.parent if path.stem == "__init__" else path.with_suffix("")
            found[".".join(named.parts)] = (REPOSITORY / path).resolve()
    return found
