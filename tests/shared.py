"""Finds what tests need from outside the repository: the shared material and LLVM's tools.

The shared material (upstream's lit tests, the corpus) lies in a directory `shared` beside the repository, or where
`OWNLOG_SHARED` says. Where something is absent the test that wants it is skipped, with a reason that says what to
install.
"""

import os
import shutil
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
_LLVM_BIN = Path("/usr/lib/llvm-22/bin")
_DEBIAN_PACKAGE = {
    "FileCheck": "llvm-22-tools",
    "not": "llvm-22-tools",
    "split-file": "llvm-22-tools",
    "mlir-opt-22": "mlir-22-tools",
}
_DEBIAN_PACKAGE |= {"llvm-tblgen-22": "llvm-22", "opt-22": "llvm-22", "mlir-translate-22": "mlir-22-tools"}
_DEBIAN_PACKAGE |= {"chromium": "chromium", "chromedriver": "chromium-driver"}


def shared_dir() -> Path | None:
    """The directory with the shared material, or None where there is none."""
    named = os.environ.get("OWNLOG_SHARED")
    candidate = Path(named) if named else REPOSITORY.parent / "shared"
    return candidate.resolve() if candidate.is_dir() else None


def require_shared(*parts: str) -> Path:
    """A path below the shared directory; skips the calling test where it is absent."""
    root = shared_dir()
    if root is None:
        pytest.skip("no directory 'shared' beside the repository (set OWNLOG_SHARED to use another one)")
    path = root.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"the shared material has no {'/'.join(parts)}")
    return path


def shared_programs(*folder: str, largest: int | None = None) -> list[str]:
    """The MLIR files below a shared folder, of up to `largest` bytes, as paths from there, in order; none where it is
    absent.
    """
    root = shared_dir()
    if root is None:
        return []
    below = root.joinpath(*folder)
    found = (path for path in below.rglob("*.mlir") if largest is None or path.stat().st_size <= largest)
    return sorted(str(path.relative_to(below)) for path in found)


def require_llvm_tests() -> Path:
    """The folder `mlir/test` of an LLVM checkout; skips the calling test where `OWNLOG_LLVM_TESTS` names none."""
    named = os.environ.get("OWNLOG_LLVM_TESTS")
    if not named or not Path(named, "Dialect").is_dir():
        pytest.skip("OWNLOG_LLVM_TESTS does not name the folder mlir/test of an LLVM checkout")
    return Path(named)


def find_tool(name: str) -> str | None:
    """The path of an LLVM tool, or None; Debian keeps some of them off the PATH."""
    beside = _LLVM_BIN / name.removesuffix("-22")
    # `not` and `FileCheck` on the PATH may belong to another LLVM, so the versioned directory goes first.
    if os.access(beside, os.X_OK):
        return str(beside)
    return shutil.which(name)


def require_tool(name: str) -> str:
    """The path of an LLVM tool; skips the calling test where it is absent."""
    path = find_tool(name)
    if path is None:
        package = _DEBIAN_PACKAGE.get(name)
        pytest.skip(f"{name} is not installed" + (f" (Debian package {package})" if package else ""))
    return path
