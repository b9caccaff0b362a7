"""Small programs to be changed: a function that does a bit of everything, and a `@main` that runs it with many
arguments.
"""

import random
from collections.abc import Callable, Iterator, Sequence

Known = dict[str, list[str]]
Made = list[tuple[str, str]]
TYPE = "memref<4xi32>"
OPEN = "memref<?xi32>"
_ARGUMENTS = "%c: i1, %n: index, %x: i32, %p: memref<4xi32>"
_HEAD = """
%i0 = arith.constant 0 : index
%i1 = arith.constant 1 : index
%i2 = arith.constant 2 : index
%i3 = arith.constant 3 : index
%i4 = arith.constant 4 : index
%five = arith.constant 5 : i32
%yes = arith.constant true
%no = arith.constant false
"""
_HELPERS = """
func.func private @observe_i32(i32)
func.func private @add(%m: memref<4xi32>, %v: i32) {
  %i1 = arith.constant 1 : index
  %o = memref.load %m[%i1] : memref<4xi32>
  %s = arith.addi %o, %v : i32
  memref.store %s, %m[%i1] : memref<4xi32>
  return
}
func.func private @put(%m: memref<4xi32>, %v: i32) {
  %i1 = arith.constant 1 : index
  memref.store %v, %m[%i1] : memref<4xi32>
  return
}
func.func private @free(%m: memref<4xi32>, %v: i32) {
  %i1 = arith.constant 1 : index
  %o = memref.load %m[%i1] : memref<4xi32>
  func.call @observe_i32(%o) : (i32) -> ()
  memref.store %v, %m[%i1] : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}
"""


class Subject:
    """A program of chance: `text` has the function `@f`, and those that it calls; `main` runs it."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance = seed, random.Random(seed)
        self.number = 0
        self.lines: list[str] = []
        self._block(
            {"i32": ["%x", "%five"], "index": ["%i0", "%i1", "%i2", "%i3"], "i1": ["%c"], "buffer": ["%p"]}, 9, 0
        )
        body = "\n".join([*_HEAD.split("\n"), *self.lines, "return"])
        self.text = f"{_HELPERS.lstrip()}func.func @f({_ARGUMENTS}) {{\n{body}\n}}\n"
        self.main = main()

    def _name(self, kind: str) -> str:
        self.number += 1
        return f"%{kind}{self.number}"

    def _say(self, line: str) -> None:
        self.lines.append(line)

    def _block(self, known: dict[str, list[str]], length: int, depth: int) -> None:
        """Some statements, then what frees all that they made."""
        inner = {kind: [*names] for kind, names in known.items()}
        made: list[tuple[str, str]] = []
        for _ in range(length):
            self.chance.choice(self._statements(depth))(inner, made, depth)
        for name, type in reversed(made):
            if self.chance.random() < 0.3 and type == TYPE:
                self._say(f"memref.store {self.chance.choice(inner['i32'])}, {name}[{self._index(inner)}] : {type}")
            if self.chance.random() < 0.2 and type == TYPE:
                self._say(f"func.call @free({name}, %x) : ({type}, i32) -> ()")
            else:
                self._say(f"memref.dealloc {name} : {type}")

    def _statements(self, depth: int) -> Sequence[Callable[[Known, Made, int], None]]:
        plain = [
            self._alloc,
            self._store,
            self._load,
            self._observe,
            self._sum,
            self._part,
            self._fill,
            self._call,
            self._open,
        ]
        plain += [self._clone] * (self.seed % 4 == 0)
        plain += [self._nested] * (self.seed % 3 == 0)
        nested = [self._if, self._for, self._reduce, self._switch, self._parallel]
        return plain * 2 + nested if depth < 2 else plain

    def _index(self, known: dict[str, list[str]]) -> str:
        return self.chance.choice(known["index"])

    def _alloc(self, known: Known, made: Made, depth: int) -> None:
        name = self._name("m")
        self._say(f"{name} = memref.alloc() : {TYPE}")
        self._say(f"linalg.fill ins({self.chance.choice(known['i32'])} : i32) outs({name} : {TYPE})")
        made.append((name, TYPE))
        known["buffer"].append(name)

    def _open(self, known: Known, made: Made, depth: int) -> None:
        name, value = self._name("d"), self._name("v")
        self._say(f"{name} = memref.alloc(%i4) : {OPEN}")
        index = self._index(known)
        self._say(f"memref.store {self.chance.choice(known['i32'])}, {name}[{index}] : {OPEN}")
        if self.chance.random() < 0.5:
            self._say(f"{value} = memref.load {name}[{index}] : {OPEN}")
            known["i32"].append(value)
        made.append((name, OPEN))

    def _store(self, known: Known, made: Made, depth: int) -> None:
        buffer = self.chance.choice(known["buffer"])
        self._say(f"memref.store {self.chance.choice(known['i32'])}, {buffer}[{self._index(known)}] : {TYPE}")

    def _load(self, known: Known, made: Made, depth: int) -> None:
        name = self._name("v")
        self._say(f"{name} = memref.load {self.chance.choice(known['buffer'])}[{self._index(known)}] : {TYPE}")
        known["i32"].append(name)

    def _observe(self, known: Known, made: Made, depth: int) -> None:
        self._say(f"func.call @observe_i32({self.chance.choice(known['i32'])}) : (i32) -> ()")

    def _sum(self, known: Known, made: Made, depth: int) -> None:
        name, how = self._name("v"), self.chance.choice(("addi", "subi", "muli"))
        if self.chance.random() < 0.4:
            bit = self._name("b")
            self._say(
                f"{bit} = arith.cmpi {self.chance.choice(('slt', 'eq', 'uge'))}, %x, {self.chance.choice(known['i32'])}"
                " : i32"
            )
            known["i1"].append(bit)
        self._say(f"{name} = arith.{how} {self.chance.choice(known['i32'])}, {self.chance.choice(known['i32'])} : i32")
        known["i32"].append(name)

    def _part(self, known: Known, made: Made, depth: int) -> None:
        name, value, offset = self._name("w"), self._name("v"), self.chance.choice((0, 1, 2))
        type = f"memref<2xi32, strided<[1], offset: {offset}>>"
        self._say(f"{name} = memref.subview {self.chance.choice(known['buffer'])}[{offset}] [2] [1] : {TYPE} to {type}")
        self._say(f"memref.store {self.chance.choice(known['i32'])}, {name}[%i1] : {type}")
        self._say(f"{value} = memref.load {name}[%i0] : {type}")
        known["i32"].append(value)

    def _fill(self, known: Known, made: Made, depth: int) -> None:
        one, other = self.chance.choice(known["buffer"]), self.chance.choice(known["buffer"])
        if one == other:
            self._say(f"linalg.fill ins({self.chance.choice(known['i32'])} : i32) outs({one} : {TYPE})")
        else:
            self._say(f"memref.copy {one}, {other} : {TYPE} to {TYPE}")

    def _call(self, known: Known, made: Made, depth: int) -> None:
        callee = self.chance.choice(("@add", "@put"))
        self._say(
            f"func.call {callee}({self.chance.choice(known['buffer'])}, {self.chance.choice(known['i32'])}) : ({TYPE},"
            " i32) -> ()"
        )

    def _clone(self, known: Known, made: Made, depth: int) -> None:
        name = self._name("m")
        self._say(f"{name} = bufferization.clone {self.chance.choice(known['buffer'])} : {TYPE} to {TYPE}")
        made.append((name, TYPE))
        known["buffer"].append(name)

    def _nested(self, known: Known, made: Made, depth: int) -> None:
        """A structured op in another one; each has an index of its own."""
        if len(known["buffer"]) < 2:
            return self._alloc(known, made, depth)
        outer, inner, old, older, value, new = (self._name(kind) for kind in "iiooww")
        traits = '{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}'
        for target, argument, index in zip(
            self.chance.sample(known["buffer"], 2), (old, older), (outer, inner), strict=True
        ):
            self._say(f"linalg.generic {traits} outs({target} : {TYPE}) {{")
            self._say(f"^bb0({argument}: i32):")
            self._say(f"{index} = linalg.index 0 : index")
        asked = [outer, inner] if self.chance.random() < 0.5 else [inner, outer]
        self._say(f"{value} = arith.index_cast {asked[0]} : index to i32 // not {asked[1]}")
        self._say(f"{new} = arith.addi {older}, {value} : i32")
        for given in (new, old):
            self._say(f"linalg.yield {given} : i32")
            self._say("}")
        return None

    def _if(self, known: Known, made: Made, depth: int) -> None:
        self._say(f"scf.if {self.chance.choice(known['i1'])} {{")
        self._block(known, 3, depth + 1)
        self._say("} else {")
        self._block(known, 2, depth + 1)
        self._say("}")

    def _for(self, known: Known, made: Made, depth: int) -> None:
        name, carried, result, new = (self._name(kind) for kind in ("k", "s", "v", "v"))
        upper = self.chance.choice(("%n", "%i3", "%i2"))
        start = self.chance.choice(known["i32"])
        self._say(f"{result} = scf.for {name} = %i0 to {upper} step %i1 iter_args({carried} = {start}) -> (i32) {{")
        inner = {**known, "i32": [*known["i32"], carried], "index": [*known["index"], name]}
        self._block(inner, 3, depth + 1)
        self._say(f"{new} = arith.addi {carried}, {self.chance.choice(known['i32'])} : i32")
        self._say(f"scf.yield {new} : i32")
        self._say("}")
        known["i32"].append(result)

    def _reduce(self, known: Known, made: Made, depth: int) -> None:
        name, result, value = (self._name(kind) for kind in ("k", "v", "v"))
        start, memory = self.chance.choice(known["i32"]), self.chance.choice(known["buffer"])
        self._say(
            f"{result} = scf.parallel ({name}) = (%i0) to ({self.chance.choice(('%n', '%i4'))}) step (%i1) init"
            f" ({start}) -> i32 {{"
        )
        self._say(f"{value} = memref.load {memory}[{name}] : {TYPE}")
        self._say(f"scf.reduce({value} : i32) {{")
        self._say("^bb0(%left: i32, %right: i32):")
        new = self._name("v")
        self._say(f"{new} = arith.{self.chance.choice(('addi', 'muli'))} %left, %right : i32 // reduces")
        self._say(f"scf.reduce.return {new} : i32")
        self._say("}")
        self._say("}")
        known["i32"].append(result)

    def _parallel(self, known: Known, made: Made, depth: int) -> None:
        name = self._name("k")
        self._say(f"scf.parallel ({name}) = (%i0) to ({self.chance.choice(('%n', '%i4'))}) step (%i1) {{")
        memory = self.chance.choice(known["buffer"])
        self._say(f"memref.store {self.chance.choice(known['i32'])}, {memory}[{name}] : {TYPE}")
        self._say("}")

    def _switch(self, known: Known, made: Made, depth: int) -> None:
        self._say("scf.index_switch %n")
        for number in self.chance.sample((0, 1, 2, 3), 2):
            self._say(f"case {number} {{")
            self._block(known, 2, depth + 1)
            self._say("scf.yield")
            self._say("}")
        self._say("default {")
        self._block(known, 2, depth + 1)
        self._say("}")


def main() -> str:
    """Runs `@f` with many arguments, and shows what is in its parameter then."""
    lines = ["func.func @main() {"]
    lines += [f"  %i{number} = arith.constant {number} : index" for number in range(4)]
    lines += ["  %yes = arith.constant true", "  %no = arith.constant false"]
    for run, (flag, count, number) in enumerate(_runs()):
        lines.append(f"  %p{run} = memref.alloc() : {TYPE}")
        lines.append(f"  %x{run} = arith.constant {number} : i32")
        for at in range(4):
            lines.append(f"  %e{run}_{at} = arith.constant {3 + at * 7 + run} : i32")
            lines.append(f"  memref.store %e{run}_{at}, %p{run}[%i{at}] : {TYPE}")
        lines.append(f"  func.call @f({flag}, %i{count}, %x{run}, %p{run}) : (i1, index, i32, {TYPE}) -> ()")
        for at in range(4):
            lines.append(f"  %o{run}_{at} = memref.load %p{run}[%i{at}] : {TYPE}")
            lines.append(f"  func.call @observe_i32(%o{run}_{at}) : (i32) -> ()")
        lines.append(f"  memref.dealloc %p{run} : {TYPE}")
    return "\n".join([*lines, "  return", "}"]) + "\n"


def _runs() -> Iterator[tuple[str, int, int]]:
    for flag in ("%yes", "%no"):
        for count in range(4):
            for number in (1, 4, 9):
                yield flag, count, number
