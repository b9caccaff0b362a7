"""What an extension in C does with the tree of the IR: it reads ops that are as one above but for names.

What is to be known of such ops, the parser finds out and writes as plans (`Kind.plan`, `Template.plan`). What is not
plain comes back.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ownlog.base.extras import extension

if TYPE_CHECKING:
    from types import ModuleType

FORMAT = 6
"""Which plans are written here: one more whenever what one means is changed.

An extension that was built before does not take them.
"""


@cache
def native_tree() -> ModuleType | None:
    """The extension; None where it was not built of these sources, or the environment forbids it
    (`OWNLOG_NATIVE=0`).
    """
    return extension("ownlog.frontend.native.tree", FORMAT)
