"""Compiles the analysis when the package is built. Imported by setuptools, without Ownlog."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools.command.build_py import build_py

_COMPILE = """
import sys
from ownlog.rules import stubs
from ownlog.rules.shipped import analysis
analysis.place(sys.argv[1] == 'installed')
stubs.write_stubs()
"""
"""Where the sources stay where they are, the image is to tell when they have changed."""


class BuildPy(build_py):  # type: ignore[misc]
    """Copies the files, and compiles the rules; if that fails, the first run does it."""

    def run(self) -> None:
        if not self.editable_mode:
            # What an earlier build left of modules that are gone would be packed, too.
            shutil.rmtree(Path(self.build_lib) / "ownlog", ignore_errors=True)
        super().run()
        if self.editable_mode:
            self._compile(Path.cwd(), "edited")
        else:
            tree = Path(self.build_lib)
            for image in tree.rglob("*.image"):  # of the sources where they were edited
                image.unlink()
            self._compile(tree, "installed")

    def _compile(self, tree: Path, kind: str) -> None:
        paths = os.pathsep.join(filter(None, [str(tree), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "PYTHONPATH": paths}
        command = [sys.executable, "-c", _COMPILE, kind]
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"the rules are not compiled: {done.stderr[-500:]}", file=sys.stderr)
