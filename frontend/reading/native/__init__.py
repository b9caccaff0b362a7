"""The native reader: ops that are as one above but for names, read by an extension in C as long as no other stands between them.

What is to be known of them, the parser finds out and writes as plans (`Kind.plan`, `Template.plan`). What is not plain comes back to it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ownlog.base.extras import extension
from ownlog.frontend.ir.ir import Block, Op, Region, Value

if TYPE_CHECKING:
    from ownlog.frontend.reading.native.reader import Reader

FORMAT = 1
"""Which plans are written here: one more whenever what one means is changed. An extension that was built before does not take them."""

CLASSES = Op, Value, Region, Block
"""What the reader makes."""


@cache
def native_reader() -> type[Reader] | None:
    """The class of the reader; None where it was not built of these sources, or the environment forbids it (`OWNLOG_NATIVE=0`)."""
    module = extension("ownlog.frontend.reading.native.reader", FORMAT)
    made: type[Reader] | None = None if module is None else module.Reader
    return made
