"""Random programs in which parts of tensors move: loops of blocks whose counters, and what is computed of them, say where slices are, in the loop and behind it.

Loops test at the head or at the end, count up or down, have one entry or two, stand in each other, in loops of regions, and in regions of their own. They run, and all that is
said of parts lies in the tensors. What is read is little: a program that lets others observe all elements at its end hides what else it reads.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

SIZE = 8
WHOLE = f"tensor<{SIZE}xf32>"


class Index(NamedTuple):
    """An index, and from where to where it may be."""

    name: str
    low: int
    high: int


class Part(NamedTuple):
    """A slice, and what says where it is; `size` is a number, or an index."""

    name: str
    offset: Index
    size: int | Index

    @property
    def type(self) -> str:
        return f"tensor<{self.size if isinstance(self.size, int) else '?'}xf32>"

    @property
    def where(self) -> str:
        return f"[{self.offset.name}] [{self.size if isinstance(self.size, int) else self.size.name}] [1]"


class Scope(NamedTuple):
    """What can be used."""

    indices: list[Index]
    wholes: list[str]
    parts: list[Part]

    def inner(self) -> Scope:
        return Scope([*self.indices], [*self.wholes], [*self.parts])


class Moving:
    """Writes a program. In: a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        self.lean = self.chance.random() < 0.7
        self.budget = self.chance.choice((1, 2, 3) if self.lean else (4, 6, 8, 12))

    def program(self) -> str:
        """The text of a module."""
        scope = Scope([Index(f"%c{i}", i, i) for i in range(4)], ["%t"], [])
        if self.lean:
            self.turns(scope, self.chance.choice((0, 0, 1)))
            self.behind(scope)
        else:
            self.sequence(scope, 2, self.chance.choice((1, 2)))
        self.look_behind(scope)
        head = [f"  %c{i} = arith.constant {i} : index" for i in range(SIZE)]
        head += [f"  %f{i} = arith.constant {i}.0 : f32" for i in range(20)]
        head += ["  %true = arith.constant true", "  %false = arith.constant false"]
        head.append(f"  %t = tensor.from_elements {', '.join(f'%f{i}' for i in range(SIZE))} : {WHOLE}")
        return "\n".join(["func.func private @observe(f32)", "func.func @main() {", *head, *self.lines, "  return", "}", ""])

    # Words.

    def new(self, what: str = "v") -> str:
        self.count += 1
        return f"%{what}{self.count}"

    def block(self) -> str:
        self.count += 1
        return f"^b{self.count}"

    def write(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def number(self) -> str:
        return f"%f{self.chance.randrange(SIZE, 20)}"

    def index(self, scope: Scope, room: int = 1, old: float = 0.15) -> Index:
        """An index such that so many elements lie behind it: mostly one that is young."""
        fit = [index for index in scope.indices if index.low >= 0 and index.high + room <= SIZE]
        return self.chance.choice(fit if self.chance.random() < old else fit[-self.chance.choice((1, 3)) :])

    def whole(self, scope: Scope) -> str:
        """A tensor that is no slice: the first one, or a young one."""
        return scope.wholes[0] if self.chance.random() < 0.5 else self.chance.choice(scope.wholes[-2:])

    # Statements.

    def sequence(self, scope: Scope, depth: int, loops: int = 0) -> None:
        """A few statements, with loops among them."""
        steps: list[Callable[[Scope], None]] = [self.statement] * self.chance.randint(0, 3)
        steps += [lambda inside: self.turns(inside, depth)] * loops
        self.chance.shuffle(steps)
        for step in steps:
            step(scope)

    def statement(self, scope: Scope) -> None:
        self.budget -= 1
        if self.budget > 0:
            kinds = (self.compute, self.compute, *[self.overwrite] * 4, self.change, self.put, self.put, self.put_late, self.look, self.branch)
            self.chance.choice(kinds)(scope)

    def compute(self, scope: Scope) -> None:
        """An index that is computed of another one."""
        self.beside(scope, self.chance.choice(scope.indices[-3:]))

    def beside(self, scope: Scope, old: Index) -> None:
        """An index that is computed of `old`, if that may lie in a tensor."""
        kind, by = self.chance.choice(("addi", "addi", "subi", "minsi", "maxsi", "muli")), self.chance.choice((1, 1, 2, 3))
        bounds = {
            "addi": (old.low + by, old.high + by), "subi": (old.low - by, old.high - by), "muli": (old.low * by, old.high * by),
            "minsi": (min(old.low, by), min(old.high, by)), "maxsi": (max(old.low, by), max(old.high, by)),
        }[kind]  # fmt: skip
        if bounds[0] >= 0 and bounds[1] < SIZE:
            made = Index(self.new("i"), *bounds)
            self.write(f"{made.name} = arith.{kind} {old.name}, %c{by} : index")
            scope.indices.append(made)

    def slice(self, scope: Scope) -> Part:
        """A slice of a tensor."""
        whole = self.whole(scope)
        sizes = [index for index in scope.indices[-4:] if index.low >= 1 and index.high <= 3]
        size: int | Index = self.chance.choice(sizes) if sizes and self.chance.random() < 0.25 else self.chance.choice((1, 1, 2, 3))
        part = Part(self.new("s"), self.index(scope, size if isinstance(size, int) else size.high), size)
        self.write(f"{part.name} = tensor.extract_slice {whole}{part.where} : {WHOLE} to {part.type}")
        scope.parts.append(part)
        return part

    def overwrite(self, scope: Scope) -> None:
        """A slice without what it had in it: nothing reads that."""
        old = self.chance.choice(scope.parts[-2:]) if scope.parts and self.chance.random() < 0.2 else self.slice(scope)
        made = Part(self.new("w"), old.offset, old.size)
        self.write(f"{made.name} = linalg.fill ins({self.number()} : f32) outs({old.name} : {old.type}) -> {old.type}")
        scope.parts.append(made)
        if self.chance.random() < 0.3:
            self.observe(f"{made.name}[%c0] : {made.type}")

    def change(self, scope: Scope) -> None:
        """One element is another."""
        made = self.new("w")
        if scope.parts and self.chance.random() < 0.3:
            old = self.chance.choice(scope.parts[-2:])
            self.write(f"{made} = tensor.insert {self.number()} into {old.name}[%c0] : {old.type}")
            scope.parts.append(Part(made, old.offset, old.size))
        else:
            whole = self.whole(scope)
            self.write(f"{made} = tensor.insert {self.number()} into {whole}[{self.index(scope).name}] : {WHOLE}")
            scope.wholes.append(made)

    def put(self, scope: Scope) -> None:
        """A slice is inserted, mostly where it is from."""
        if scope.parts:
            self.put_into(scope, self.whole(scope), self.chance.choice(scope.parts[-3:]))
        else:
            self.overwrite(scope)

    def put_late(self, scope: Scope) -> None:
        """An element beside a slice is another, and then the slice is inserted."""
        if scope.parts:
            part, made = self.chance.choice(scope.parts[-3:]), self.new("w")
            self.beside(scope, part.offset)
            self.write(f"{made} = tensor.insert {self.number()} into {self.whole(scope)}[{self.index(scope).name}] : {WHOLE}")
            self.put_into(scope, made, part)
        else:
            self.overwrite(scope)

    def put_into(self, scope: Scope, whole: str, part: Part) -> None:
        made, size = self.new("p"), part.size if isinstance(part.size, int) else part.size.high
        to = part if self.chance.random() < 0.75 else part._replace(offset=self.index(scope, size))
        self.write(f"{made} = tensor.insert_slice {part.name} into {whole}{to.where} : {part.type} into {WHOLE}")
        scope.wholes.append(made)

    def look(self, scope: Scope) -> None:
        """An element is observed."""
        if scope.parts and self.chance.random() < 0.3:
            part = self.chance.choice(scope.parts[-2:])
            self.observe(f"{part.name}[%c0] : {part.type}")
        elif self.chance.random() < 0.2:
            part = self.slice(scope)
            self.observe(f"{part.name}[%c0] : {part.type}")
        else:
            self.observe(f"{self.whole(scope)}[{self.index(scope).name}] : {WHOLE}")

    def look_behind(self, scope: Scope) -> None:
        """At the end, elements of a tensor are observed: one or two of one that is old, or all of one that is new."""
        whole = self.whole(scope)
        some = [self.index(scope).name for _ in range(self.chance.choice((1, 1, 2)))]
        for index in some if whole == "%t" or self.chance.random() < 0.4 else [f"%c{i}" for i in range(SIZE)]:
            self.observe(f"{whole}[{index}] : {WHOLE}")

    def behind(self, scope: Scope) -> None:
        """Behind a loop, what was written in it is put back, or something is made of what says where."""
        kinds = [self.put, self.put_late] if scope.parts else [self.compute, self.overwrite]
        self.chance.choice((*kinds, self.compute, self.look))(scope)
        if self.chance.random() < 0.3:
            self.statement(scope)

    def observe(self, what: str) -> None:
        seen = self.new("e")
        self.write(f"{seen} = tensor.extract {what}")
        self.write(f"func.call @observe({seen}) : (f32) -> ()")

    def branch(self, scope: Scope) -> None:
        """Two ways, one of which is taken; an index or a tensor comes out."""
        condition, ways, behind = self.new("k"), (self.block(), self.block()), self.block()
        index = self.chance.choice(scope.indices[-3:])
        self.write(f"{condition} = arith.cmpi sgt, {index.name}, %c1 : index")
        self.write(f"cf.cond_br {condition}, {ways[0]}, {ways[1]}")
        outer = scope.inner()
        handed = self.chance.random() < 0.5
        found: list[Index] = []
        for way in ways:
            self.lines.append(f"{way}:")
            inner = outer.inner()
            self.statement(inner)
            given = self.index(inner)
            found.append(given)
            self.write(f"cf.br {behind}({given.name} : index)" if handed else f"cf.br {behind}({inner.wholes[-1]} : {WHOLE})")
        made = self.new("j")
        self.lines.append(f"{behind}({made}: {'index' if handed else WHOLE}):")
        if handed:
            scope.indices.append(Index(made, min(one.low for one in found), max(one.high for one in found)))
        else:
            scope.wholes.append(made)

    # Loops.

    def turns(self, scope: Scope, depth: int) -> None:
        """A loop."""
        kinds = [self.at_head, self.at_head, self.at_end, self.at_end, self.at_end, self.two_entries]
        kinds += [self.regions, self.enclosed] if depth else []
        self.chance.choice(kinds)(scope, depth)

    def counter(self) -> tuple[Index, str, str, str]:
        """The argument that counts, how it begins, the constant that it does not come past, and how it goes on."""
        low = self.chance.choice((0, 0, 1))
        high = low + self.chance.choice((1, 2, 2, 3))
        up = self.chance.random() < 0.7
        return Index(self.new("n"), low, high), f"%c{low if up else high}", f"%c{high if up else low}", "addi" if up else "subi"

    def arguments(self, counter: str, carried: Sequence[str]) -> str:
        return "(" + ", ".join([f"{counter}: index", *(f"{name}: {WHOLE}" for name in carried)]) + ")"

    def given(self, counter: str, carried: Sequence[str]) -> str:
        return f"({', '.join([counter, *carried])} : {', '.join(['index', *[WHOLE] * len(carried)])})"

    def carried(self, scope: Scope) -> list[str]:
        """A tensor that a loop is given, or none."""
        return [self.whole(scope)] if self.chance.random() < (0.05 if self.lean else 0.25) else []

    def body(self, scope: Scope, depth: int, least: int = 1) -> None:
        if self.chance.random() < 0.4:
            self.compute(scope)
        if least and self.chance.random() < 0.8:
            self.overwrite(scope)
        for _ in range(self.chance.choice((0, 0, 1, 2) if self.lean else (0, 1, 2))):
            self.statement(scope)
        if depth and self.chance.random() < 0.3:
            self.sequence(scope, depth - 1, 1)

    def at_head(self, scope: Scope, depth: int) -> None:
        """A loop that tests before each round: what the head makes is known behind it."""
        (counter, start, end, step), carried = self.counter(), self.carried(scope)
        head, inside, behind = self.block(), self.block(), self.block()
        names = [self.new("x") for _ in carried]
        self.write(f"cf.br {head}{self.given(start, carried)}")
        self.lines.append(f"{head}{self.arguments(counter.name, names)}:")
        scope.indices.append(counter)
        scope.wholes.extend(names)
        for _ in range(self.chance.choice((0, 0, 1))):
            self.compute(scope)
        if self.chance.random() < 0.3:
            self.overwrite(scope)
        condition = self.new("k")
        self.write(f"{condition} = arith.cmpi ne, {counter.name}, {end} : index")
        self.write(f"cf.cond_br {condition}, {inside}, {behind}")
        self.lines.append(f"{inside}:")
        inner = scope.inner()
        following = self.step(inner, counter, step, last=False)
        self.body(inner, depth)
        self.write(f"cf.br {head}{self.given(following, [inner.wholes[-1] for _ in carried])}")
        self.lines.append(f"{behind}:")

    def step(self, scope: Scope, counter: Index, step: str, *, last: bool) -> str:
        """What the counter is in the next round. In the round that is the last one, this comes past what it counts to."""
        following = self.new("m")
        self.write(f"{following} = arith.{step} {counter.name}, %c1 : index")
        by, past = (1 if step == "addi" else -1), int(last)
        bounds = (counter.low + 1, counter.high + past) if by > 0 else (counter.low - past, counter.high - 1)
        scope.indices.append(Index(following, *bounds))
        return following

    def at_end(self, scope: Scope, depth: int) -> None:
        """A loop that tests behind each round: all that a round makes is known behind it."""
        (counter, start, end, step), carried = self.counter(), self.carried(scope)
        head, behind = self.block(), self.block()
        names = [self.new("x") for _ in carried]
        self.write(f"cf.br {head}{self.given(start, carried)}")
        self.lines.append(f"{head}{self.arguments(counter.name, names)}:")
        scope.indices.append(counter)
        scope.wholes.extend(names)
        self.body(scope, depth)
        following = self.step(scope, counter, step, last=True)
        condition = self.new("k")
        self.write(f"{condition} = arith.cmpi ne, {counter.name}, {end} : index")
        self.write(f"cf.cond_br {condition}, {head}{self.given(following, [scope.wholes[-1] for _ in carried])}, {behind}")
        self.lines.append(f"{behind}:")

    def two_entries(self, scope: Scope, depth: int) -> None:
        """A loop of two blocks that control enters at one or the other."""
        (one, start, end, step), other = self.counter(), self.new("n")
        first, second, behind = self.block(), self.block(), self.block()
        way = self.chance.choice(("%true", "%false"))
        self.write(f"cf.cond_br {way}, {first}{self.given(start, ())}, {second}{self.given(start, ())}")
        self.lines.append(f"{first}{self.arguments(one.name, ())}:")
        inner = scope.inner()
        inner.indices.append(one)
        self.body(inner, 0, 0)
        self.write(f"cf.br {second}{self.given(one.name, ())}")
        self.lines.append(f"{second}{self.arguments(other, ())}:")
        counter = one._replace(name=other)
        scope.indices.append(counter)
        self.body(scope, depth)
        following = self.step(scope, counter, step, last=True)
        condition = self.new("k")
        self.write(f"{condition} = arith.cmpi ne, {other}, {end} : index")
        self.write(f"cf.cond_br {condition}, {first}{self.given(following, ())}, {behind}")
        self.lines.append(f"{behind}:")

    def regions(self, scope: Scope, depth: int) -> None:
        """A loop with a region: what is in it is not known behind it, but for a tensor that goes round."""
        counter, carried = Index(self.new("n"), 0, self.chance.choice((1, 2))), self.carried(scope)
        result, names = self.new("r"), [self.new("x") for _ in carried]
        begin = f"iter_args({names[0]} = {carried[0]}) -> ({WHOLE}) " if carried else ""
        self.write(f"{f'{result} = ' if carried else ''}scf.for {counter.name} = %c0 to %c{counter.high + 1} step %c1 {begin}{{")
        inner = scope.inner()
        inner.indices.append(counter)
        inner.wholes.extend(names)
        self.enclosed(inner, depth - 1)
        if carried:
            self.write(f"scf.yield {inner.wholes[-1]} : {WHOLE}")
            scope.wholes.append(result)
        self.write("}")

    def enclosed(self, scope: Scope, depth: int) -> None:
        """Blocks in a region of their own, which gives a tensor."""
        result, inner = self.new("r"), scope.inner()
        self.write(f"{result} = scf.execute_region -> {WHOLE} {{")
        self.body(inner, 0)
        self.sequence(inner, max(depth - 1, 0), 1)
        self.write(f"scf.yield {inner.wholes[-1]} : {WHOLE}")
        self.write("}")
        scope.wholes.append(result)


def moving(seed: int) -> str:
    """A module, as text."""
    return Moving(seed).program()
