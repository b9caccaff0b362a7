"""Limits of searches, counted in steps and not in time: so the same program gives the same choice everywhere."""

from __future__ import annotations

from dataclasses import dataclass

LIMIT = 16_000_000
"""Steps of all searches in a run of one-shot-bufferize; a step takes a microsecond or less."""
EACH = 4
"""A search may take one in so many of the steps that are left, so that later ones have some, too."""


@dataclass
class Effort:
    """The steps that are left for a search, which are a part of those of `above`. `ended`: they did not suffice."""

    left: int = LIMIT
    above: Effort | None = None
    ended: bool = False

    def part(self) -> Effort:
        """The steps of one search."""
        return Effort(self.left // EACH, self)

    def spend(self, steps: int) -> bool:
        """Use some steps; whether any were left."""
        found = self.left > 0
        self.ended |= not found
        self.left -= steps
        if self.above is not None:
            self.above.spend(steps)
        return found
