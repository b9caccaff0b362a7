"""Modules in C, built with the package where a compiler and Python's headers are there. Nothing needs them: Python does the same."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any


def extension(name: str, format: int) -> Any | None:
    """The module, if it was built for what this package hands it, and the environment does not forbid it (`OWNLOG_NATIVE=0`)."""
    if os.environ.get("OWNLOG_NATIVE") == "0":
        return None
    try:
        module = import_module(name)
    except ImportError:
        return None
    return module if format == module.FORMAT else None
