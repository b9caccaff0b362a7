"""The native engine: an extension in C that runs rules as steps over relations of numbers."""

from __future__ import annotations

from functools import cache

from ownlog.base.extras import extension

FORMAT = 1
"""The version of the plans: higher whenever the meaning of a step changes, so that no older extension runs them."""


@cache
def is_here() -> bool:
    """Whether the extension was built of these sources, and the environment does not forbid it (`OWNLOG_NATIVE=0`)."""
    return extension("ownlog.rules.engine.native.joins", FORMAT) is not None
