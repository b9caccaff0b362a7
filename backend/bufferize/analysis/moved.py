"""What was moved or rewritten so that less is copied, in words."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.base.errors import Diagnostic
from ownlog.frontend.ir.ir import Op

BEFORE, ONCE, AROUND, EITHER, ANEW = "before", "once", "around", "either", "anew"
SAID = {
    BEFORE: "{op} runs before {other}, which would overwrite what it reads",
    ONCE: "{op} runs once, in front of {other}",
    AROUND: "{op} reads what was there before {other}, which leaves that alone",
    ANEW: "{op} takes its part of what was there before {other}, which is made anew on that part",
    EITHER: "{op} reads the element that {other} puts there, or the one that was there before",
}
"""What it means, by how an op was moved or rewritten."""


class Moved(NamedTuple):
    """`op` was moved or rewritten because of `other`:

    `how` is a key of `SAID`. Insertions that were made for it copy so many bytes.
    """

    op: Op
    how: str
    other: Op
    copied: int = 0

    def remark(self, more: str = "") -> Diagnostic:
        """What was done, for who asks, with something more to say."""
        said = SAID[self.how].format(op=self.op.name, other=f"{self.other.name} at line {self.other.line}")
        return self.op.diagnostic(said + more, severity="remark")
