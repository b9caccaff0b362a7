"""The facts that the analysis of tensors adds to those of the module: what it was told of calls, what is proved of
parts of tensors, and what it decided.
"""

from __future__ import annotations

OF_CALLS = ("told_call", "told_external", "told_read", "told_written", "told_returned", "told_read_only", "told_shared")
OF_PARTS = ("told_apart", "told_apart_if", "told_not_apart")
DECISIONS = (
    "told_in_place", "told_conflict", "told_unwritable", "told_class", "told_changed", "told_parted", "told_rival",
    "told_layout", "told_moved",
)  # fmt: skip
TOLD = (*OF_CALLS, *OF_PARTS, *DECISIONS)
