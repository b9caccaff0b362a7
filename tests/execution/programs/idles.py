"""Random programs whose loops begin with rounds that do nothing: `generate(Choices(seed))` is the text of a module.

A private function is called twice, the second time with what the first call gave back. It has loops whose rounds have loops of their own,
with bounds that are loaded from memory, which those loops may write to. Buffers are made, and filled, in front of the outer loops: their
rounds need them, or hand them round. What is computed is a number that is observed at the end.
"""

from __future__ import annotations

from tests.execution.programs.choices import Choices
from tests.execution.programs.sums import SumWriter

BOUNDS = "memref<8xindex>"
HANDED = "memref<?xi64>"
MADE = "memref<4xi64>"
ROUNDS = 4
_TYPES = f"({BOUNDS}, {HANDED}, memref<1xi64>)"
_HEAD = f"""\
func.func private @observe_i64(i64)
func.func private @touch(%from: index, %to: index, %x: {HANDED}) {{
  %c1 = arith.constant 1 : index
  scf.for %i = %from to %to step %c1 {{
    %v = memref.load %x[%i] : {HANDED}
    %w = arith.addi %v, %v : i64
    memref.store %w, %x[%i] : {HANDED}
  }}
  return
}}
func.func private @search(%from: index, %to: index, %x: {HANDED}) -> index {{
  %c1 = arith.constant 1 : index
  %r = scf.while (%i = %from) : (index) -> index {{
    %g = arith.cmpi ult, %i, %to : index
    scf.condition(%g) %i : index
  }} do {{
  ^bb0(%i: index):
    %v = memref.load %x[%i] : {HANDED}
    %w = arith.addi %v, %v : i64
    memref.store %w, %x[%c1] : {HANDED}
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }}
  return %r : index
}}
"""


class _Writer(SumWriter):
    """Writes statements of `@work`."""

    def make(self, filled: bool = True) -> str:
        """A buffer, by the name under which it is handed on."""
        k = self.new()
        self.emit(f"%a{k} = memref.alloc() : {MADE}")
        if filled:
            self.emit(f"linalg.fill ins(%one : i64) outs(%a{k} : {MADE})")
        self.emit(f"%b{k} = memref.cast %a{k} : {MADE} to {HANDED}")
        return f"%b{k}"

    def use(self, name: str, at: str) -> None:
        """Add a number of a buffer to the sum, and change it. In a buffer that goes round nobody may have written that before."""
        k = self.new()
        self.emit(
            *([f"memref.store %one, {name}[{at}] : {HANDED}"] if name[1] in "oy" else []),
            f"%s{k} = memref.load %sum[%c0] : memref<1xi64>",
            f"%l{k} = memref.load {name}[{at}] : {HANDED}",
            f"%n{k} = arith.addi %l{k}, %s{k} : i64",
            f"memref.store %n{k}, {name}[{at}] : {HANDED}",
            f"memref.store %n{k}, %sum[%c0] : memref<1xi64>",
        )

    def bounds(self, at: str) -> tuple[str, str]:
        """Two numbers, loaded one behind the other."""
        k = self.new()
        self.emit(
            f"%f{k} = memref.load %bounds[{at}] : {BOUNDS}",
            f"%p{k} = arith.addi {at}, %c1 : index",
            f"%t{k} = memref.load %bounds[%p{k}] : {BOUNDS}",
        )
        return f"%f{k}", f"%t{k}"

    def inner(self, names: list[str], handed: str, at: str) -> str:
        """A loop in a round of the loop that counts with `at`, or a call that has one; what it hands on in place of `handed`."""
        k = self.new()
        first, last = self.bounds(at)
        kind = self.choices.below(5)
        if kind == 0:
            self.emit(f"func.call @touch({first}, {last}, {names[0]}) : (index, index, {HANDED}) -> ()")
            return handed
        if kind == 1:
            self.emit(f"%q{k} = func.call @search({first}, {last}, {names[0]}) : (index, index, {HANDED}) -> index")
            self.emit(f"scf.for %i{k} = %q{k} to {last} step %c1 {{")
            self.use(names[-1], f"%i{k}")
            self.emit("}")
            return handed
        if not handed:
            self.emit(f"scf.for %i{k} = {first} to {last} step %c1 {{")
            self.round(names, f"%i{k}", at)
            self.emit("}")
            return handed
        if kind == 2:
            self.emit(f"%r{k}:2 = scf.while (%i{k} = {first}, %x{k} = {handed}) : (index, {HANDED}) -> (index, {HANDED}) {{")
            self.emit(f"%g{k} = arith.cmpi ult, %i{k}, {last} : index", f"scf.condition(%g{k}) %i{k}, %x{k} : index, {HANDED}", "} do {")
            self.emit(f"^bb0(%j{k}: index, %y{k}: {HANDED}):")
            self.round([*names, f"%y{k}"], f"%j{k}", at)
            self.emit(f"%h{k} = arith.addi %j{k}, %c1 : index", f"scf.yield %h{k}, {self.other(f'%y{k}')} : index, {HANDED}", "}")
            return f"%r{k}#1"
        self.emit(f"%r{k} = scf.for %i{k} = {first} to {last} step %c1 iter_args(%y{k} = {handed}) -> ({HANDED}) {{")
        self.round([*names, f"%y{k}"], f"%i{k}", at)
        self.emit(f"scf.yield {self.other(f'%y{k}')} : {HANDED}", "}")
        return f"%r{k}"

    def other(self, handed: str) -> str:
        """What goes round is sometimes another buffer."""
        return self.make() if self.choices.chance(25) else handed

    def round(self, names: list[str], at: str, outer: str) -> None:
        """What an inner loop does: it uses buffers, and may change the bounds of later rounds."""
        for name in names:
            if self.choices.chance(60):
                self.use(name, at)
        if self.choices.chance(25):
            k = self.new()
            self.emit(f"%p{k} = arith.addi {outer}, %c2 : index", f"memref.store %c{self.choices.below(3)}, %bounds[%p{k}] : {BOUNDS}")

    def outer(self, around: list[str]) -> str:
        """A loop whose rounds have loops; what comes out of it, if anything does."""
        k = self.new()
        names = [self.make() for _ in range(1 + self.choices.below(2))]
        hands = self.choices.chance(60)
        given = self.make(filled=self.choices.chance(30)) if hands else ""
        low = "%c0" if self.choices.chance(80) else "%c1"
        up = ("%c4", "%c5")[self.choices.below(2)]
        step = "%c1" if self.choices.chance(70) else "%c2"
        if hands:
            self.emit(f"%o{k} = scf.for %k{k} = {low} to {up} step {step} iter_args(%z{k} = {given}) -> ({HANDED}) {{")
        else:
            self.emit(f"scf.for %k{k} = {low} to {up} step {step} {{")
        if self.choices.chance(10):
            self.use(names[0], "%c1")
        handed = f"%z{k}" if hands else ""
        for _ in range(1 + self.choices.below(2)):
            handed = self.inner([*names, *around], handed, f"%k{k}")
        if hands:
            self.emit(f"scf.yield {self.make() if self.choices.chance(8) else handed} : {HANDED}")
        self.emit("}")
        if self.choices.chance(15):
            self.use(names[0], "%c1")
        return f"%o{k}" if hands else ""


def generate(choices: Choices) -> str:
    """The text of a program: the function with one or two such loops, and calls of it."""
    work = _Writer(choices)
    results = []
    for _ in range(1 + choices.below(2)):
        around = ["%given"] if choices.chance(70) else []
        if (result := work.outer(around)) and choices.chance(40):
            work.use(result, "%c1")
        results += [result] if result else []
    returned = results[-1] if results else work.make()
    work.emit(f"linalg.fill ins(%one : i64) outs({returned} : {HANDED})", f"return {returned} : {HANDED}")
    constants = [*(f"  %c{n} = arith.constant {n} : index" for n in range(6)), "  %one = arith.constant 1 : i64"]
    parameters = f"%bounds: {BOUNDS}, %given: {HANDED}, %sum: memref<1xi64>"
    function = [f"func.func private @work({parameters}) -> {HANDED} {{", *constants, *work.lines, "}"]
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
    if choices.chance(30):
        main.emit(f"%last = memref.load %w1[%c1] : {HANDED}", "func.call @observe_i64(%last) : (i64) -> ()")
    return main.module("\n".join([_HEAD, *function, ""]), [*(f"c{n} = {n} : index" for n in range(8)), "one = 1 : i64"])
