"""What is done when the package is built: the analysis is compiled, so that no run has to. Imported by setuptools, without Ownlog."""

from __future__ import annotations

import compileall
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools.command.build_py import build_py

_COMPILE = """
import sys
from ownlog import compiling
from ownlog.rules import shipped
for what in (shipped, compiling):
    what.place(sys.argv[1] == 'installed')
"""
"""Where the sources stay where they are, the images are to tell when they have changed."""


class BuildPy(build_py):  # type: ignore[misc]
    """Copies the files, and compiles the rules among them (and modules that stay where they are, as pip does with those that it copies).

    Where that fails, the first run does it.
    """

    def run(self) -> None:
        if not self.editable_mode:
            # What an earlier build left of modules that are gone would be packed, too.
            shutil.rmtree(Path(self.build_lib) / "ownlog", ignore_errors=True)
        super().run()
        if self.editable_mode:
            with tempfile.TemporaryDirectory() as name:
                self._compile(self._tree(Path(name)), "edited")
            for place in (self.distribution.package_dir or {}).values():
                compileall.compile_dir(place, quiet=2)
        else:
            tree = Path(self.build_lib)
            for image in tree.rglob("*.image"):  # of the sources where they were edited
                image.unlink()
            self._compile(tree, "installed")

    def _tree(self, folder: Path) -> Path:
        """The files of the packages where they can be imported from."""
        package = folder / "ownlog"
        package.mkdir()
        for path in Path("ownlog").resolve().iterdir():
            (package / path.name).symlink_to(path)
        for name, place in (self.distribution.package_dir or {}).items():
            if name.count(".") == 1:
                (package / name.partition(".")[2]).symlink_to(Path(place).resolve())
        return folder

    def _compile(self, tree: Path, kind: str) -> None:
        paths = os.pathsep.join(filter(None, [str(tree), os.environ.get("PYTHONPATH")]))
        environment = {**os.environ, "PYTHONPATH": paths}
        command = [sys.executable, "-c", _COMPILE, kind]
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"the rules are not compiled: {done.stderr[-500:]}", file=sys.stderr)
