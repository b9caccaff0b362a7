"""What the page asks of the passes that it shows: who owns a buffer where, and where it is freed."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ownlog.report.page.model import Ending, Outcome, Reason


class Owned(NamedTuple):
    """Who owns a buffer in a block: sign and words, and the relation and cells of the row that says so."""

    block: str
    sign: int
    text: str
    row: tuple[str, ...]


class Decisions(Protocol):
    """The decisions about the buffers of a module, in words. Values and blocks go by their names in rows."""

    def state(self, value: str) -> tuple[int, str]:
        """The sign and the words for who owns a buffer."""
        ...

    def states(self, value: str) -> list[Owned]:
        """The same, for each block that can tell."""
        ...

    def endings(self, value: str, limit: int) -> tuple[list[Ending], int]:
        """The first `limit` decisions about a buffer, and how many there are."""
        ...

    def freed(self, block: str) -> list[tuple[str, Outcome]]:
        """The buffers that a block frees, or may free, in text order."""
        ...

    def held(self, block: str, value: str, last: int) -> int:
        """The line until which a buffer is there in a block where line `last` is the last to use it."""
        ...

    def notes(self, value: str) -> list[Reason]:
        """What else there is to say about a buffer."""
        ...
