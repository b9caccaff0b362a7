"""Libraries that come with an extra of the package, and are imported where they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ownlog.base.errors import Diagnostic, InputError


def load(module: str, extra: str) -> Any:
    """A module of a library that the extra brings. Raises InputError, with what to install, where it cannot be imported."""
    try:
        return import_module(module)
    except ImportError as error:
        message = f"{module.partition('.')[0]} is not installed ({error})"
        raise InputError(Diagnostic(message, advice=f'pip install "ownlog[{extra}]"')) from None


def require(extra: str, *modules: str) -> None:
    """Import what a command is going to use. Raises InputError as `load` does."""
    for module in modules:
        load(module, extra)
