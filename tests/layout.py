"""The folders of the repository and the import names they install under, as pyproject.toml says."""

import tomllib
from functools import cache
from pathlib import Path

from tests.shared import REPOSITORY


@cache
def _setuptools() -> dict[str, object]:
    table: dict[str, object] = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["setuptools"]
    return table


def packages() -> list[str]:
    """The import packages that an installation has."""
    found = _setuptools()["packages"]
    assert isinstance(found, list)
    return found


def package_dirs() -> dict[str, Path]:
    """Import package -> its folder, for the packages that pyproject.toml maps by name."""
    mapping = _setuptools()["package-dir"]
    assert isinstance(mapping, dict)
    return {name: REPOSITORY / folder for name, folder in mapping.items()}


def top_folders() -> dict[str, Path]:
    """The mapped folders that lie directly in the repository; the others lie inside these."""
    return {name: folder for name, folder in package_dirs().items() if folder.parent == REPOSITORY}


def import_name(folder: Path) -> str:
    """The package that a folder with Python files must install as."""
    for name, top in top_folders().items():
        if folder == top or top in folder.parents:
            return ".".join([name, *folder.relative_to(top).parts])
    raise ValueError(f"{folder} is in no mapped folder")
