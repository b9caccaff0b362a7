"""Random programs whose loops may have no round: `generate(Choices(seed))` is the text of a module.

Buffers are made, and some of them filled, long before the loops that need them: in their rounds alone, behind them too, or as what goes
round. How many rounds there are, and whether the first region of a loop goes on, nobody knows before the program runs. What is computed is
a number that is observed at the end.
"""

from __future__ import annotations

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

BUFFER = "memref<4xi64>"
_HEAD = """\
func.func private @observe_i64(i64)
func.func private @number(%n: index) -> index {
  return %n : index
}
"""


class _Writer(SumWriter):
    """Writes statements that change the number in `%sum`, some of them with buffers that were made before."""

    def make(self) -> str:
        """A buffer that holds numbers, by a fill or by stores."""
        k = self.new()
        self.emit(f"%b{k} = memref.alloc() : {BUFFER}")
        if self.choices.chance(70):
            self.emit(f"linalg.fill ins(%one : i64) outs(%b{k} : {BUFFER})")
        else:
            self.emit(*(f"memref.store %one, %b{k}[%{at}] : {BUFFER}" for at in ("c0", "c1", "c2", "c3")))
        return f"%b{k}"

    def use(self, buffer: str) -> None:
        """Add a number of a buffer to the sum, and change it."""
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%l{k} = memref.load {buffer}[%c1] : {BUFFER}",
            f"%n{k} = arith.addi %l{k}, %s{k} : i64",
            f"memref.store %n{k}, {buffer}[%c1] : {BUFFER}",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )

    def count(self) -> str:
        """How many rounds a loop has: 0 to 2, known or not."""
        k, rounds = self.new(), self.choices.below(3)
        if self.choices.chance(20):
            return f"%c{rounds}"
        self.emit(f"%k{k} = func.call @number(%c{rounds}) : (index) -> index")
        return f"%k{k}"

    def body(self, buffers: list[str], depth: int) -> None:
        for buffer in buffers:
            if self.choices.chance(70):
                self.use(buffer)
        if depth and self.choices.chance(40):
            self.statement(depth - 1, buffers)

    def for_(self, buffers: list[str], depth: int) -> None:
        """A loop that counts; it may hand a buffer round."""
        k, rounds = self.new(), self.count()
        low = "%c0" if self.choices.chance(70) else "%c1"
        if self.choices.chance(30):
            given = self.make()
            self.emit(f"%r{k} = scf.for %i{k} = {low} to {rounds} step %c1 iter_args(%x{k} = {given}) -> ({BUFFER}) {{")
            self.body([*buffers, f"%x{k}"], depth)
            handed = self.make() if self.choices.chance(50) else f"%x{k}"
            self.emit(f"scf.yield {handed} : {BUFFER}", "}")
            self.use(f"%r{k}")
            return
        self.emit(f"scf.for %i{k} = {low} to {rounds} step %c1 {{")
        self.body(buffers, depth)
        self.emit("}")

    def while_(self, buffers: list[str], depth: int) -> None:
        """A loop whose first region compares a number, and may look at a buffer."""
        k, rounds = self.new(), self.count()
        given = self.make() if self.choices.chance(40) else ""
        types = f"(index, {BUFFER})" if given else "index"
        inits = f"%i{k} = %c0" + (f", %x{k} = {given}" if given else "")
        self.emit(f"%r{k}{':2' if given else ''} = scf.while ({inits}) : ({types.strip('()')}) -> {types} {{")
        if buffers and self.choices.chance(20):
            self.use(buffers[0])
        self.emit(f"%g{k} = arith.addi %i{k}, %c0 : index", f"%m{k} = arith.cmpi ult, %g{k}, {rounds} : index")
        if given:
            self.emit(f"scf.condition(%m{k}) %g{k}, %x{k} : index, {BUFFER}", "} do {", f"^bb0(%j{k}: index, %y{k}: {BUFFER}):")
        else:
            self.emit(f"scf.condition(%m{k}) %g{k} : index", "} do {", f"^bb0(%j{k}: index):")
        self.body([*buffers, f"%y{k}"] if given else buffers, depth)
        handed = self.make() if given and self.choices.chance(50) else f"%y{k}"
        self.emit(f"%h{k} = arith.addi %j{k}, %c1 : index")
        self.emit(f"scf.yield %h{k}, {handed} : index, {BUFFER}" if given else f"scf.yield %h{k} : index", "}")
        if given:
            self.use(f"%r{k}#1")

    def statement(self, depth: int, around: list[str]) -> None:
        """Some buffers, loops that need them, and what looks at one behind them, or frees one there."""
        made = [self.make() for _ in range(1 + self.choices.below(3))]
        if self.choices.chance(30):
            self.use(made[0])
        loop = self.for_ if self.choices.chance(50) else self.while_
        loop([*made, *around], depth)
        if self.choices.chance(30):
            self.use(made[-1])
        if self.choices.chance(15):
            self.emit(f"memref.dealloc {made[-1]} : {BUFFER}")


def generate(choices: Choices) -> str:
    """The text of a program: a few statements."""
    writer = _Writer(choices)
    for _ in range(1 + choices.below(3)):
        writer.statement(2, [])
    return writer.module(_HEAD, [*(f"c{n} = {n} : index" for n in range(4)), "one = 1 : i64"])
