"""What to say of a text of many inputs that was read as one."""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.api.dumps import read_as_a_log
from ownlog.base.errors import Diagnostic, Position

SPLIT_MARKER = "// -----"
SPLIT_ADVICE = "with --split-input-file each piece between such lines is an input of its own"


def read_as_one(text: str, name: str, errors: Iterable[Diagnostic], advice: str) -> list[Diagnostic]:
    """A note with `advice` where ops and a line with only the marker come before one of the `errors` of reading a text.

    Not for ops that cannot be read in any place.
    """
    if log := read_as_a_log(text, name):
        return log
    last = max(
        (error.position.line for error in errors if error.position is not None and error.unsupported is None), default=0
    )
    ops = False
    for number, line in enumerate(text.split("\n", last)[: max(last - 1, 0)], 1):
        if line.rstrip() == SPLIT_MARKER and ops:
            return [
                Diagnostic(
                    "this line parts inputs, and was read as a comment", Position(name, number, 1), line, advice, "note"
                )
            ]
        ops = ops or (line.strip() != "" and not line.lstrip().startswith("//"))
    return []
