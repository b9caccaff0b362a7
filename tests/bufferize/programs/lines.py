"""The lines of a random program: names that nothing has, ops, regions."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random


class Lines:
    """Writes lines. In: a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.margin = "  "

    def new(self, what: str = "%v") -> str:
        """A name that nothing has."""
        self.names += 1
        return f"{what}{self.names}"

    def write(self, text: str) -> None:
        """One line."""
        self.lines.append(self.margin + text)

    def op(self, text: str) -> str:
        """An op with one result, whose name it says."""
        name = self.new()
        self.write(f"{name} = {text}")
        return name

    @contextmanager
    def nested(self, opened: str, closed: str = "}") -> Iterator[None]:
        """A region; `closed` is "" where another one of the same op follows."""
        self.write(opened)
        self.margin += "  "
        yield
        self.margin = self.margin[:-2]
        if closed:
            self.write(closed)
