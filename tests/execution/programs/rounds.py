"""Random programs with small buffers in loops of many rounds: `generate(Choices(seed))` is the text of a module.

A stack that each round takes something of would not last. Loops are of blocks and of regions, in each other, in
branches and in scopes that give back what they take of the stack; buffers are used where they are made, handed round,
or made by callees. What is computed is a number that is observed at the end.
"""

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

BUFFER = "memref<128xi64>"
"""As many bytes as promote-buffers-to-stack lets be on the stack, unless it is told otherwise."""
ROUNDS = 1500
"""More than the stack of an executed program has room for such buffers."""

_HEAD = "func.func private @observe_i64(i64)\n"
_CALLEE = f"""\
func.func private @twice(%v: i64, %out: memref<1xi64>) {{
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : {BUFFER}
  memref.store %v, %b[%c0] : {BUFFER}
  %x = memref.load %b[%c0] : {BUFFER}
  %y = arith.addi %x, %x : i64
  memref.store %y, %out[%c0] : memref<1xi64>
  return
}}
"""


class _Writer(SumWriter):
    """Writes statements that change the number in `%sum`."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.in_region = False

    def use(self) -> None:
        """A buffer, and a use of it."""
        k = self.new()
        self.emit(
            f"%b{k} = memref.alloc() : {BUFFER}",
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"memref.store %s{k}, %b{k}[%c1] : {BUFFER}",
            f"%l{k} = memref.load %b{k}[%c1] : {BUFFER}",
            f"%n{k} = arith.addi %l{k}, %one : i64",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )

    def call(self) -> None:
        """A buffer in a callee."""
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"func.call @twice(%s{k}, %sum) : (i64, memref<1xi64>) -> ()",
        )

    def branch(self, depth: int) -> None:
        """Statements that run every other time."""
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%o{k} = arith.trunci %s{k} : i64 to i1",
            f"scf.if %o{k} {{",
        )
        self.region(depth)
        self.emit("}")

    def scope(self, depth: int) -> None:
        """Statements that give back what they take of the stack."""
        self.emit("memref.alloca_scope {")
        self.region(depth)
        self.emit("}")

    def for_(self, depth: int, rounds: str) -> None:
        """A loop with a region; it may hand a buffer from round to round."""
        k = self.new()
        if self.choices.chance(30):
            self.emit(f"%i{k} = memref.alloc() : {BUFFER}", f"memref.store %one, %i{k}[%c0] : {BUFFER}")
            self.emit(f"%r{k} = scf.for %k{k} = %c0 to {rounds} step %c1 iter_args(%x{k} = %i{k}) -> ({BUFFER}) {{")
            self.region(depth)
            self.emit(
                f"%b{k} = memref.alloc() : {BUFFER}",
                f"memref.copy %x{k}, %b{k} : {BUFFER} to {BUFFER}",
                f"scf.yield %b{k} : {BUFFER}",
                "}",
            )
            return
        self.emit(f"scf.for %k{k} = %c0 to {rounds} step %c1 {{")
        self.region(depth)
        self.emit("}")

    def blocks(self, depth: int, rounds: str) -> None:
        """A loop of blocks, in a region of its own where it is nested."""
        k = self.new()
        nested = self.in_region
        if nested:
            self.emit("scf.execute_region {")
        self.emit(
            f"cf.br ^h{k}(%c0 : index)", f"^h{k}(%i{k}: index):", f"%m{k} = arith.cmpi slt, %i{k}, {rounds} : index"
        )
        self.emit(f"cf.cond_br %m{k}, ^b{k}, ^e{k}", f"^b{k}:")
        self.statements(depth)
        self.emit(f"%j{k} = arith.addi %i{k}, %c1 : index", f"cf.br ^h{k}(%j{k} : index)", f"^e{k}:")
        if nested:
            self.emit("scf.yield", "}")

    def region(self, depth: int) -> None:
        before, self.in_region = self.in_region, True
        self.statements(depth)
        self.in_region = before

    def statements(self, depth: int) -> None:
        """One or two; loops in loops run few rounds."""
        for _ in range(1 + self.choices.below(2)):
            kind = self.choices.below(7 if depth else 2)
            rounds = "%many" if depth == 3 else "%few"
            if kind == 0:
                self.use()
            elif kind == 1:
                self.call()
            elif kind == 2:
                self.branch(depth - 1)
            elif kind == 3:
                self.scope(depth - 1)
            elif kind == 4:
                self.for_(depth - 1, rounds)
            else:
                self.blocks(depth - 1, rounds)


def generate(choices: Choices) -> str:
    """The text of a program: a loop of many rounds, and what else there is."""
    writer = _Writer(choices)
    loop = writer.blocks if choices.chance(60) else writer.for_
    loop(2, "%many")
    writer.statements(3 if choices.chance(30) else 2)
    counts = ("few = 3 : index", f"many = {ROUNDS} : index")
    return writer.module(f"{_HEAD}{_CALLEE}", ["c0 = 0 : index", "c1 = 1 : index", "one = 1 : i64", *counts])
