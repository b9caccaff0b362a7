"""What generators have in common whose programs compute a sum in `%sum`, which is observed at the end."""

from __future__ import annotations

from collections.abc import Sequence

from tests.execution.programs.choices import Choices


class SumWriter:
    """Writes statements of `@main`, line by line; `lines` are those that there are, and `names` is how many numbers names have got."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.lines: list[str] = []
        self.names = 0

    def new(self) -> int:
        """A number that no name has got yet."""
        self.names += 1
        return self.names

    def emit(self, *lines: str) -> None:
        """Write some lines."""
        self.lines += [f"  {line}" for line in lines]

    def module(self, head: str, constants: Sequence[str]) -> str:
        """The text of a module: `head`, and a function with these constants (`name = number : type`) and the statements."""
        begin = [
            *(f"  %{name} = arith.constant {rest}" for name, _, rest in (constant.partition(" = ") for constant in constants)),
            "  %sum = memref.alloc() : memref<1xi64>",
            "  memref.store %one, %sum[%c0] : memref<1xi64>",
        ]
        end = ["  %all = memref.load %sum[%c0] : memref<1xi64>", "  func.call @observe_i64(%all) : (i64) -> ()", "  return"]
        return "\n".join([f"{head}func.func @main() {{", *begin, *self.lines, *end, "}", ""])
