"""The facts that the analysis of tensors adds to those of the module: what it was told of calls, what is proved of
parts of tensors, and what it decided.
"""

from __future__ import annotations

OF_CALLS = (
    "assume_call", "assume_external", "assume_read", "assume_written", "assume_returned", "assume_read_only",
    "assume_shared",
)  # fmt: skip
OF_PARTS = ("assume_apart", "assume_apart_if", "assume_not_apart")
DECISIONS = (
    "assume_in_place", "assume_conflict", "assume_unwritable", "assume_class", "assume_changed", "assume_parted",
    "assume_rival", "assume_layout", "assume_moved",
)  # fmt: skip
TOLD = (*OF_CALLS, *OF_PARTS, *DECISIONS)
