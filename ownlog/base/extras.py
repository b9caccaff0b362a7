"""Optional modules: libraries of the package's extras, and extensions in C, for which there is a fallback in Python."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from ownlog.base.errors import Diagnostic, InputError


def load(module: str, extra: str) -> Any:
    """A module of the libraries that `extra` brings. Raises InputError, with what to install, if it is missing."""
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
    """The extension, if it was built for this `format` and is not switched off (`OWNLOG_NATIVE=0`)."""
    if os.environ.get("OWNLOG_NATIVE", "").lower() in _OFF:
        return None
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if format == module.FORMAT else None
