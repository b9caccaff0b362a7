"""The native engine: rules as steps over relations of numbers, which an extension in C takes.

No rule is written here; nothing needs it.
"""

from __future__ import annotations

from functools import cache

from ownlog.base.extras import extension

FORMAT = 1
"""Which plans are written here: one more whenever what a step means is changed.

An extension that was built before does not run them.
"""


@cache
def is_here() -> bool:
    """Whether the extension was built of these sources, and the environment does not forbid it (`OWNLOG_NATIVE=0`)."""
    return extension("ownlog.rules.engine.native.joins", FORMAT) is not None
