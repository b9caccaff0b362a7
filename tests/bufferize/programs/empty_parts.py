"""Random programs about parts without elements: tensors of size 0, static or known at run time only, joined, padded,
inserted, taken out.

Each has the size that the type or a value says, and every slice lies inside; an empty one may begin at the end, where a
value says so.
"""

from random import Random
from typing import NamedTuple

_HEAD = """func.func private @observe(f32)
func.func private @size(%n: index) -> index {
  return %n : index
}
func.func @main() {
"""


class Tensor(NamedTuple):
    """A tensor: its name, its real sizes, and those that its type tells."""

    name: str
    sizes: tuple[int, ...]
    shown: tuple[bool, ...]

    @property
    def type(self) -> str:
        dims = "".join(f"{size if shown else '?'}x" for size, shown in zip(self.sizes, self.shown, strict=True))
        return f"tensor<{dims}f32>"


class _Writer:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.names = 0

    def op(self, text: str) -> str:
        self.names += 1
        self.lines.append(f"  %v{self.names} = {text}")
        return f"%v{self.names}"

    def constant(self, number: int) -> str:
        return self.op(f"arith.constant {number} : index")

    def value(self, number: int) -> str:
        """An index that canonicalization knows, or that it does not know."""
        constant = self.constant(number)
        return constant if self.rng.random() < 0.5 else self.op(f"func.call @size({constant}) : (index) -> index")

    def number(self) -> str:
        return self.op(f"arith.constant {self.rng.randint(1, 9)}.0 : f32")

    def made(self, sizes: tuple[int, ...]) -> Tensor:
        made = Tensor("", sizes, tuple(self.rng.random() < 0.6 for _ in sizes))
        given = ", ".join(self.value(size) for size, shown in zip(made.sizes, made.shown, strict=True) if not shown)
        if self.rng.random() < 0.5:
            return made._replace(
                name=self.op(f"tensor.splat {self.number()}{f'[{given}]' if given else ''} : {made.type}")
            )
        empty = self.op(f"tensor.empty({given}) : {made.type}")
        return made._replace(
            name=self.op(f"linalg.fill ins({self.number()} : f32) outs({empty} : {made.type}) -> {made.type}")
        )

    def tensor(self, rank: int) -> Tensor:
        return self.made(tuple(self.rng.choice([0, 0, 1, 2, 3]) for _ in range(rank)))

    # What is made of tensors

    def concat(self, first: Tensor) -> Tensor:
        dim = self.rng.randrange(len(first.sizes))
        parts = [first]
        for _ in range(self.rng.randint(1, 3)):
            more = list(first.sizes)
            more[dim] = self.rng.choice([0, 0, 1, 2])
            parts.append(self.made(tuple(more)))
        self.rng.shuffle(parts)
        sizes, shown = list(first.sizes), [any(part.shown[n] for part in parts) for n in range(len(first.sizes))]
        sizes[dim] = sum(part.sizes[dim] for part in parts)
        shown[dim] = all(part.shown[dim] for part in parts) or self.rng.random() < 0.4
        made = Tensor("", tuple(sizes), tuple(shown))
        listed = ", ".join(part.name for part in parts)
        types = ", ".join(part.type for part in parts)
        return made._replace(name=self.op(f"tensor.concat dim({dim}) {listed} : ({types}) -> {made.type}"))

    def pad(self, first: Tensor) -> Tensor:
        low, high = ([self.rng.choice([0, 0, 1, 2]) for _ in first.sizes] for _ in range(2))
        sizes = tuple(map(sum, zip(low, first.sizes, high, strict=True)))
        known = [[self.rng.random() < 0.6 for _ in first.sizes] for _ in range(2)]
        texts = [
            ", ".join(str(n) if k else self.value(n) for n, k in zip(*side, strict=True))
            for side in zip((low, high), known, strict=True)
        ]
        shown = tuple(
            (shows and a and b) or self.rng.random() < 0.3 for shows, a, b in zip(first.shown, *known, strict=True)
        )
        number, made = self.number(), Tensor("", sizes, shown)
        at = ", ".join(f"%at{n}: index" for n in range(len(sizes)))
        region = f"{{\n  ^bb0({at}):\n    tensor.yield {number} : f32\n  }}"
        return made._replace(
            name=self.op(
                f"tensor.pad {first.name} low[{texts[0]}] high[{texts[1]}] {region} : {first.type} to {made.type}"
            )
        )

    def _slice(self, whole: Tensor) -> tuple[str, tuple[int, ...], tuple[bool, ...]]:
        """Offsets, sizes and strides of a part, its real sizes, and which of them the op shows as numbers."""
        lengths = tuple(self.rng.choice([0, 0, self.rng.randint(0, size)]) for size in whole.sizes)
        offsets = [self.rng.randint(0, size - length) for size, length in zip(whole.sizes, lengths, strict=True)]
        # What begins at the end may only be said by a value.
        begins = [
            str(offset) if (offset < size or not shown) and self.rng.random() < 0.5 else self.value(offset)
            for offset, size, shown in zip(offsets, whole.sizes, whole.shown, strict=True)
        ]
        known = tuple(self.rng.random() < 0.6 for _ in lengths)
        taken = [str(length) if shown else self.value(length) for length, shown in zip(lengths, known, strict=True)]
        return f"[{', '.join(begins)}] [{', '.join(taken)}] [{', '.join(['1'] * len(lengths))}]", lengths, known

    def part(self, whole: Tensor) -> Tensor:
        text, lengths, known = self._slice(whole)
        made = Tensor("", lengths, known)
        return made._replace(name=self.op(f"tensor.extract_slice {whole.name}{text} : {whole.type} to {made.type}"))

    def put(self, whole: Tensor) -> Tensor:
        text, lengths, known = self._slice(whole)
        part = self._typed(self.made(lengths), known)
        return whole._replace(
            name=self.op(f"tensor.insert_slice {part.name} into {whole.name}{text} : {part.type} into {whole.type}")
        )

    def _typed(self, have: Tensor, shown: tuple[bool, ...]) -> Tensor:
        made = have._replace(shown=shown)
        return (
            have
            if have.type == made.type
            else made._replace(name=self.op(f"tensor.cast {have.name} : {have.type} to {made.type}"))
        )

    def cast(self, first: Tensor) -> Tensor:
        return self._typed(first, tuple(self.rng.random() < 0.5 for _ in first.shown))

    def threads(self, whole: Tensor) -> Tensor:
        """Parts without elements, or of one, inserted by the instances of a loop."""
        if not whole.sizes[0]:
            return whole
        length = self.rng.choice([0, 1])
        part = self._typed(self.made((length, *whole.sizes[1:])), (True, *whole.shown[1:]))
        rest = [
            (str(size) if shown else self.value(size))
            for size, shown in zip(whole.sizes[1:], whole.shown[1:], strict=True)
        ]
        text = (
            f"[{', '.join(['%k', *['0'] * len(rest)])}] [{', '.join([str(length), *rest])}]"
            f" [{', '.join(['1'] * len(whole.sizes))}]"
        )
        if any(not size for size in whole.sizes[1:]):
            return whole
        opened = (
            f"scf.forall (%k) in ({whole.sizes[0]}) shared_outs(%o = {whole.name}) -> ({whole.type}) {{\n   "
            " scf.forall.in_parallel {"
        )
        inserted = f"tensor.parallel_insert_slice {part.name} into %o{text} : {part.type} into {whole.type}"
        return whole._replace(name=self.op(f"{opened}\n      {inserted}\n    }}\n  }}"))

    def observe(self, tensor: Tensor) -> None:
        """All elements."""
        places: list[tuple[int, ...]] = [()]
        for size in tensor.sizes:
            places = [(*place, number) for place in places for number in range(size)]
        for place in places[:12]:
            at = ", ".join(self.constant(number) for number in place)
            self.lines.append(
                f"  func.call @observe({self.op(f'tensor.extract {tensor.name}[{at}] : {tensor.type}')}) : (f32) -> ()"
            )


def program(seed: int) -> str:
    """The program that a seed stands for."""
    writer = _Writer(seed)
    rank = writer.rng.choice([1, 1, 2])
    have = [writer.tensor(rank), writer.made((2,) * rank)]
    steps = (
        writer.concat,
        writer.concat,
        writer.pad,
        writer.pad,
        writer.part,
        writer.put,
        writer.put,
        writer.cast,
        writer.threads,
    )
    for _ in range(writer.rng.randint(1, 4)):
        have.append(writer.rng.choice(steps)(writer.rng.choice(have[-2:])))
    for tensor in have if writer.rng.random() < 0.3 else have[-2:]:
        writer.observe(tensor)
    return "\n".join([_HEAD + writer.lines[0], *writer.lines[1:], "  return", "}", ""])
