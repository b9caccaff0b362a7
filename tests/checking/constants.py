"""Programs in which it is constant how often loops run: `python -m tests.checking.constants --count 5000`.

A buffer is freed in a few places: in loops of one round, in one round of several, in cases of two switches that belong
together, in front of the end of the program, as often as a number in memory says, in loops and under conditions whose
numbers are computed from one. Each is run with all numbers that matter, on memory that is taken away
when it is freed. Where no number leads to a fault, an error is a false one; where one does, the program is not clean.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import ownlog
from ownlog.backend.checking import check
from tests.execution.executor import BATCH, SEQUENTIAL, Executor
from tests.fuzz.tries import judge_many

TYPE = "memref<4xi32>"
_NUMBERS = 9
_HEAD = "%one = arith.constant 1 : i32\n" + "".join(
    f"%i{number} = arith.constant {number} : index\n" for number in range(8)
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A program, what is said of it, and whether a run of it goes wrong."""

    seed: int
    text: str
    status: str
    says: str
    faulty: bool

    @property
    def name(self) -> str:
        return str(self.seed)

    @property
    def counted_as(self) -> tuple[str, str]:
        return "faulty" if self.faulty else "right", self.status

    @property
    def wrong(self) -> str:
        """What is wrong with the verdict; "" where nothing is."""
        if self.faulty:
            return "falsely clean" if self.status == "clean" else ""
        return "false error" if self.status == "error" else ""

    def shown(self) -> str:
        return (
            f"// seed {self.seed}: {self.status} ({self.says}); a run goes"
            f" {'wrong' if self.faulty else 'well'}\n{self.text}"
        )


class Program:
    """A program of chance: `text` has the function `@f`, which takes a number."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.number = 0
        # What nobody uses would be gone before it is run.
        lines = [f"%a = memref.alloc() : {TYPE}", f"memref.store %one, %a[%i0] : {TYPE}"]
        for _ in range(self.chance.randrange(3)):
            lines += self._around("memref.dealloc %a : " + TYPE, 0 if self.chance.random() < 0.9 else 1)
        kinds = (self._once, self._switched, self._counted, self._ended, self._loaded, self._related)
        lines += self._fixed() if self.chance.random() < 0.1 else self.chance.choice(kinds)()
        self.text = (
            f"func.func private @abort()\n{_NARROW}func.func @f(%n: index) {{\n{_HEAD}"
            + "\n".join([*lines, "return", "}"])
            + "\n"
        )

    def _name(self) -> str:
        self.number += 1
        return f"%k{self.number}"

    def _rounds(self, rounds: int) -> tuple[int, int, int]:
        """Bounds and a step with so many rounds."""
        lower, step = self.chance.randrange(3), self.chance.randrange(1, 4)
        upper = lower + rounds * step - (self.chance.randrange(step) if rounds else 0)
        return lower, upper, step

    def _around(self, line: str, rounds: int) -> list[str]:
        """A loop that runs a line so many times."""
        name, other = self._name(), self._name()
        (low, u, s), (m, v, t) = self._rounds(rounds), self._rounds(1 if rounds else self.chance.randrange(3))
        names = [
            *(f"%i{number}" for number in (low, u, s) if number < 8),
            *([] if max(low, u, s) < 8 else ["%i0"] * 3),
        ][:3]
        heads = {
            "scf.for": f"scf.for {name} = {names[0]} to {names[1]} step {names[2]} {{",
            "affine.for": f"affine.for {name} = {low} to {u} step {s} {{",
            "affine.for.min": (
                f"affine.for {name} = max affine_map<() -> ({low}, 0)>() to min affine_map<() -> ({u}, 40)>() step"
                f" {s} {{"
            ),
            "affine.parallel": f"affine.parallel ({name}, {other}) = ({low}, {m}) to ({u}, {v}) step ({s}, {t}) {{",
            "scf.forall": f"scf.forall ({name}, {other}) = ({low}, {m}) to ({u}, {v}) step ({s}, {t}) {{",
            "scf.forall.one": f"scf.forall ({name}) in ({rounds}) {{",
            "scf.parallel": f"scf.parallel ({name}) = ({names[0]}) to ({names[1]}) step ({names[2]}) {{",
        }
        return [heads[self.chance.choice(sorted(heads))], line, "}"]

    def _off(self, number: int) -> int:
        """A number, or, now and then, another one."""
        return number if self.chance.random() < 0.7 else self.chance.randrange(4)

    def _once(self) -> list[str]:
        return self._around(f"memref.dealloc %a : {TYPE}", self._off(1))

    def _counted(self) -> list[str]:
        """Freed in one round of several."""
        rounds = self.chance.randrange(1, 5)
        name, bit = self._name(), self._name()
        at = self._off(self.chance.randrange(rounds))
        loop = self.chance.choice(
            (f"affine.for {name} = 0 to {rounds} {{", f"scf.for {name} = %i0 to %i{rounds} step %i1 {{")
        )
        return [
            loop,
            f"{bit} = arith.cmpi eq, {name}, %i{at} : index",
            f"scf.if {bit} {{",
            f"memref.dealloc %a : {TYPE}",
            "}",
            "}",
        ]

    def _fixed(self) -> list[str]:
        """Freed where constants decide that in a way that is not computed."""
        name, other, bit = self._name(), self._name(), self._name()
        free = [f"memref.dealloc %a : {TYPE}"]
        number, at = self.chance.randrange(8), self._off(1)
        kinds = {
            "affine.if": [
                f"affine.if affine_set<(d0) : (d0 mod 3 - {number % 3} == 0)>(%i{(number + at - 1) % 8}) {{",
                *free, "}",
            ],
            "affine.apply": [
                f"{name} = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i{number})",
                f"{bit} = arith.cmpi sge, {name}, %i{at} : index", f"scf.if {bit} {{", *free, "}",
            ],
            "bound": [
                f"scf.for {name} = %i0 to %i2 step %i1 {{",
                f"scf.for {other} = %i{1 - min(at, 1)} to {name} step %i1 {{",
                *free, "}", "}",
            ],
            "scf.while": [
                f"{other}:1 = scf.while ({name} = %i5) : (index) -> index {{",
                f"{bit} = arith.cmpi sgt, {name}, %i0 : index", f"scf.condition({bit}) {name} : index", "} do {",
                f"^bb0({name}: index):", *free, f"{bit}n = arith.subi {name}, %i{self._off(7)} : index",
                f"scf.yield {bit}n : index", "}",
            ],
        }  # fmt: skip
        return kinds[self.chance.choice(sorted(kinds))]

    def _loaded(self) -> list[str]:
        """Freed as often as a number in memory says, which only the program writes."""
        cell, number = self._name(), self._name()
        sizes, at = self.chance.choice((("", ""), ("1x", "%i0"), ("2x", "%i1")))
        type = f"memref<{sizes}index>"
        stored = [f"%i{self._off(1)}", self.chance.choice((f"%i{self._off(1)}", "%n"))]
        lines = [f"{cell} = memref.alloca() : {type}"]
        if self.chance.random() < 0.2:
            lines.append(f"linalg.fill ins({stored[0]} : index) outs({cell} : {type})")
        else:
            lines.append(f"memref.store {stored[0]}, {cell}[{at}] : {type}")
        if self.chance.random() < 0.3:
            bit = self._name()
            test = f"{bit} = arith.cmpi ult, %n, %i{self.chance.randrange(8)} : index"
            lines += [test, f"scf.if {bit} {{", f"memref.store {stored[1]}, {cell}[{at}] : {type}", "}"]
        lines.append(f"{number} = memref.load {cell}[{at}] : {type}")
        return [*lines, *self._up_to(number)]

    def _related(self) -> list[str]:
        """Freed in loops and under conditions whose numbers are computed from one."""
        lines, numbers = [], ["%n"]
        for _ in range(2):
            name, other = self._name(), self._name()
            number, bit = self.chance.choice(numbers), f"%i{self.chance.randrange(3)}"
            lines += self.chance.choice(
                (
                    [f"{name} = arith.minui {number}, {bit} : index"],
                    [f"{name} = affine.min affine_map<()[s] -> (s, {bit[-1]})>()[{number}]"],
                    [
                        f"{other} = arith.cmpi ule, {number}, {bit} : index",
                        f"{name} = scf.if {other} -> index {{",
                        *("scf.yield %i1 : index", "} else {", "scf.yield %i0 : index", "}"),
                    ],
                )
            )
            numbers.append(name)
        return [*lines, *self._up_to(self.chance.choice(numbers)), *self._up_to(self.chance.choice(numbers))]

    def _up_to(self, number: str) -> list[str]:
        """Freed in each iteration of a loop up to a number, or where that is zero, or where it is not."""
        name, bit = self._name(), self._name()
        free = f"memref.dealloc %a : {TYPE}"
        test = f"{bit} = arith.cmpi {self.chance.choice(('eq', 'ne', 'ugt', 'sgt'))}, {number}, %i0 : index"
        heads = {
            "scf.for": [f"scf.for {name} = %i0 to {number} step %i1 {{"],
            "scf.for unsigned": [
                f"{name}u, {name}z, {name}s = func.call @narrow({number}, %i0, %i1)"
                " : (index, index, index) -> (i32, i32, i32)",
                f"scf.for unsigned {name} = {name}z to {name}u step {name}s : i32 {{",
            ],
            "scf.forall": [f"scf.forall ({name}) in ({number}) {{"],
            "scf.parallel": [f"scf.parallel ({name}) = (%i0) to ({number}) step (%i1) {{"],
            "scf.if": [test, f"scf.if {bit} {{"],
            "affine.for": [f"affine.for {name} = 0 to affine_map<(d) -> (d)>({number}) {{"],
        }
        return [*heads[self.chance.choice(sorted(heads))], free, "}"]

    def _switched(self) -> list[str]:
        """Freed in some cases of a number here, in the others there."""
        cases = self.chance.sample(range(6), 3)
        here = {case for case in (*cases, -1) if self.chance.random() < 0.5}
        there = ({*cases, -1} - here) ^ ({self.chance.choice((*cases, -1))} if self.chance.random() < 0.25 else set())
        return [*self._switch(cases, here), *self._switch(self.chance.sample(cases, 3), there)]

    def _switch(self, cases: list[int], freed: set[int]) -> list[str]:
        free = [f"memref.dealloc %a : {TYPE}"]
        lines = ["scf.index_switch %n"]
        for case in cases:
            lines += [f"case {case} {{", *(free if case in freed else []), "scf.yield", "}"]
        return [*lines, "default {", *(free if -1 in freed else []), "}"]

    def _ended(self) -> list[str]:
        """Freed but where the program ends, which no run does."""
        bit, end = self._name(), self.chance.choice(("llvm.unreachable", "call", "assert", "ub"))
        free = [f"memref.dealloc %a : {TYPE}"] if self.chance.random() < 0.8 else []
        lines = [f"{bit} = arith.cmpi {self.chance.choice(('ult', 'ule', 'ne'))}, %n, %big : index"]
        if end == "assert":
            both = self._name()
            lines += [f'cf.assert {bit}, "small"', f"{both} = arith.cmpi ult, %n, %i3 : index"]
            return [*_BIG, *lines, f"scf.if {bit} {{", *free, "}"]
        if end == "call":
            return [*_BIG, *lines, f"scf.if {bit} {{", *free, "} else {", "func.call @abort() : () -> ()", "}"]
        last = "llvm.unreachable" if end == "llvm.unreachable" else "ub.unreachable"
        return [*_BIG, *lines, f"cf.cond_br {bit}, ^go, ^end", "^end:", last, "^go:", *free]


_NARROW = """func.func private @narrow(%u: index, %z: index, %s: index) -> (i32, i32, i32) {
  %1 = arith.index_cast %u : index to i32
  %2 = arith.index_cast %z : index to i32
  %3 = arith.index_cast %s : index to i32
  return %1, %2, %3 : i32, i32, i32
}
"""
_BIG = ["%big = arith.constant 99 : index"]


def main_of() -> str:
    """Runs `@f` with each number."""
    lines = ["func.func @main() {"]
    for number in range(_NUMBERS):
        lines += [f"  %n{number} = arith.constant {number} : index", f"  func.call @f(%n{number}) : (index) -> ()"]
    return "\n".join([*lines, "  return", "}"]) + "\n"


def judged(executor: Executor, seeds: Iterable[int]) -> Iterator[Judged]:
    """The programs of seeds that can be run."""
    made = ((seed, Program(seed).text) for seed in seeds)
    main = main_of()
    while batch := list(islice(made, BATCH)):
        reports = executor.run([text + main for _, text in batch], SEQUENTIAL)
        for (seed, text), report in zip(batch, reports, strict=True):
            if not report.cannot_run:
                verdict = check(ownlog.parse(text))
                says = "; ".join(f.message + (f" ({f.doubt})" if f.doubt else "") for f in verdict.findings)
                yield Judged(seed, text, verdict.status, says, bool(report.faults))


if __name__ == "__main__":
    judge_many("tests.checking.constants", __doc__, judged)
