"""Lines of Python source with indentation, and the names that generated code uses."""

from __future__ import annotations

from ownlog.rules.engine.planning.indexes import safe


class Writer:
    """Collects lines at a current depth of indentation."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.lines: list[str] = []

    def line(self, text: str) -> None:
        """Adds a line."""
        self.lines.append("    " * self.depth + text)

    def open(self, text: str) -> None:
        """Adds a line that opens a block."""
        self.line(text)
        self.depth += 1

    def close(self) -> None:
        """Ends the innermost block."""
        self.depth -= 1


def relation_name(relation: str) -> str:
    """The Python name of a relation's set of rows."""
    return f"R_{safe(relation)}"
