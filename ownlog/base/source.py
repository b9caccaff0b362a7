"""A text with a name: positions, lines and diagnostics that point into it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from ownlog.base.errors import Diagnostic, Position


class Source:
    """The text of an input, or of one chunk of it, which begins on line `first_line` of the file."""

    def __init__(self, text: str, name: str = "<string>", first_line: int = 1) -> None:
        self.text = text
        self.name = name
        self.first_line = first_line

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find = self.text.find
        at = find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = find("\n", at + 1)
        return starts

    def position(self, offset: int) -> Position:
        """The position of the character at `offset` (0 to len(text))."""
        line = bisect_right(self._line_starts, offset) - 1
        return Position(self.name, self.first_line + line, offset - self._line_starts[line] + 1)

    def line_at(self, offset: int) -> str:
        """The whole line that holds `offset`, without its line end."""
        start = self._line_starts[bisect_right(self._line_starts, offset) - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")

    def diagnostic(self, offset: int, message: str, advice: str | None = None, severity: str = "error") -> Diagnostic:
        """A diagnostic that shows the line at `offset` with a caret."""
        return Diagnostic(message, self.position(offset), self.line_at(offset), advice, severity)
