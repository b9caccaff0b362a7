"""Runs `mypy --strict` on the package and its tests: `python -m tests.typecheck [mypy options]`.

mypy derives a module's name from its path, and here the two differ: `ownlog.frontend` lies in `frontend/`. So a tree of
links is made in which they agree (build/typed/ownlog/frontend -> frontend/), mypy reads that tree, and the paths in its
messages are turned back into those of the real files.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.layout import top_folders
from tests.shared import REPOSITORY

TREE = REPOSITORY / "build" / "typed"


def make_tree() -> None:
    """Makes the link tree anew, so that nothing in it outlives what it points to."""
    shutil.rmtree(TREE, ignore_errors=True)
    folders = top_folders()
    root = TREE / "ownlog"
    root.mkdir(parents=True)
    for entry in folders.pop("ownlog").iterdir():
        if entry.name != "__pycache__":
            (root / entry.name).symlink_to(entry)
    for name, folder in folders.items():
        (TREE / name.replace(".", "/")).symlink_to(folder)
    (TREE / "tests").symlink_to(REPOSITORY / "tests")
    (TREE / "benchmarks").symlink_to(REPOSITORY / "benchmarks")


def real_path(message: str) -> str:
    """A line of mypy's output with its path relative to the working directory and free of links."""
    match = re.match(r"[^\s:]+\.pyi?(?=:)", message)
    if match is None:
        return message
    return os.path.relpath((TREE / match[0]).resolve(), Path.cwd()) + message[match.end() :]


def main(options: list[str]) -> int:
    """mypy's exit status."""
    make_tree()
    command = [sys.executable, "-m", "mypy", "--config-file", str(REPOSITORY / "pyproject.toml")]
    command += ["--cache-dir", str(REPOSITORY / ".mypy_cache"), "--no-color-output"]
    command += [*options, "-p", "ownlog", "-p", "tests", "-p", "benchmarks"]
    done = subprocess.run(command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    for line in done.stdout.splitlines():
        print(real_path(line))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
