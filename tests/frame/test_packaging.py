"""What is in the repository arrives in an installation."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.layout import package_files
from tests.shared import REPOSITORY

DATA = {".pyi", ".dl", ".lark", ".forms", ".html", ".css", ".js"}
BUILD_INPUTS = ["pyproject.toml", "README.md", "LICENSE", "ownlog", "frontend", "rules", "backend"]


def shipped_sources() -> list[Path]:
    """Every file of the package that an installation must have, as it lies below site-packages."""
    return [path for path in package_files() if path.suffix in {".py", *DATA} or path.name == "py.typed"]


def test_every_folder_with_python_files_has_an_init_file() -> None:
    folders = {path.parent for path in shipped_sources() if path.suffix == ".py"}
    assert [folder for folder in folders if not (REPOSITORY / folder / "__init__.py").is_file()] == []


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment with Ownlog and what it declares to need, and nothing else."""
    work = tmp_path_factory.mktemp("installation")
    # A copy, because a build in place would also pack what an older build left behind.
    source = work / "source"
    source.mkdir()
    for name in BUILD_INPUTS:
        if (REPOSITORY / name).is_dir():
            shutil.copytree(
                REPOSITORY / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(REPOSITORY / name, source / name)
    environment = work / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", str(environment / "bin" / "python")]
    done = subprocess.run([*pip, "install", str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return environment


def test_an_installation_has_every_file(installation: Path) -> None:
    site = next(installation.glob("lib/python*/site-packages"))
    missing = [str(name) for name in shipped_sources() if not (site / name).is_file()]
    assert not missing, f"not installed (package-data in pyproject.toml?): {missing}"


@pytest.mark.parametrize("command", [["bin/python", "-m", "ownlog"], ["bin/ownlog"]], ids=["module", "script"])
def test_an_installation_runs_from_another_directory(installation: Path, tmp_path: Path, command: list[str]) -> None:
    argv = [str(installation / command[0]), *command[1:], "--version"]
    done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.1.0" in done.stdout


def _said(installation: Path, program: str, where: Path) -> str:
    command = [str(installation / "bin/python"), "-c", program]
    return subprocess.run(command, cwd=where, capture_output=True, text=True, check=True).stdout.strip()


SMALL = """
func.func @small(%0: memref<4xf32>, %1: f32, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %0, %a : memref<4xf32> to memref<4xf32>
  %2 = memref.load %a[%i] : memref<4xf32>
  %3 = arith.addf %1, %2 fastmath<contract> : f32
  return %3 : f32
}
"""


def test_a_run_on_a_small_file_imports_no_solver_and_no_tables(installation: Path, tmp_path: Path) -> None:
    # Nothing in it takes a proof, for which a solver would be imported.
    (tmp_path / "in.mlir").write_text(SMALL)
    program = """
import sys
sys.argv = ["ownlog", "opt", "--buffer-deallocation-pipeline", "in.mlir", "-o", "out.mlir"]
from ownlog.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code
print(sorted({"z3", "cvc5", "lark", "ortools", "pyarrow", "pandas", "duckdb", "dask"} & set(sys.modules)))
"""
    assert _said(installation, program, tmp_path) == "[]"
    assert "memref.dealloc" in (tmp_path / "out.mlir").read_text()
