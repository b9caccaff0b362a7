"""What a comparison of two programs says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.backend.checking import Verdict


@dataclass(frozen=True, slots=True)
class Place:
    """Where an op stands in one of the two programs; line 0 where no text was read for it."""

    op: str
    file: str = ""
    line: int = 0
    column: int = 0


SAME = "same"
DIFFERENT = "different"
UNKNOWN = "unknown"
"""What is said of a function."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one function: unless `same`, with the reason, and how far each program came.

    `conditions` are the decisions on the path, as text, `decided` those on parameters, by number. `arguments` show a
    difference, as text.
    """

    function: str
    status: str
    reason: str = ""
    before: Place | None = None
    after: Place | None = None
    conditions: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    states: int = 0
    decided: Mapping[int, bool] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()


@dataclass(slots=True)
class Comparison:
    """What is said of all functions, and whether deallocation in the second program is right."""

    outcomes: list[Outcome]
    deallocation: Verdict
    assumptions: list[str] = field(default_factory=list)

    @property
    def status(self) -> str:
        """`same` (and clean), `different` (or certainly wrong deallocation), or `unknown`."""
        found = {outcome.status for outcome in self.outcomes}
        if DIFFERENT in found or self.deallocation.status == "error":
            return DIFFERENT
        return SAME if found <= {SAME} and self.deallocation.status == "clean" else UNKNOWN
