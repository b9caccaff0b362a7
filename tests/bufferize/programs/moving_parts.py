"""What random programs with parts of tensors that move do with these: they take, overwrite, change, insert and observe
some.

All parts lie in their tensors: of each index it is known from where to where it may be.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.bufferize.programs.lines import Lines

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


class Parts(Lines):
    """Writes the ops of blocks. In: a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.lean = self.chance.random() < 0.7
        """Is there one loop, with little in it?"""
        self.close = self.lean and self.chance.random() < 0.7
        """Are the indices in the loop computed of each other?"""
        self.later: Index | None = None
        self.budget = self.chance.choice((1, 2, 3) if self.lean else (4, 6, 8, 12))
        """How many statements there may be, but for those that each loop has."""

    # Words.

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

    def statement(self, scope: Scope) -> None:
        self.budget -= 1
        if self.budget > 0:
            kinds = (self.compute, self.put, self.change, self.inside, self.put_late, self.look, self.branch)
            self.chance.choice((*kinds, self.compute, self.put, *[self.overwrite] * 4))(scope)

    def compute(self, scope: Scope) -> None:
        """An index that is computed of another one."""
        self.beside(scope, self.chance.choice(scope.indices[-3:]))

    def beside(self, scope: Scope, old: Index) -> None:
        """An index that is computed of `old`, if that may lie in a tensor."""
        kind, by = (
            self.chance.choice(("addi", "addi", "subi", "minsi", "maxsi", "muli")),
            self.chance.choice((1, 1, 2, 3)),
        )
        bounds = {
            "addi": (old.low + by, old.high + by), "subi": (old.low - by, old.high - by), "muli": (old.low * by,
            old.high * by),
            "minsi": (min(old.low, by), min(old.high, by)), "maxsi": (max(old.low, by), max(old.high, by)),
        }[kind]  # fmt: skip
        if bounds[0] >= 0 and bounds[1] < SIZE:
            made = Index(self.new("%i"), *bounds)
            self.write(f"{made.name} = arith.{kind} {old.name}, %c{by} : index")
            scope.indices.append(made)

    def slice(self, scope: Scope) -> Part:
        """A slice of a tensor."""
        whole = self.whole(scope)
        sizes = [index for index in scope.indices[-4:] if index.low >= 1 and index.high <= 3]
        size: int | Index = (
            self.chance.choice(sizes) if sizes and self.chance.random() < 0.25 else self.chance.choice((1, 1, 2, 3))
        )
        part = Part(self.new("%s"), self.index(scope, size if isinstance(size, int) else size.high), size)
        self.write(f"{part.name} = tensor.extract_slice {whole}{part.where} : {WHOLE} to {part.type}")
        scope.parts.append(part)
        return part

    def overwrite(self, scope: Scope) -> None:
        """A slice without what it had in it: nothing reads that."""
        old = self.chance.choice(scope.parts[-2:]) if scope.parts and self.chance.random() < 0.2 else self.slice(scope)
        made = Part(self.new("%w"), old.offset, old.size)
        self.write(f"{made.name} = linalg.fill ins({self.number()} : f32) outs({old.name} : {old.type}) -> {old.type}")
        scope.parts.append(made)
        if self.chance.random() < 0.3:
            self.observe(f"{made.name}[%c0] : {made.type}")

    def related(self, scope: Scope) -> None:
        """Where a slice of one element is overwritten is computed of the same as where another element is looked at:
        here, or behind the loop.
        """
        first = self.chance.choice(scope.indices[4:])
        for _ in range(3):
            self.beside(scope, self.chance.choice((first, first, scope.indices[-1])))
        near = [index for index in scope.indices[4:] if index.low >= 0 and index.high < SIZE]
        written, seen = self.chance.sample((near + near)[-3:], 2)
        old, made = Part(self.new("%s"), written, 1), Part(self.new("%w"), written, 1)
        self.write(f"{old.name} = tensor.extract_slice %t{old.where} : {WHOLE} to {old.type}")
        self.write(f"{made.name} = linalg.fill ins({self.number()} : f32) outs({old.name} : {old.type}) -> {old.type}")
        scope.parts.append(made)
        if self.chance.random() < 0.25:
            self.observe(f"%t[{seen.name}] : {WHOLE}")
        self.later = seen

    def inside(self, scope: Scope) -> None:
        """A slice of a slice is overwritten, and perhaps put back into that, or that is looked at."""
        long = [part for part in scope.parts[-4:] if isinstance(part.size, int) and part.size > 1]
        if not long:
            return self.overwrite(scope)
        part, (taken, made) = self.chance.choice(long), (self.new("%s"), self.new("%w"))
        assert isinstance(part.size, int)
        near = [index for index in scope.indices if index.low >= 0 and index.high < part.size]
        at, other = self.chance.choice(near).name, self.chance.choice(near).name
        one = "tensor<1xf32>"
        self.write(f"{taken} = tensor.extract_slice {part.name}[{at}] [1] [1] : {part.type} to {one}")
        self.write(f"{made} = linalg.fill ins({self.number()} : f32) outs({taken} : {one}) -> {one}")
        if self.chance.random() < 0.5:
            whole = Part(self.new("%p"), part.offset, part.size)
            self.write(
                f"{whole.name} = tensor.insert_slice {made} into {part.name}[{at}] [1] [1] : {one} into {part.type}"
            )
            scope.parts.append(whole)
        elif self.chance.random() < 0.7:
            self.observe(f"{part.name}[{other}] : {part.type}")
        return None

    def change(self, scope: Scope) -> None:
        """One element is another."""
        made = self.new("%w")
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
            part, made = self.chance.choice(scope.parts[-3:]), self.new("%w")
            self.beside(scope, part.offset)
            self.write(
                f"{made} = tensor.insert {self.number()} into {self.whole(scope)}[{self.index(scope).name}] : {WHOLE}"
            )
            self.put_into(scope, made, part)
            if self.close or self.chance.random() < 0.3:
                self.look_all(scope.wholes[-1])
        else:
            self.overwrite(scope)

    def put_into(self, scope: Scope, whole: str, part: Part) -> None:
        made, size = self.new("%p"), part.size if isinstance(part.size, int) else part.size.high
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

    def look_all(self, whole: str) -> None:
        for index in range(SIZE):
            self.observe(f"{whole}[%c{index}] : {WHOLE}")

    def look_behind(self, scope: Scope) -> None:
        """At the end, elements of a tensor are observed: one or two of one that is old, or all of one that is new."""
        whole = self.whole(scope)
        some = [self.index(scope).name for _ in range(self.chance.choice((1, 1, 2)))]
        if whole == "%t" or self.chance.random() < 0.4:
            for index in some:
                self.observe(f"{whole}[{index}] : {WHOLE}")
        else:
            self.look_all(whole)

    def behind(self, scope: Scope) -> None:
        """Behind a loop, what was written in it is put back, or something is made of what says where."""
        if self.close and scope.parts and self.chance.random() < 0.5:
            return self.put_late(scope)
        if self.close and self.later in scope.indices:
            return self.observe(f"%t[{self.later.name}] : {WHOLE}")
        kinds = [self.put, self.put_late] if scope.parts else [self.compute, self.overwrite]
        self.chance.choice((*kinds, self.compute, self.look))(scope)
        if self.chance.random() < 0.3:
            self.statement(scope)
        return None

    def observe(self, what: str) -> None:
        seen = self.new("%e")
        self.write(f"{seen} = tensor.extract {what}")
        self.write(f"func.call @observe({seen}) : (f32) -> ()")

    def branch(self, scope: Scope) -> None:
        """Two ways, one of which is taken; an index or a tensor comes out."""
        condition, ways, behind = self.new("%k"), (self.new("^b"), self.new("^b")), self.new("^b")
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
            self.write(
                f"cf.br {behind}({given.name} : index)" if handed else f"cf.br {behind}({inner.wholes[-1]} : {WHOLE})"
            )
        made = self.new("%j")
        self.lines.append(f"{behind}({made}: {'index' if handed else WHOLE}):")
        if handed:
            scope.indices.append(Index(made, min(one.low for one in found), max(one.high for one in found)))
        else:
            scope.wholes.append(made)
