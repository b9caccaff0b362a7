"""Random programs whose loops of blocks may need a buffer in no round: `generate(Choices(seed))` is the text of a module.

A private function is called twice, the second time with what the first call gave back. It hands buffers to loops of blocks that look at
memory, and, in some rounds, write to the buffers, to that memory, or go on with another buffer. What is computed is a number that is
observed at the end.
"""

from __future__ import annotations

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

BOUNDS = "memref<8xindex>"
HANDED = "memref<?xi64>"
MADE = "memref<4xi64>"
_TYPES = f"({BOUNDS}, {HANDED}, memref<1xi64>)"


class _Writer(SumWriter):
    """Writes the blocks of `@work`. Which buffer is handed on is `handed`, by the name that is good in the block that is written."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.handed: list[str] = []

    def make(self) -> str:
        """A buffer, by the name under which it is handed on."""
        k = self.new()
        self.emit(f"%a{k} = memref.alloc() : {MADE}", f"%b{k} = memref.cast %a{k} : {MADE} to {HANDED}")
        return f"%b{k}"

    def add(self, name: str, at: str) -> None:
        """Add a number of a buffer to the sum."""
        k = self.new()
        self.emit(
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%l{k} = memref.load {name}[{at}] : {HANDED}",
            f"%n{k} = arith.addi %l{k}, %s{k} : i64",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )

    def passed(self, *others: str) -> str:
        """What a branch hands on: some numbers and the buffers."""
        types = ["index"] * len(others) + [HANDED] * len(self.handed)
        return f"({', '.join([*others, *self.handed])} : {', '.join(types)})"

    def block(self, label: str, *others: str) -> None:
        """Begin a block that takes numbers and the buffers."""
        k = self.new()
        self.handed = [f"%p{k}x{at}" for at in range(len(self.handed))]
        arguments = [*(f"{other}: index" for other in others), *(f"{name}: {HANDED}" for name in self.handed)]
        self.lines.append(f"{label}({', '.join(arguments)}):")

    def loop(self) -> None:
        """A loop of blocks, and a loop in it; behind it, control goes on in another block."""
        k = self.new()
        self.emit(f"cf.br ^h{k}{self.passed('%c0')}")
        self.block(f"^h{k}", f"%i{k}")
        outer = self.handed
        self.emit(f"%m{k} = arith.cmpi slt, %i{k}, %c{3 + self.choices.below(2)} : index", f"cf.cond_br %m{k}, ^r{k}, ^e{k}")
        self.lines.append(f"^r{k}:")
        self.emit(
            f"%f{k} = memref.load %bounds[%i{k}] : {BOUNDS}",
            f"%j{k} = arith.addi %i{k}, %c1 : index",
            f"%t{k} = memref.load %bounds[%j{k}] : {BOUNDS}",
        )
        if self.choices.chance(10):
            self.add("%given", "%c1")
        if self.choices.chance(10):
            self.handed = [self.make(), *self.handed[1:]]
        self.emit(f"cf.br ^n{k}{self.passed(f'%f{k}')}")
        self.block(f"^n{k}", f"%x{k}")
        inner = self.handed
        self.emit(f"%g{k} = arith.cmpi ult, %x{k}, %t{k} : index", f"cf.cond_br %g{k}, ^w{k}, ^l{k}")
        self.lines.append(f"^w{k}:")
        for name in self.handed:
            if self.choices.chance(60):
                self.emit(f"memref.store %one, {name}[%x{k}] : {HANDED}")
                self.add(name, f"%x{k}")
        if self.choices.chance(60):
            self.add("%given", f"%x{k}")
        if self.choices.chance(25):
            self.emit(f"memref.store %c{self.choices.below(3)}, %bounds[%j{k}] : {BOUNDS}")
        if self.choices.chance(40):
            self.handed = [*self.handed[:-1], self.make()]
        elif self.choices.chance(10):
            self.handed = self.handed[::-1]
        self.emit(f"%y{k} = arith.addi %x{k}, %c1 : index", f"cf.br ^n{k}{self.passed(f'%y{k}')}")
        self.handed = inner
        self.lines.append(f"^l{k}:")
        if self.choices.chance(8):
            self.handed = self.handed[::-1]
        self.emit(f"cf.br ^h{k}{self.passed(f'%j{k}')}")
        self.handed = outer
        self.lines.append(f"^e{k}:")


def _work(choices: Choices) -> list[str]:
    work = _Writer(choices)
    for _ in range(1 + choices.below(2)):
        name = work.make()
        if choices.chance(30):
            work.emit(f"memref.store %one, {name}[%c0] : {HANDED}")
        work.handed.append(name)
    if choices.chance(50):
        work.add("%given", "%c2")
    for _ in range(1 + choices.below(2)):
        work.loop()
        if choices.chance(15):
            work.emit(f"memref.store %one, {work.handed[0]}[%c1] : {HANDED}")
            work.add(work.handed[0], "%c1")
        if choices.chance(30):
            work.emit(f"memref.store %c1, %bounds[%c2] : {BOUNDS}")
    work.emit(f"return {work.handed[choices.below(len(work.handed))]} : {HANDED}")
    return work.lines


def generate(choices: Choices) -> str:
    """The text of a program: the function with one or two such loops, and calls of it."""
    constants = [*(f"  %c{n} = arith.constant {n} : index" for n in range(5)), "  %one = arith.constant 1 : i64"]
    parameters = f"%bounds: {BOUNDS}, %given: {HANDED}, %sum: memref<1xi64>"
    head = [
        "func.func private @observe_i64(i64)",
        f"func.func private @work({parameters}) -> {HANDED} {{",
        *constants,
        *_work(choices),
        "}",
        "",
    ]
    main = SumWriter(choices)
    main.emit(
        f"%a = memref.alloc() : {MADE}", f"linalg.fill ins(%one : i64) outs(%a : {MADE})", f"%w0 = memref.cast %a : {MADE} to {HANDED}"
    )
    for call in range(2):
        main.emit(f"%m{call} = memref.alloc() : {BOUNDS}")
        begins = choices.below(8)
        for at in range(8):
            main.emit(f"memref.store %c{choices.below(4) if at >= begins else 0}, %m{call}[%c{at}] : {BOUNDS}")
        main.emit(f"%w{call + 1} = func.call @work(%m{call}, %w{call}, %sum) : {_TYPES} -> {HANDED}")
        # Nobody may have written to it.
        main.emit(f"linalg.fill ins(%one : i64) outs(%w{call + 1} : {HANDED})")
    if choices.chance(30):
        main.emit(f"%last = memref.load %w1[%c1] : {HANDED}", "func.call @observe_i64(%last) : (i64) -> ()")
    return main.module("\n".join(head), [*(f"c{n} = {n} : index" for n in range(8)), "one = 1 : i64"])
