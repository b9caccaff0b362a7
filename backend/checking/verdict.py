"""What the checker says of a module."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ownlog.rules.explain.names import short_name

LEAK = "leak"
DOUBLE_FREE = "double free"
USE_AFTER_FREE = "use after free"
NOT_OWNED = "free of what is not owned"
FREED_OTHERWISE = "free as another kind of memory"
RETURNED_NOT_OWNED = "return of what is not owned"
RETURNED_TWICE = "return of one buffer as several results"
OUT_OF_SIGHT = "out of sight"
TOO_MANY = "too many cases"
NOT_PROVED = "not proved"
NOT_FOLLOWED = "not followed"
"""The kinds of findings."""

MESSAGES = {
    LEAK: "is never freed on a path",
    DOUBLE_FREE: "is freed twice on a path",
    USE_AFTER_FREE: "is used after it was freed",
    NOT_OWNED: "is freed, though the function does not own it",
    FREED_OTHERWISE: "is freed by an op that frees another kind of memory",
    RETURNED_NOT_OWNED: "is returned, though the function does not own it",
    RETURNED_TWICE: "is returned as several results",
    OUT_OF_SIGHT: "escapes, and is not freed before that",
    TOO_MANY: "cannot be followed through all cases",
    NOT_PROVED: "is clean by the search, and that could not be proved",
    NOT_FOLLOWED: "may have to be freed, and is not followed",
}
"""What a finding of each kind says of a buffer."""

ADVICE = {
    LEAK: "free the buffer on this path, or return it",
    DOUBLE_FREE: "remove one of the frees, or free the buffer only on paths that have not freed it",
    USE_AFTER_FREE: "free the buffer after its last use",
    NOT_OWNED: "remove the free: parameters belong to the callers, and globals and stack memory are not freed",
    FREED_OTHERWISE: "free it with the op that frees this kind of memory",
    RETURNED_NOT_OWNED: "return a copy, as bufferization.clone makes it",
    RETURNED_TWICE: "return a copy, as bufferization.clone makes it, for each result but one",
}
"""What to do about a finding of each kind that is certain."""


def rule_id(kind: str) -> str:
    """The name of a kind of findings for tools, and in comments."""
    return kind.replace(" ", "-")


class Step(NamedTuple):
    """A line of a witness: what happens at an op, which stands in the text `source_line`."""

    text: str
    op: str
    file: str
    line: int
    column: int
    source_line: str | None = None


class Finding(NamedTuple):
    """Something wrong, with the path to it.

    `value` is the buffer that is followed from its definition; `doubt` says why it is not certain, or is "".
    `if_reached`: it is a fault on every path to its last line. `accepted` is the reason why users want it to count for
    nothing, or "".
    """

    kind: str
    value: str
    function: str
    steps: tuple[Step, ...]
    doubt: str = ""
    if_reached: bool = False
    accepted: str = ""

    @property
    def certain(self) -> bool:
        """Whether it surely is a fault, and not something that could not be decided."""
        return not self.doubt

    @property
    def advice(self) -> str:
        """What to do about it; "" where that is not known."""
        return ADVICE.get(self.kind, "") if self.certain else ""

    @property
    def message(self) -> str:
        """What is wrong, in a sentence about the buffer."""
        said = MESSAGES[self.kind]
        return (
            f"{self.subject} {said.removesuffix(' on a path')} if this line is reached"
            if self.if_reached
            else f"{self.subject} {said}"
        )

    @property
    def subject(self) -> str:
        """The buffer, as a person would name it."""
        return f"{short_name(self.value)} of {short_name(self.function)}" if self.function else short_name(self.value)


@dataclass(slots=True, eq=False)
class Verdict:
    """All that was found, and what was assumed where nothing was found."""

    findings: list[Finding] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)
    allocations: int = 0
    states: int = 0
    proved: int = 0
    """How many obligations were set up to prove it."""

    @property
    def status(self) -> str:
        """ "clean", "error" (something is certainly wrong) or "undecided"."""
        counted = [finding for finding in self.findings if not finding.accepted]
        if any(finding.certain for finding in counted):
            return "error"
        return "undecided" if counted else "clean"
