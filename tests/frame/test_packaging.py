"""What is in the repository arrives in an installation."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.layout import import_name, packages, top_folders
from tests.shared import REPOSITORY

DATA = {".dl", ".lark", ".html", ".css", ".js"}
BUILD_INPUTS = ["pyproject.toml", "README.md", "LICENSE"]


def shipped_sources() -> list[Path]:
    """Every file of the mapped folders that an installation must have."""
    files = [path for folder in top_folders().values() for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return [path for path in files if path.suffix in {".py", ".pyi", *DATA} or path.name == "py.typed"]


def installed_name(source: Path) -> Path:
    """Where a source file lies below site-packages."""
    return Path(*import_name(source.parent).split(".")) / source.name


def test_every_folder_with_something_to_ship_is_listed_as_a_package() -> None:
    present = {import_name(path.parent) for path in shipped_sources()}
    assert set(packages()) == present, "keep [tool.setuptools] packages in pyproject.toml as the folders are"


def test_every_folder_with_python_files_has_an_init_file() -> None:
    folders = {path.parent for path in shipped_sources() if path.suffix == ".py"}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment with Ownlog and what it declares to need, and nothing else."""
    work = tmp_path_factory.mktemp("installation")
    # A copy, because a build in place would also pack what an older build left behind.
    source = work / "source"
    for folder in top_folders().values():
        shutil.copytree(folder, source / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BUILD_INPUTS:
        shutil.copy(REPOSITORY / name, source / name)
    environment = work / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(environment / "bin" / "python")]
    done = subprocess.run([*pip, "install", str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return environment


def test_an_installation_has_every_file(installation: Path) -> None:
    site = next(installation.glob("lib/python*/site-packages"))
    missing = [str(name) for name in map(installed_name, shipped_sources()) if not (site / name).is_file()]
    assert not missing, f"not installed (package-data in pyproject.toml?): {missing}"


@pytest.mark.parametrize("command", [["bin/python", "-m", "ownlog"], ["bin/ownlog"]], ids=["module", "script"])
def test_an_installation_runs_from_another_directory(installation: Path, tmp_path: Path, command: list[str]) -> None:
    argv = [str(installation / command[0]), *command[1:], "--version"]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.1.0" in done.stdout
