"""Random programs that copy what they have picked: `generate(Choices(seed))` is the text of a module.

A function picks one of several buffers by a select, some of them its caller's, and copies that to a new one, itself or in a private
function that it calls. Then it reads, and sometimes writes, the copy, what was copied, or what that was picked from; the copy may be picked
from again, go through a branch or a loop, and be returned. So a copy can be what it is a copy of only where nobody writes to either behind
it. What is read is summed up, and returned.
"""

from __future__ import annotations

from tests.execution.programs.choices import Choices

_A = "memref<4xi64>"


class _Writer:
    """Writes the body of one function; its conditions are parameters."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.lines: list[str] = []
        self.conditions = 0
        self.sum = "%one"
        self._names = 0

    def name(self, prefix: str) -> str:
        self._names += 1
        return f"%{prefix}{self._names}"

    def condition(self) -> str:
        if self.conditions and self.choices.chance(40):
            return f"%c{self.choices.below(self.conditions)}"
        self.conditions += 1
        return f"%c{self.conditions - 1}"

    def copy(self, buffers: list[str]) -> None:
        """A buffer that is a copy of one of two, in place or by a call."""
        left, right, new, condition = self.choices.one_of(buffers), self.choices.one_of(buffers), self.name("n"), self.condition()
        how = self.choices.below(10)
        if how < 4:
            self.lines.append(f"{new} = func.call @picked({condition}, {left}, {right}) : (i1, {_A}, {_A}) -> {_A}")
        elif how < 7:
            self.lines.append(f"{new} = memref.alloc() : {_A}")
            self.lines.append(f"func.call @pick({condition}, {left}, {right}, {new}) : (i1, {_A}, {_A}, {_A}) -> ()")
        else:
            picked = self.name("s")
            self.lines += [
                f"{picked} = arith.select {condition}, {left}, {right} : {_A}",
                f"{new} = memref.alloc() : {_A}",
                f"memref.copy {picked}, {new} : {_A} to {_A}",
            ]
            if self.choices.chance(30):
                buffers.append(picked)
        buffers.append(new)

    def read(self, buffers: list[str]) -> None:
        seen, weighed, total = self.name("o"), self.name("k"), self.name("t")
        self.lines += [
            f"{seen} = memref.load {self.choices.one_of(buffers[-4:])}[%zero] : {_A}",
            f"{weighed} = arith.muli {self.sum}, %three : i64",
            f"{total} = arith.addi {seen}, {weighed} : i64",
        ]
        self.sum = total

    def write(self, buffers: list[str]) -> None:
        old, new, buffer = self.name("o"), self.name("w"), self.choices.one_of(buffers)
        self.lines += [
            f"{old} = memref.load {buffer}[%zero] : {_A}",
            f"{new} = arith.addi {old}, %one : i64",
            f"memref.store {new}, {buffer}[%zero] : {_A}",
        ]

    def go_through(self, buffers: list[str]) -> None:
        """A branch, or a loop of two rounds, hands on a buffer."""
        first, second, result = self.choices.one_of(buffers), self.choices.one_of(buffers), self.name("r")
        if self.choices.chance(50):
            self.lines.append(
                f"{result} = scf.if {self.condition()} -> ({_A}) {{ scf.yield {first} : {_A} }} else {{ scf.yield {second} : {_A} }}"
            )
        else:
            self.lines += [
                f"{result} = scf.for %i{result[1:]} = %zero to %two step %unit iter_args(%q{result[1:]} = {first}) -> ({_A}) {{",
                f"  scf.yield {self.choices.one_of((second, f'%q{result[1:]}'))} : {_A}",
                "}",
            ]
        buffers.append(result)


def generate(choices: Choices) -> str:
    """A module with a function `main`."""
    writer = _Writer(choices)
    buffers = ["%a", "%b", *("%p", "%q")[: choices.below(3)]]
    writes = choices.chance(50)
    for name, value in (("%a", "%one"), ("%b", "%three")):
        writer.lines += [f"{name} = memref.alloc() : {_A}", f"linalg.fill ins({value} : i64) outs({name} : {_A})"]
    for _ in range(3 + choices.below(9)):
        kind = choices.below(10)
        if kind < 4:
            writer.copy(buffers)
        elif kind < 8:
            writer.read(buffers)
        elif kind < 9 and writes:
            writer.write(buffers)
        else:
            writer.go_through(buffers)
    results = [choices.one_of(buffers[-3:]) for _ in range(1 + choices.below(2))]
    types = ", ".join([*[_A] * len(results), "i64"])
    numbers = [f"%{name} = arith.constant {value} : {type_}" for name, value, type_ in (("one", 1, "i64"), ("three", 3, "i64"))]
    numbers += [f"%{name} = arith.constant {value} : index" for name, value in (("zero", 0), ("unit", 1), ("two", 2))]
    conditions = [f"%c{number}: i1" for number in range(writer.conditions)]
    kinds = ", ".join([_A, _A, *["i1"] * writer.conditions])
    calls = []
    for call in range(3):
        given = ", ".join([*choices.one_of((("%m", "%k"), ("%m", "%m"))), *(choices.one_of(("%true", "%false")) for _ in conditions)])
        calls.append(f"%r{call}:{len(results) + 1} = func.call @choose({given}) : ({kinds}) -> ({types})")
        calls.append(f"func.call @observe_i64(%r{call}#{len(results)}) : (i64) -> ()")
        for number in range(len(results)):
            seen = f"%x{call}{number}"
            calls += [f"{seen} = memref.load %r{call}#{number}[%zero] : {_A}", f"func.call @observe_i64({seen}) : (i64) -> ()"]
    made = [f"%{name} = memref.alloc() : {_A}" for name in "mk"]
    made += [f"linalg.fill ins(%{value} : i64) outs(%{name} : {_A})" for name, value in (("m", "three"), ("k", "one"))]
    made += [f"%{name} = arith.constant {name}" for name in ("true", "false")]
    hidden = "private " if choices.chance(20) else ""
    body = "\n".join(f"  {line}" for line in [*numbers, *writer.lines, f"return {', '.join([*results, writer.sum])} : {types}"])
    main = "\n".join(f"  {line}" for line in [*numbers, *made, *calls, "return"])
    return f"""\
func.func private @observe_i64(i64)
func.func private @picked(%c: i1, %a: {_A}, %b: {_A}) -> {_A} {{
  %s = arith.select %c, %a, %b : {_A}
  %n = memref.alloc() : {_A}
  memref.copy %s, %n : {_A} to {_A}
  return %n : {_A}
}}
func.func private @pick(%c: i1, %a: {_A}, %b: {_A}, %n: {_A}) {{
  %s = arith.select %c, %a, %b : {_A}
  %t = memref.alloc() : {_A}
  memref.copy %s, %t : {_A} to {_A}
  memref.copy %t, %n : {_A} to {_A}
  return
}}
func.func {hidden}@choose({", ".join([f"%p: {_A}", f"%q: {_A}", *conditions])}) -> ({types}) {{
{body}
}}
func.func @main() {{
{main}
}}
"""
