"""Programs whose numbers take thousands of digits to write, because they are that large or because they begin with
zeros.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.execution.edges.constants import Constants, program
from tests.execution.programs.choices import Choices

DIGITS = 5000
_BITS = 16_640  # enough for that many digits and a sign


class Numerals(Constants):
    """Writes numbers of any length, but few that are very long: mlir-opt takes a tenth of a second for each."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.left = 4

    def kinds(self) -> list[Callable[[], object]]:
        return [*super().kinds(), self.wide, self.decide]

    def literal(self, type_: str, bits: int) -> str:
        written = super().literal(type_, bits)
        return written if written in ("true", "false") else self.longer(written)

    def factor(self) -> str:
        return self.longer(super().factor())

    def longer(self, number: str) -> str:
        """The number with zeros before its first digit, about every second time."""
        zeros = self.choices.one_of((0, 0, 0, 1, 20, DIGITS))
        if zeros == DIGITS:
            self.left -= 1
            zeros = DIGITS if self.left >= 0 else 30
        sign, base = ("-" if number.startswith("-") else ""), ("0x" if "x" in number else "")
        return f"{sign}{base}{'0' * zeros}{number.removeprefix(sign).removeprefix(base)}"

    def large(self) -> str:
        """A constant of many bits."""
        self.left -= 1
        digits = self.choices.one_of((DIGITS, DIGITS - 1, 4300, 4301)) if self.left >= 0 else 40
        last = str(self.choices.below(10))
        name, sign = self.fresh(), self.choices.one_of(("", "-"))
        self.emit(f"{name} = arith.constant {sign}{'9' * (digits - 1)}{last} : i{_BITS}")
        return name

    def wide(self) -> None:
        """The low end of a number of many bits."""
        value = self.large()
        type_ = self.type(but=("index",))
        self.observe_value(type_, self.define(type_, f"arith.trunci {value} : i{_BITS} to {type_}"))

    def decide(self) -> None:
        """Compare two of many bits, and do one thing or another."""
        self.define(
            "i1",
            f"arith.cmpi {self.choices.one_of(('eq', 'ne', 'slt', 'ult', 'sge'))}, {self.large()}, {self.large()} :"
            f" i{_BITS}",
        )
        self.if_()


def generate(choices: Choices) -> str:
    """The text of a program."""
    return program(choices, Numerals)
