"""Modules that may be absent, and are imported where they are needed: libraries of the package's extras, and extensions
in C.

Extensions are built with the package where a compiler and Python's headers are there. Nothing needs them: Python does
the same.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from ownlog.base.errors import Diagnostic, InputError


def load(module: str, extra: str) -> Any:
    """A module of a library that the extra brings.

    Raises InputError, with what to install, where it cannot be imported.
    """
    try:
        return import_module(module)
    except ImportError as error:
        message = f"{module.partition('.')[0]} is not installed ({error})"
        raise InputError(Diagnostic(message, advice=f'pip install "ownlog[{extra}]"')) from None


def require(extra: str, *modules: str) -> None:
    """Import what a command is going to use. Raises InputError as `load` does."""
    for module in modules:
        load(module, extra)


_OFF = frozenset(("0", "false", "no", "off"))


def extension(name: str, format: int) -> Any | None:
    """The extension, if it was built for what this package hands it, and the environment does not forbid it
    (`OWNLOG_NATIVE=0`).
    """
    if os.environ.get("OWNLOG_NATIVE", "").lower() in _OFF:
        return None
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if format == module.FORMAT else None
