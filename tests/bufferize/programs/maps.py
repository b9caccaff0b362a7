"""Random programs about ops that may not write all of their outputs.

Maps skip, permute, repeat or add dimensions, and iterators may have no iteration. Tensors have static sizes, 0 among
them, or types that leave these open. What an op was given is often observed behind it, too.
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

_MOST = 5
"""Indices that programs name."""
HEAD = "func.func private @observe(f32)\nfunc.func @main() {\n" + "".join(
    f"  %c{at} = arith.constant {at} : index\n  %e{at} = arith.constant {at + 1}.0 : f32\n" for at in range(_MOST)
)


class Known(NamedTuple):
    """A tensor: its name and its sizes, which its type says."""

    name: str
    shape: tuple[int, ...]

    @property
    def type(self) -> str:
        return typed(self.shape)


def typed(shape: tuple[int, ...], hidden: frozenset[int] = frozenset()) -> str:
    """The type of a tensor, without the sizes of some dimensions."""
    return f"tensor<{''.join(('?' if i in hidden else str(size)) + 'x' for i, size in enumerate(shape))}f32>"


class Maps:
    """Writes one program. In: a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.lines: list[str] = []
        self.names = 0
        self.tensors: list[Known] = []

    def text(self) -> str:
        """The program."""
        for _ in range(self.chance.randint(2, 5)):
            before = len(self.tensors)
            self.chance.choice([*[self.generic] * 6, *[self.reduced, self.named] * 2, self.inserted])()
            for tensor in self.tensors[before:]:
                if self.chance.random() < 0.7:
                    self.see(tensor)
        for tensor in self.chance.sample(self.tensors, min(3, len(self.tensors))):
            self.see(tensor)
        return "\n".join([HEAD + "\n".join(self.lines), "  return", "}", ""])

    def let(self, text: str) -> str:
        """A line that names a result."""
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def see(self, tensor: Known) -> None:
        """Observes all elements."""
        for at in product(*map(range, tensor.shape)):
            found = self.let(f"tensor.extract {tensor.name}[{', '.join(f'%c{i}' for i in at)}] : {tensor.type}")
            self.lines.append(f"  func.call @observe({found}) : (f32) -> ()")

    def tensor(self, shape: tuple[int, ...]) -> Known:
        """A tensor of some sizes, often one that is there."""
        there = [known for known in self.tensors if known.shape == shape]
        if there and self.chance.random() < 0.7:
            return self.chance.choice(there)
        if prod(shape) == 0 or self.chance.random() < 0.1:
            made = Known(self.let(f"tensor.empty() : {typed(shape)}"), shape)
            if prod(shape):
                made = Known(
                    self.let(f"linalg.fill ins(%e4 : f32) outs({made.name} : {made.type}) -> {made.type}"), shape
                )
        else:
            elements = ", ".join(f"%e{self.chance.randrange(_MOST)}" for _ in range(prod(shape)))
            made = Known(self.let(f"tensor.from_elements {elements} : {typed(shape)}"), shape)
        self.tensors.append(made)
        return made

    def hide(self, tensor: Known, among: Sequence[int] | None = None) -> tuple[str, str]:
        """A tensor as an operand, and its type, which now and then leaves sizes open: of any dimension, or `among`
        some.
        """
        hidden = frozenset(
            i for i in (range(len(tensor.shape)) if among is None else among) if self.chance.random() < 0.2
        )
        if not hidden:
            return tensor.name, tensor.type
        type = typed(tensor.shape, hidden)
        return self.let(f"tensor.cast {tensor.name} : {tensor.type} to {type}"), type

    def size(self) -> int:
        return self.chance.choice([0, 1, 2, 2, 3, 3])

    def generic(self) -> None:
        """A `linalg.generic` with some inputs and one or two outputs."""
        sizes = [self.size() for _ in range(self.chance.randint(1, 3))]
        dims = [f"d{i}" for i in range(len(sizes))]
        maps = [self.chance.sample(dims, len(dims))]
        if self.chance.random() < 0.4:
            maps.append(self.chance.sample(dims, self.chance.randint(0, len(dims))))
        outputs = [self.output(dims, sizes) for _ in range(1 + (self.chance.random() < 0.25))]
        tensors = [self.tensor(tuple(sizes[int(d[1:])] for d in map_)) for map_ in maps]
        tensors += [self.tensor(tuple(self.extent(result, sizes) for result in map_)) for map_ in outputs]
        inputs, outs = (
            [self.hide(known) for known in tensors[: len(maps)]],
            [self.hide(known) for known in tensors[len(maps) :]],
        )
        listed = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(map_)})>" for map_ in [*maps, *outputs])
        kinds = ", ".join('"parallel"' if all(d in map_ for map_ in outputs) else '"reduction"' for d in dims)
        arguments = [f"%a{i}" for i in range(len(tensors))]
        body = []
        handed = []
        for at, out in enumerate(arguments[len(maps) :]):
            handed.append(self.chance.choice([arguments[0], arguments[len(maps) - 1], "%e2"]))
            if self.chance.random() < 0.25:
                body.append(f"    %s{at} = arith.addf {handed[-1]}, {out} : f32")
                handed[-1] = f"%s{at}"
        attributes = f"{{indexing_maps = [{listed}], iterator_types = [{kinds}]}}"
        begin = f"  ^bb0({', '.join(f'{name}: f32' for name in arguments)}):"
        end = f"    linalg.yield {', '.join(handed)} : {', '.join(['f32'] * len(handed))}"
        self.many(
            f"linalg.generic {attributes} {grouped('ins', inputs)} {grouped('outs', outs)} {{",
            [begin, *body, end],
            [(type, known.shape) for (_, type), known in zip(outs, tensors[len(maps) :], strict=True)],
        )

    def output(self, dims: list[str], sizes: list[int]) -> list[str]:
        """The results of an output's map. MLIR refuses sums of indices that there are none of."""
        found = self.chance.sample(dims, self.chance.randint(max(0, len(dims) - 1), len(dims)))
        if self.chance.random() < 0.5:
            return found
        for at in range(len(found)):
            if self.chance.random() < 0.4:
                other = self.chance.choice(dims)
                sums = [f"{found[at]} * 2", f"{found[at]} + {other}", f"{found[at]} + 1"]
                there = sizes[int(found[at][1:])] and sizes[int(other[1:])]
                found[at] = self.chance.choice([*(sums if there else []), other, "0", "1"])
        return found if found else [self.chance.choice(["0", *dims])]

    def extent(self, result: str, sizes: list[int]) -> int:
        """How large the dimension is that an expression leads to: as large as the greatest index asks, or larger where
        that may be.
        """
        if result in (f"d{i}" for i in range(len(sizes))):
            return sizes[int(result[1:])]
        left, _, right = result.partition(" + ")
        most = [sizes[int(part.split(" * ")[0][1:])] - 1 for part in (left, right) if part.startswith("d")]
        first = sum(int(part) for part in (left, right) if part.isdigit())
        last = first + sum(most) * (2 if "*" in result else 1)
        return min(max(first, last) + 1 + self.chance.choice([0, 0, 1]), _MOST)

    def many(self, text: str, lines: list[str], results: list[tuple[str, tuple[int, ...]]]) -> None:
        """An op with a region, whose results have these types, and as many elements."""
        self.names += 1
        name = f"%v{self.names}"
        types = ", ".join(type for type, _ in results)
        self.lines += [
            f"  {name}{f':{len(results)}' if len(results) > 1 else ''} = {text}",
            *(f"  {line}" for line in lines),
        ]
        self.lines.append(f"  }} -> {types if len(results) == 1 else f'({types})'}")
        for number, (type, shape) in enumerate(results):
            self.known(f"{name}#{number}" if len(results) > 1 else name, type, shape)

    def known(self, name: str, type: str, shape: tuple[int, ...]) -> None:
        if type != typed(shape):
            name = self.let(f"tensor.cast {name} : {type} to {typed(shape)}")
        self.tensors.append(Known(name, shape))

    def reduced(self) -> None:
        """A `linalg.reduce` whose region may leave out what was there."""
        shape = tuple(self.size() for _ in range(self.chance.randint(1, 3)))
        gone = sorted(self.chance.sample(range(len(shape)), self.chance.randint(1, len(shape))))
        kept = tuple(size for i, size in enumerate(shape) if i not in gone)
        source, target = self.tensor(shape), self.tensor(kept)
        (given, type), (out, out_type) = self.hide(source, gone), (target.name, target.type)
        summed = "%s = arith.addf %x, %y : f32\n      linalg.yield %s : f32"
        made = self.chance.choice(["linalg.yield %x : f32", "linalg.yield %e3 : f32", summed])
        found = self.let(
            f"linalg.reduce ins({given} : {type}) outs({out} : {out_type}) dimensions = [{', '.join(map(str, gone))}]"
        )
        self.lines += ["    (%x: f32, %y: f32) {", f"      {made}", "    }"]
        self.known(found, out_type, kept)

    def named(self) -> None:
        """An op that its name says all of."""
        rows, columns = self.size(), self.size()
        kind = self.chance.choice(["fill", "copy", "transpose", "broadcast", "matmul"])
        wanted = {
            "transpose": (rows, columns),
            "broadcast": (columns,),
            "matmul": (rows, columns),
            "copy": (columns, rows),
        }
        target = self.tensor((columns, rows) if kind != "matmul" else (rows, rows))
        out, out_type = self.hide(target, [] if kind in wanted else None)
        source = self.hide(self.tensor(wanted[kind]), []) if kind in wanted else ("%e1", "f32")
        second = f", {self.tensor((columns, rows)).name}" if kind == "matmul" else ""
        types = f"{source[1]}, {typed((columns, rows))}" if second else source[1]
        text = f"linalg.{kind} ins({source[0]}{second} : {types}) outs({out} : {out_type})"
        text += {"transpose": " permutation = [1, 0]", "broadcast": " dimensions = [1]"}.get(kind, f" -> {out_type}")
        self.known(self.let(text), out_type, (columns, rows) if kind != "matmul" else (rows, rows))

    def inserted(self) -> None:
        """A tensor put over the beginning of another one, or over all of it."""
        shape = tuple(self.chance.choice([1, 2, 2, 3, 3]) for _ in range(self.chance.randint(1, 2)))
        sizes = tuple(self.chance.choice([size, size, max(size - 1, 1)]) for size in shape)
        source, target = self.tensor(sizes), self.tensor(shape)
        (out, out_type) = self.hide(target)
        zeros, ones = ", ".join(["0"] * len(shape)), ", ".join(["1"] * len(shape))
        part = f"[{zeros}] [{', '.join(map(str, sizes))}] [{ones}]"
        text = f"tensor.insert_slice {source.name} into {out}{part} : {source.type} into {out_type}"
        self.known(self.let(text), out_type, shape)


def grouped(word: str, operands: list[tuple[str, str]]) -> str:
    """A group of operands as linalg writes it."""
    return f"{word}({', '.join(name for name, _ in operands)} : {', '.join(type for _, type in operands)})"
