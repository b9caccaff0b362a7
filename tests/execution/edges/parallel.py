"""Programs with parallel loops: buffers made, chosen, freed by hand and given to functions in iterations that run at
the same time.

`teams` is run by a team of threads; `reductions` one iteration after the other, as what mlir-opt makes of scf.reduce
for threads knows only a few operations, and the regions of scf.reduce read buffers here; `nests`, with parallel loops
in one another, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from tests.execution.programs import generator
from tests.execution.programs.buffers import DYNAMIC, STATIC, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.handovers import Handovers


class Recorder(Writer):
    """Knows how many parallel loops it is in."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.nesting = 0


class Parallel(Handovers):
    """Statements with parallel loops among them, and what only some iterations free."""

    __slots__ = ()
    writer: Recorder
    # How many loops may stand in one another. What mlir-opt makes of several for threads crashes by itself, unless they
    # come by calls.
    deepest: ClassVar = 1

    def statement(self, scope: Scope, depth: int) -> None:
        kinds: list[Callable[[Scope, int], None]] = [super().statement]
        if depth > 0 and self.writer.nesting < self.deepest:
            kinds += [self.parallel, self.forall, self.affine]
        if self.frees:
            kinds += [self.lose, self.lose]
        self.writer.choices.one_of(kinds)(scope, depth)

    def parallel(self, scope: Scope, depth: int) -> None:
        counters = [self.writer.fresh("k") for _ in range(1 + self.writer.choices.chance(20))]
        bounds = [self.number(scope) for _ in counters]
        ranges = [", ".join(names) for names in (counters, ["%i0"] * len(counters), bounds, ["%i1"] * len(counters))]
        self.writer.emit("scf.parallel ({}) = ({}) to ({}) step ({}) {{".format(*ranges))
        self.iteration(scope, depth, counters, "scf.reduce")

    def forall(self, scope: Scope, depth: int) -> None:
        counter = self.writer.fresh("k")
        self.writer.emit(f"scf.forall ({counter}) in ({self.number(scope)}) {{")
        self.iteration(scope, depth, [counter])

    def affine(self, scope: Scope, depth: int) -> None:
        counter = self.writer.fresh("k")
        self.writer.emit(f"affine.parallel ({counter}) = (0) to ({2 + self.writer.choices.below(2)}) {{")
        self.iteration(scope, depth, [counter])

    def iteration(self, scope: Scope, depth: int, counters: list[str], terminator: str = "") -> None:
        """The body of a loop, to its closing brace."""
        inner = scope.inner(repeated=True)
        inner.numbers += counters
        self.writer.indent += 1
        self.writer.nesting += 1
        self.allocate(inner, depth)
        self.statement(inner, depth - 1)
        self.statement(inner, 0)
        self.observe(inner, depth)
        if terminator:
            self.writer.emit(terminator)
        self.writer.nesting -= 1
        self.writer.indent -= 1
        self.writer.emit("}")

    def lose(self, scope: Scope, depth: int) -> None:
        """Free a new buffer in one of two cases, and do something else before, between and after."""
        buffer, decided = (
            self.writer.allocate(scope, self.writer.choices.one_of((STATIC, DYNAMIC))),
            self.writer.fresh("d"),
        )
        if self.writer.choices.chance(50):
            self.statement(scope, depth - 1)
        if buffer not in self.writer.can_be_freed(scope):
            return
        self.writer.emit(f"{decided} = func.call @decide() : () -> i1")
        self.writer.emit(f"scf.if {decided} {{")
        self.writer.emit(f"  memref.dealloc {buffer.name} : {buffer.type}")
        self.writer.emit("}")
        self.writer.dead |= buffer.origins
        self.writer.observe(self.writer.pick(scope, STATIC))


class Reductions(Parallel):
    """Loops that end with the regions of scf.reduce."""

    __slots__ = ()

    def parallel(self, scope: Scope, depth: int) -> None:
        counter, first, result, value = (self.writer.fresh(letter) for letter in "kxxx")
        self.writer.emit(f"{first} = func.call @next_i32() : () -> i32")
        last = self.number(scope)
        self.writer.emit(f"{result} = scf.parallel ({counter}) = (%i0) to ({last}) step (%i1) init ({first}) -> i32 {{")
        inner = scope.inner(repeated=True)
        self.writer.indent += 1
        self.writer.nesting += 1
        self.statements(inner, depth - 1)
        self.writer.emit(f"{value} = func.call @next_i32() : () -> i32")
        self.reduce(inner, value)
        self.writer.nesting -= 1
        self.writer.indent -= 1
        self.writer.emit("}")
        self.writer.emit(f"func.call @observe_i32({result}) : (i32) -> ()")

    def reduce(self, scope: Scope, value: str) -> None:
        """A terminator whose region reads what the iteration sees."""
        left, right, read, added, both = (self.writer.fresh("x") for _ in range(5))
        buffer = self.writer.pick(scope, self.type())
        self.writer.emit(f"scf.reduce({value} : i32) {{")
        self.writer.label(f"^bb0({left}: i32, {right}: i32):")
        self.writer.indent += 1
        if self.writer.choices.chance(30):
            inner = scope.inner(repeated=True)
            self.statement(inner, 0)
            self.observe(inner, 0)
        self.writer.emit(f"{read} = memref.load {buffer.name}[%i0] : {buffer.type}")
        self.writer.emit(f"{added} = arith.addi {left}, {right} : i32")
        self.writer.emit(f"{both} = arith.addi {added}, {read} : i32")
        self.writer.emit(f"scf.reduce.return {both} : i32")
        self.writer.indent -= 1
        self.writer.emit("}")


class Nests(Reductions):
    """Loops in loops, as often as not of another kind."""

    __slots__ = ()
    deepest: ClassVar = 3

    def statement(self, scope: Scope, depth: int) -> None:
        if 0 < self.writer.nesting < self.deepest and self.writer.choices.chance(30):
            loops: list[Callable[[Scope, int], None]] = [self.parallel, self.forall, self.affine]
            self.writer.choices.one_of(loops)(scope, max(depth, 1))
        else:
            super().statement(scope, depth)

    def parallel(self, scope: Scope, depth: int) -> None:
        if self.writer.choices.chance(12):
            super().parallel(scope, depth)
        else:
            Parallel.parallel(self, scope, depth)


def teams(choices: Choices) -> str:
    """The text of a program for two threads."""
    return _generate(choices, Parallel)


def reductions(choices: Choices) -> str:
    """The text of a program for one thread."""
    return _generate(choices, Reductions)


def nests(choices: Choices) -> str:
    """The text of a program for one thread, with loops in one another."""
    return _generate(choices, Nests)


def _generate(choices: Choices, kind: type[Parallel]) -> str:
    frees, stack = choices.chance(75), choices.chance(10)
    return generator.program(choices, kind, Recorder, frees=frees, mutates=False, sharing=True, stack=stack)
