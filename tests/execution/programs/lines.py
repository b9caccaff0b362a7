"""What generators have in common that write the body of a function line by line."""

from tests.execution.programs.choices import Choices


class LineWriter:
    """Writes statements; `lines` are those that there are, and `names` is how many numbers names have got."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.lines: list[str] = []
        self.names = 0

    def new(self) -> int:
        """A number that no name has got yet."""
        self.names += 1
        return self.names

    def fresh(self, letter: str) -> str:
        """A name that begins with `letter` and that no value has got yet."""
        return f"%{letter}{self.new()}"

    def emit(self, *lines: str) -> None:
        """Write some lines."""
        self.lines += [f"  {line}" for line in lines]
