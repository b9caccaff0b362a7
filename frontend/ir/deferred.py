"""Uses whose definitions are checked when the whole text is read."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.frontend.ir.ir import Op, Value


class Deferred(NamedTuple):
    """A use that may not be dominated by its definition; `at` is its offset."""

    op: Op
    value: Value
    at: int
