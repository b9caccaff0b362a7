"""Random programs in which parts of tensors move: counters of loops of blocks, and what is computed of them, say where
slices are.

Slices are overwritten in a loop, and read, put back or overwritten behind it, by names of the loop. Loops test at the
head or at the end, count up or down, have one entry or two, stand in each other, in loops of regions, and in regions of
their own; some carry tensors, or slices. They end. What is read is little: who observes all elements at the end hides
what else is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.bufferize.programs.moving_parts import SIZE, WHOLE, Index, Part, Parts, Scope


class Moving(Parts):
    """Writes a program. In: a seed."""

    def program(self) -> str:
        """The text of a module."""
        scope = Scope([Index(f"%c{i}", i, i) for i in range(4)], ["%t"], [])
        if self.lean and self.chance.random() < 0.2:
            self.chance.choice((self.regions, self.two_regions))(scope, 1)
        elif self.lean:
            self.turns(scope, self.chance.choice((0, 0, 1)))
            self.behind(scope)
        else:
            self.sequence(scope, 2, self.chance.choice((1, 2)))
        if not self.close or "func.call" not in "".join(self.lines):
            self.look_behind(scope)
        head = [f"  %c{i} = arith.constant {i} : index" for i in range(SIZE)]
        head += [f"  %f{i} = arith.constant {i}.0 : f32" for i in range(20)]
        head += ["  %true = arith.constant true", "  %false = arith.constant false"]
        head.append(f"  %t = tensor.from_elements {', '.join(f'%f{i}' for i in range(SIZE))} : {WHOLE}")
        return "\n".join(
            ["func.func private @observe(f32)", "func.func @main() {", *head, *self.lines, "  return", "}", ""]
        )

    def sequence(self, scope: Scope, depth: int, loops: int = 0) -> None:
        """A few statements, with loops among them."""
        steps: list[Callable[[Scope], None]] = [self.statement] * self.chance.randint(0, 3)
        steps += [lambda inside: self.turns(inside, depth)] * loops
        self.chance.shuffle(steps)
        for step in steps:
            step(scope)

    def turns(self, scope: Scope, depth: int) -> None:
        """A loop."""
        kinds = [self.at_head, self.at_head, self.at_end, self.at_end, self.at_end, self.two_entries]
        kinds += [self.regions, self.regions, self.two_regions, self.enclosed] if depth else []
        self.chance.choice(kinds)(scope, depth)

    def body(self, scope: Scope, depth: int, least: int = 1) -> None:
        if self.close and least and len(scope.indices) > 4:
            return self.related(scope)
        if self.chance.random() < 0.4:
            self.compute(scope)
        if least and self.chance.random() < 0.8:
            self.overwrite(scope)
        for _ in range(self.chance.choice((0, 0, 1, 2) if self.lean else (0, 1, 2))):
            self.statement(scope)
        if depth and self.chance.random() < 0.3:
            self.sequence(scope, depth - 1, 1)
        return None

    def counter(self) -> tuple[Index, str, str, str]:
        """What counts, what it begins with, the constant that it does not come past, and how it goes on."""
        low = 1 if self.close else self.chance.choice((0, 0, 1))
        high = low + self.chance.choice((1, 2, 2, 3))
        up = self.chance.random() < 0.7
        return (
            Index(self.new("%n"), low, high),
            f"%c{low if up else high}",
            f"%c{high if up else low}",
            "addi" if up else "subi",
        )

    def step(self, scope: Scope, counter: Index, step: str, *, last: bool) -> str:
        """The counter of the next round; that of the round after the `last` one, too, which comes past what it counts
        to.
        """
        following, past = self.new("%m"), int(last)
        self.write(f"{following} = arith.{step} {counter.name}, %c1 : index")
        bounds = (counter.low + 1, counter.high + past) if step == "addi" else (counter.low - past, counter.high - 1)
        scope.indices.append(Index(following, *bounds))
        return following

    def carried(self, scope: Scope) -> list[Part | str]:
        """A tensor or a slice that goes round in a loop, or none."""
        if self.chance.random() < (0.05 if self.lean else 0.25):
            return [self.whole(scope)]
        return [self.chance.choice(scope.parts[-2:])] if scope.parts and self.chance.random() < 0.15 else []

    def arrive(self, scope: Scope, carried: Sequence[Part | str], what: str = "%x") -> str:
        """What is carried has a new name, which is known in `scope`; as it is written for a block."""
        lines = []
        for tensor in carried:
            name = self.new(what)
            if isinstance(tensor, Part):
                scope.parts.append(tensor._replace(name=name))
            else:
                scope.wholes.append(name)
            lines.append(f", {name}: {tensor.type if isinstance(tensor, Part) else WHOLE}")
        return "".join(lines)

    def next(self, scope: Scope, carried: Sequence[Part | str]) -> list[Part | str]:
        """What goes on for what is carried: the youngest tensor of its type."""
        return [
            next(part for part in reversed(scope.parts) if part.type == tensor.type)
            if isinstance(tensor, Part)
            else scope.wholes[-1]
            for tensor in carried
        ]

    def given(self, counter: str, carried: Sequence[Part | str]) -> str:
        """What is handed to a block, with types."""
        names = [counter, *(tensor.name if isinstance(tensor, Part) else tensor for tensor in carried)]
        types = ["index", *(tensor.type if isinstance(tensor, Part) else WHOLE for tensor in carried)]
        return f"({', '.join(names)} : {', '.join(types)})"

    def at_head(self, scope: Scope, depth: int) -> None:
        """A loop that tests before each round: what the head makes is known behind it."""
        (counter, start, end, step), carried = self.counter(), self.carried(scope)
        head, inside, behind, goes = self.new("^b"), self.new("^b"), self.new("^b"), self.new("%k")
        self.write(f"cf.br {head}{self.given(start, carried)}")
        self.lines.append(f"{head}({counter.name}: index{self.arrive(scope, carried)}):")
        scope.indices.append(counter)
        for _ in range(self.chance.choice((0, 0, 1))):
            self.compute(scope)
        if self.chance.random() < 0.3:
            self.overwrite(scope)
        self.write(f"{goes} = arith.cmpi ne, {counter.name}, {end} : index")
        self.write(f"cf.cond_br {goes}, {inside}, {behind}")
        self.lines.append(f"{inside}:")
        inner = scope.inner()
        following = self.step(inner, counter, step, last=False)
        self.body(inner, depth)
        self.write(f"cf.br {head}{self.given(following, self.next(inner, carried))}")
        self.lines.append(f"{behind}:")

    def at_end(self, scope: Scope, depth: int) -> None:
        """A loop that tests behind each round: all that a round makes is known behind it."""
        (counter, start, end, step), carried = self.counter(), self.carried(scope)
        head, behind, goes = self.new("^b"), self.new("^b"), self.new("%k")
        self.write(f"cf.br {head}{self.given(start, carried)}")
        self.lines.append(f"{head}({counter.name}: index{self.arrive(scope, carried)}):")
        scope.indices.append(counter)
        self.body(scope, depth)
        following = self.step(scope, counter, step, last=True)
        self.write(f"{goes} = arith.cmpi ne, {counter.name}, {end} : index")
        self.write(f"cf.cond_br {goes}, {head}{self.given(following, self.next(scope, carried))}, {behind}")
        self.lines.append(f"{behind}:")

    def two_entries(self, scope: Scope, depth: int) -> None:
        """A loop of two blocks that control enters at one or the other."""
        (counter, start, end, step), other = self.counter(), self.new("%n")
        first, second, behind, goes = self.new("^b"), self.new("^b"), self.new("^b"), self.new("%k")
        way = self.chance.choice(("%true", "%false"))
        self.write(f"cf.cond_br {way}, {first}{self.given(start, ())}, {second}{self.given(start, ())}")
        self.lines.append(f"{first}({other}: index):")
        inner = scope.inner()
        inner.indices.append(counter._replace(name=other))
        self.body(inner, 0, 0)
        self.write(f"cf.br {second}{self.given(other, ())}")
        self.lines.append(f"{second}({counter.name}: index):")
        scope.indices.append(counter)
        self.body(scope, depth)
        following = self.step(scope, counter, step, last=True)
        self.write(f"{goes} = arith.cmpi ne, {counter.name}, {end} : index")
        self.write(f"cf.cond_br {goes}, {first}{self.given(following, ())}, {behind}")
        self.lines.append(f"{behind}:")

    def regions(self, scope: Scope, depth: int) -> None:
        """A loop with a region, in which loops of blocks may stand: of what is in it just a tensor that goes round is
        known behind it.
        """
        counter, result = Index(self.new("%n"), 0, self.chance.choice((1, 2))), self.new("%r")
        head = f"scf.for {counter.name} = %c0 to %c{counter.high + 1} step %c1"
        inner = scope.inner()
        inner.indices.append(counter)
        if self.chance.random() < 0.3:
            inner.wholes.append(self.new("%x"))
            self.write(f"{result} = {head} iter_args({inner.wholes[-1]} = {self.whole(scope)}) -> ({WHOLE}) {{")
            scope.wholes.append(result)
        else:
            self.write(f"{head} {{")
        self.round(inner, depth)
        if scope.wholes[-1] == result:
            self.write(f"scf.yield {inner.wholes[-1]} : {WHOLE}")
        self.write("}")

    def two_regions(self, scope: Scope, depth: int) -> None:
        """A loop that tests in its first region; the counter comes out of it."""
        (counter, start, end, step), result, goes = self.counter(), self.new("%r"), self.new("%k")
        before = self.new("%n")
        self.write(f"{result} = scf.while ({before} = {start}) : (index) -> index {{")
        self.write(f"{goes} = arith.cmpi ne, {before}, {end} : index")
        self.write(f"scf.condition({goes}) {before} : index")
        self.write("} do {")
        self.lines.append(f"^bb0({counter.name}: index):")
        inner = scope.inner()
        inner.indices.append(counter)
        following = self.step(inner, counter, step, last=False)
        self.round(inner, depth)
        self.write(f"scf.yield {following} : index")
        self.write("}")
        scope.indices.append(counter._replace(name=result))

    def round(self, scope: Scope, depth: int) -> None:
        """What is in a region that goes round: blocks, or a slice is overwritten and put back."""
        if self.chance.random() < (0.2 if self.lean else 0.6):
            return self.enclosed(scope, depth - 1)
        inner, nested = scope.inner(), self.chance.random() < 0.4
        if nested:
            self.write("scf.if %true {")
        self.overwrite(inner)
        self.put_into(inner, self.whole(inner), inner.parts[-1])
        for index in self.chance.sample(range(4), 2):
            self.observe(f"{inner.wholes[-1]}[%c{index}] : {WHOLE}")
        if nested:
            self.write("}")
        return None

    def enclosed(self, scope: Scope, depth: int) -> None:
        """Blocks in a region of their own, which gives a tensor."""
        result, inner = self.new("%r"), scope.inner()
        self.write(f"{result} = scf.execute_region -> {WHOLE} {{")
        self.body(inner, 0)
        self.sequence(inner, max(depth - 1, 0), 1)
        self.write(f"scf.yield {inner.wholes[-1]} : {WHOLE}")
        self.write("}")
        scope.wholes.append(result)


def moving(seed: int) -> str:
    """A module, as text."""
    return Moving(seed).program()
