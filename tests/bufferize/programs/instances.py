"""Random programs about instances of `scf.forall` that read what they share: their own part, that of a neighbour, all
of it.

Each instance inserts into a part of its own, so that their order does not matter. `backwards` lets them run from the
last one on.
"""

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tests.bufferize.programs.lines import Lines

_MOST = 16
HEAD = "func.func private @observe(f32)\nfunc.func @main() {\n" + "".join(
    f"  %c{at} = arith.constant {at} : index\n  %e{at} = arith.constant {at + 1}.0 : f32\n" for at in range(_MOST)
)
_LOOP = re.compile(r"^( *)(.*)scf\.forall \(([^)]*)\) (in|=) (.*?)( shared_outs.*)?( (?:->.*)?\{)$", re.MULTILINE)
ONE = "tensor<1xf32>"
Made: TypeAlias = "Callable[[], tuple[str, str]]"


class Shared(NamedTuple):
    """What instances share: the name in the loop, how many instances there are, how many elements each has, how many
    lie around the parts, and how many of these in front.
    """

    name: str
    threads: int
    width: int
    margin: int
    front: int

    @property
    def type(self) -> str:
        return f"tensor<{self.threads * self.width + self.margin}xf32>"

    @property
    def part(self) -> str:
        """The type of a part."""
        return f"tensor<{self.width}xf32>"


class Instances(Lines):
    """Writes one program. In: a seed."""

    def text(self) -> str:
        """The program."""
        tensors: list[tuple[str, int]] = []
        for _ in range(self.chance.randint(1, 3)):
            count, width = self.chance.choice([(2, 1), (3, 1), (4, 1), (4, 1), (2, 2), (3, 2), (3, 3), (1, 4), (6, 2)])
            margin = self.chance.choice([0, 0, 1, width])
            size = count * width + margin
            given = [self.tensor(tensors, size) for _ in range(self.chance.choice([1, 1, 1, 2]))]
            made = self.forall(given, count, width, margin)
            for name in [*made, *(name for name in given if self.chance.random() < 0.6)]:
                self.see(name, size)
            tensors += [(name, size) for name in made]
        return "\n".join([HEAD + "\n".join(self.lines), "  return", "}", ""])

    def see(self, name: str, size: int) -> None:
        """Observes all elements."""
        for at in range(size):
            found = self.op(f"tensor.extract {name}[%c{at}] : tensor<{size}xf32>")
            self.write(f"func.call @observe({found}) : (f32) -> ()")

    def tensor(self, there: list[tuple[str, int]], size: int) -> str:
        """A tensor of a size, often one that is there."""
        alike = [name for name, length in there if length == size]
        if alike and self.chance.random() < 0.7:
            return self.chance.choice(alike)
        made = self.op(
            f"tensor.from_elements {', '.join(f'%e{self.chance.randrange(_MOST)}' for _ in range(size))} :"
            f" tensor<{size}xf32>"
        )
        there.append((made, size))
        return made

    def forall(self, given: list[str], count: int, width: int, margin: int) -> list[str]:
        """A loop over tensors of one size. Out: its results."""
        self.names += 1
        name, number = f"%v{self.names}", self.names
        front = margin if self.chance.random() < 0.4 else 0
        outs = [Shared(f"%o{number}_{i}", count, width, margin, front) for i in range(len(given))]
        shared = ", ".join(f"{out.name} = {value}" for out, value in zip(outs, given, strict=True))
        counts, bounds, index = self.counted(number, count, width)
        types = ", ".join(out.type for out in outs)
        results = f"{name}:{len(outs)}" if len(outs) > 1 else name
        with self.nested(f"{results} = scf.forall ({counts}) {bounds} shared_outs({shared}) -> ({types}) {{"):
            instance, offset = index()
            offset = self.further(offset, front) if front else offset
            inserted = []
            for out in outs:
                value = self.value(outs, instance, offset, depth=0)
                if self.chance.random() < 0.9:
                    inserted += self.inserted(out, value, offset)
            with self.nested("scf.forall.in_parallel {"):
                for line in inserted:
                    self.write(line)
        return [f"{name}#{i}" for i in range(len(outs))] if len(outs) > 1 else [name]

    def inserted(self, out: Shared, value: str, offset: str) -> list[str]:
        """Insertions of a value: of all of it, or of its halves, perhaps the other way round."""
        parts = [(value, offset, out.width)]
        if out.width % 2 == 0 and self.chance.random() < 0.4:
            half = out.width // 2
            behind = self.op(f"arith.addi {offset}, %c{half} : index")
            halves = [
                self.op(f"tensor.extract_slice {value}[{at}] [{half}] [1] : {out.part} to tensor<{half}xf32>")
                for at in (0, half)
            ]
            self.chance.shuffle(halves)
            parts = [(part, at, half) for part, at in zip(halves, (offset, behind), strict=True)]
        return [
            f"tensor.parallel_insert_slice {part} into {out.name}[{at}] [{size}] [1] : tensor<{size}xf32> into"
            f" {out.type}"
            for part, at, size in parts
        ]

    def counted(self, number: int, count: int, width: int) -> tuple[str, str, Made]:
        """The arguments that count instances, their bounds, and what makes the number of an instance and its offset."""
        i, j = f"%i{number}", f"%j{number}"
        how = self.chance.choice(["plain", "plain", "steps", "values", "two", "repeated"])
        if how == "steps":
            return (
                i,
                f"= (0) to ({count * width}) step ({width})",
                lambda: (self.op(f"arith.divui {i}, %c{width} : index"), i),
            )
        if how == "two" and count % 2 == 0:
            return (
                f"{i}, {j}", f"in (2, {count // 2})",
                lambda: self.scaled(self.op(f"affine.apply affine_map<(d0, d1) -> (d0 * {count // 2} + d1)>({i}, "
                                             f"{j})"), width),
            )  # fmt: skip
        if how == "repeated":
            # Instances that differ in the second number insert the same into one part.
            return f"{i}, {j}", f"in ({count}, 2)", lambda: self.scaled(i, width)
        return i, f"in (%c{count})" if how == "values" else f"in ({count})", lambda: self.scaled(i, width)

    def scaled(self, instance: str, width: int) -> tuple[str, str]:
        """The number of an instance, and the offset of its part."""
        if width == 1:
            return instance, instance
        if self.chance.random() < 0.5:
            return instance, self.op(f"affine.apply affine_map<(d0) -> (d0 * {width})>({instance})")
        return instance, self.op(f"arith.muli {instance}, %c{width} : index")

    def value(self, outs: list[Shared], instance: str, offset: str, depth: int) -> str:
        """What an instance may insert: a tensor of the size of its part."""
        out = self.chance.choice(outs)
        kinds = [self.own, self.own, self.neighbour, self.element, self.reversed_]
        kinds += (
            [self.whole, self.filled, self.changed, self.branch, self.loop, self.inner, self.put] if depth < 2 else []
        )
        return self.chance.choice(kinds)(outs, out, instance, offset, depth)

    def _slice(self, out: Shared, offset: str) -> str:
        return self.op(f"tensor.extract_slice {out.name}[{offset}] [{out.width}] [1] : {out.type} to {out.part}")

    def own(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        found = self._slice(out, offset)
        return self.added(found, found, out) if self.chance.random() < 0.7 else found

    def other(self, out: Shared, instance: str, *, last: bool = False) -> str:
        """The offset of another instance's part."""
        if last:
            at = self.op(f"arith.subi %c{out.threads - 1}, {instance} : index")
        else:
            following = self.op(f"arith.addi {instance}, %c1 : index")
            at = self.op(f"arith.remui {following}, %c{out.threads} : index")
        return self.op(f"arith.muli {at}, %c{out.width} : index")

    def neighbour(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        if out.margin and self.chance.random() < 0.6:
            # The next part, or the one before, or one that begins an element further on, or back.
            return self._slice(out, self.beside(out, offset, self.chance.choice([1, out.margin])))
        return self._slice(out, self.other(out, instance))

    def beside(self, out: Shared, offset: str, by: int) -> str:
        return self.further(offset, -by if out.front else by)

    def further(self, offset: str, by: int) -> str:
        if self.chance.random() < 0.5:
            return self.op(f"arith.{'addi' if by > 0 else 'subi'} {offset}, %c{abs(by)} : index")
        return self.op(f"affine.apply affine_map<(d0) -> (d0 + {by})>({offset})")

    def reversed_(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        return self._slice(out, self.other(out, instance, last=True))

    def element(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        beside = [self.beside(out, offset, out.margin)] if out.margin else []
        at = self.chance.choice([offset, offset, self.other(out, instance), "%c0", *beside])
        found = self.op(f"tensor.extract {out.name}[{at}] : {out.type}")
        return self.op(f"tensor.splat {found} : {out.part}")

    def added(self, one: str, target: str, out: Shared) -> str:
        """The sum of a part and a number, or of two parts, written to one of them."""
        return self.op(
            f"linalg.add ins({one}, {target} : {out.part}, {out.part}) outs({target} : {out.part}) -> {out.part}"
        )

    def filled(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        """A part that is filled, of the shared tensor or of another one."""
        target = self.chance.choice([self._slice(out, offset), self.value(outs, instance, offset, depth + 1)])
        number = (
            self.op(f"tensor.extract {out.name}[{self.other(out, instance)}] : {out.type}")
            if self.chance.random() < 0.5
            else "%e7"
        )
        return self.op(f"linalg.fill ins({number} : f32) outs({target} : {out.part}) -> {out.part}")

    def changed(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        return self.added(
            self.value(outs, instance, offset, depth + 1), self.value(outs, instance, offset, depth + 1), out
        )

    def whole(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        """All of the shared tensor is changed, and a part of that taken."""
        made = self.op(
            f"linalg.add ins({out.name}, {out.name} : {out.type}, {out.type}) outs({out.name} : {out.type}) ->"
            f" {out.type}"
        )
        return self._slice(out._replace(name=made), self.chance.choice([offset, self.other(out, instance)]))

    def put(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        """A part is put into the shared tensor, and one taken of what comes of that."""
        value = self.value(outs, instance, offset, depth + 1)
        at = self.chance.choice([offset, self.other(out, instance)])
        made = self.op(
            f"tensor.insert_slice {value} into {out.name}[{at}] [{out.width}] [1] : {out.part} into {out.type}"
        )
        return self._slice(out._replace(name=made), self.chance.choice([at, offset, self.other(out, instance)]))

    def branch(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        """One value or another."""
        even = self.op(f"arith.cmpi ult, {instance}, %c1 : index")
        name = self.new()
        for opened in (f"{name} = scf.if {even} -> ({out.part}) {{", "} else {"):
            with self.nested(opened, ""):
                found = self.value(outs, instance, offset, depth + 1)
                self.write(f"scf.yield {found} : {out.part}")
        self.write("}")
        return name

    def loop(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        """A loop that changes a value in each round, by what is shared."""
        start = self.value(outs, instance, offset, depth + 1)
        self.names += 1
        name, k, x = f"%v{self.names}", f"%k{self.names}", f"%x{self.names}"
        with self.nested(f"{name} = scf.for {k} = %c0 to %c2 step %c1 iter_args({x} = {start}) -> ({out.part}) {{"):
            at = self.chance.choice([k, offset]) if out.threads > 1 else offset
            found = self.op(f"tensor.extract {out.name}[{at}] : {out.type}")
            made = self.op(f"tensor.insert {found} into {x}[%c0] : {out.part}")
            made = self.added(self.value(outs, instance, offset, depth + 1), made, out)
            self.write(f"scf.yield {made} : {out.part}")
        return name

    def inner(self, outs: list[Shared], out: Shared, instance: str, offset: str, depth: int) -> str:
        """A loop with instances of its own, over a value of this one."""
        given = self.value(outs, instance, offset, depth + 1)
        self.names += 1
        name, i, o = f"%v{self.names}", f"%i{self.names}", f"%o{self.names}"
        with self.nested(f"{name} = scf.forall ({i}) in ({out.width}) shared_outs({o} = {given}) -> ({out.part}) {{"):
            place = self.chance.choice([i, self.op(f"arith.subi %c{out.width - 1}, {i} : index")])
            if self.chance.random() < 0.6:
                found = self.op(f"tensor.extract {o}[{place}] : {out.part}")
            else:
                found = self.op(
                    f"tensor.extract {out.name}[{self.op(f'arith.addi {offset}, {place} : index')}] : {out.type}"
                )
            part = self.op(f"tensor.splat {found} : {ONE}")
            with self.nested("scf.forall.in_parallel {"):
                self.write(f"tensor.parallel_insert_slice {part} into {o}[{i}] [1] [1] : {ONE} into {out.part}")
        return name


def backwards(text: str) -> str:
    """The program with instances of parallel loops in the opposite order, for who runs them one after the other."""
    return _LOOP.sub(_turned, text)


def _turned(loop: re.Match[str]) -> str:
    margin, before, names, word, bounds, shared, rest = loop.groups(default="")
    listed = [[int(number) for number in re.findall(r"\d+", part)] for part in re.findall(r"\(([^)]*)\)", bounds)]
    lower, upper, step = ([0] * len(listed[0]), listed[0], [1] * len(listed[0])) if word == "in" else listed
    lines, turned = [], []
    for name, first, end, by in zip(names.split(", "), lower, upper, step, strict=True):
        turned.append(f"{name}_turned")
        lines.append(f"{margin}  {name}_last = arith.constant {2 * first + (end - first - 1) // by * by} : index")
        lines.append(f"{margin}  {name} = arith.subi {name}_last, {name}_turned : index")
    return "\n".join([f"{margin}{before}scf.forall ({', '.join(turned)}) {word} {bounds}{shared}{rest}", *lines])
