"""Libraries that only corpora need."""

from __future__ import annotations

from importlib import import_module

from ownlog.errors import Diagnostic, InputError


def require(extra: str, *modules: str) -> None:
    """Import libraries. Raises InputError, with what to install, where one is missing."""
    for module in modules:
        try:
            import_module(module)
        except ImportError as error:
            raise InputError(Diagnostic(f"{module} is not installed ({error})", advice=f'pip install "ownlog[{extra}]"')) from None
