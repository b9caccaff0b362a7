"""Programs with while loops whose condition takes work: other loops, branches and buffers decide whether they go on."""

from __future__ import annotations

from collections.abc import Callable

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, Scope
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import Handovers


class Conditions(Handovers):
    """Statements among which while loops come often, also where another one decides whether it goes on."""

    __slots__ = ()

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [super().statement]
        if depth > 0:
            kinds.append(self.looping)
        self.writer.choices.one_of(kinds)(scope, depth)

    def looping(self, scope: Scope, depth: int) -> None:
        self.while_(scope, depth - 1)

    def goes_on(self, scope: Scope, depth: int, counter: str, last: str) -> str:
        bounded = super().goes_on(scope, depth, counter, last)
        if depth > 0 and self.writer.choices.chance(60):
            self.while_(scope, depth - 1)
        kind = self.writer.choices.below(4)
        if kind == 0:
            return bounded
        other, both = self.condition(scope) if kind == 1 else self.tested(scope, kind == 2), self.writer.fresh("d")
        self.writer.emit(f"{both} = arith.andi {bounded}, {other} : i1")
        return both

    def tested(self, scope: Scope, in_region: bool) -> str:
        """What an element of a buffer says; `in_region`: there only where something else holds."""
        buffer, result = self.writer.pick(scope, self.writer.choices.one_of((STATIC, DYNAMIC))), self.writer.fresh("d")
        if not in_region:
            self.low_bit(buffer.name, buffer.type, result)
            return result
        first = self.condition(scope)
        self.writer.emit(f"{result} = scf.if {first} -> (i1) {{")
        self.writer.indent += 1
        within, bit = scope.inner(), self.writer.fresh("d")
        self.statement(within, 0)
        # What was done there may have freed it.
        still = self.writer.pick(within, buffer.type)
        self.low_bit(still.name, still.type, bit)
        self.writer.emit(f"scf.yield {bit} : i1")
        self.writer.indent -= 1
        self.writer.emit("} else {")
        self.writer.emit("  scf.yield %yes : i1")
        self.writer.emit("}")
        return result

    def low_bit(self, buffer: str, type_: str, result: str) -> None:
        value = self.writer.fresh("x")
        self.writer.emit(f"{value} = memref.load {buffer}[%i0] : {type_}")
        self.writer.emit(f"{result} = arith.trunci {value} : i32 to i1")


def generate(choices: Choices) -> str:
    """The text of a program."""
    frees, stack = choices.chance(50), choices.chance(15)
    return generator.program(choices, Conditions, frees=frees, mutates=False, sharing=True, stack=stack)
