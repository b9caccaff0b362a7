"""The extension in C for the IR's tree: it reads ops that equal an earlier one up to names.

The parser writes what is known of such ops as plans (`Kind.plan`, `Template.plan`). Any other text comes back.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ownlog.base.extras import extension

if TYPE_CHECKING:
    from types import ModuleType

FORMAT = 6
"""The version of the plans: higher whenever their meaning changes, so that no older extension takes them."""


@cache
def native_tree() -> ModuleType | None:
    """The extension; None if it was not built of these sources, or is switched off (`OWNLOG_NATIVE=0`)."""
    return extension("ownlog.frontend.native.tree", FORMAT)
