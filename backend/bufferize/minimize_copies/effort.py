"""How much a search may do. It is counted in steps, not in time: the same program gives the same choice everywhere."""

from __future__ import annotations

from dataclasses import dataclass

LIMIT = 16_000_000
"""Steps of all searches of a run of one-shot-bufferize, each of a microsecond or less."""
EACH = 4
"""A search may take one of so many parts of the steps that are left: what is analysed later has some, too."""


@dataclass
class Effort:
    """The steps that are left, here and in all that these are a part of (`above`). `ended`: there were not enough."""

    left: int = LIMIT
    above: Effort | None = None
    ended: bool = False

    def part(self) -> Effort:
        """The steps of one search."""
        return Effort(self.left // EACH, self)

    def spend(self, steps: int) -> bool:
        """Takes some steps; whether there were any left."""
        found = self.left > 0
        self.ended |= not found
        self.left -= steps
        if self.above is not None:
            self.above.spend(steps)
        return found
