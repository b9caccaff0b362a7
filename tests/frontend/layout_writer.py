"""Writes functions on buffers and tensors with layouts, op by op."""

from dataclasses import dataclass, replace
from random import Random

Number = int | None
_DIVIDED = ("d0 floordiv 2", "d0 mod 4 + d1", "d1 + d0 ceildiv 3", "(d0 + d1) mod 8", "d0 * 8 + d1 floordiv 2")


@dataclass(frozen=True)
class Kind:
    """A memref: sizes, strides and offset (no strides: a map that has none, which is `layout`), and whether it is the
    identity.
    """

    sizes: tuple[Number, ...]
    strides: tuple[Number, ...] = ()
    offset: Number = 0
    layout: str = ""
    identity: bool = False

    @property
    def strided(self) -> bool:
        return not self.layout


def packed(sizes: tuple[Number, ...]) -> tuple[Number, ...]:
    """The strides of the identity."""
    strides: list[Number] = []
    for number in reversed(range(len(sizes))):
        # MLIR does not know the stride of what goes on in steps of no elements.
        strides.insert(0, 1 if number == len(sizes) - 1 else times(strides[0], sizes[number + 1] or None))
    return tuple(strides)


def times(one: Number, other: Number) -> Number:
    """The product, None if it is not known."""
    return 0 if 0 in (one, other) else None if one is None or other is None else one * other


def plus(one: Number, other: Number) -> Number:
    """The sum, None if it is not known."""
    return None if one is None or other is None else one + other


def product(sizes: list[Number]) -> Number:
    """The product of sizes, None if one is not known."""
    whole: Number = 1
    for size in sizes:
        whole = None if size is None or whole is None else whole * size
    return whole


class Writer:
    """Writes one function, op by op."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.count = 0

    # Types

    def shape(self, sizes: tuple[Number, ...]) -> str:
        return "".join("?x" if size is None else f"{size}x" for size in sizes)

    def type(self, kind: Kind, slip: float = 0.0, spelling: str = "") -> str:
        """The type, its layout in one of the ways to write it, or a little wrong."""
        if self.rng.random() < slip:
            kind = self._wrong(kind)
        layout = kind.layout or self._spelled(kind, spelling)
        return f"memref<{self.shape(kind.sizes)}f32{layout and ', ' + layout}>"

    def _wrong(self, kind: Kind) -> Kind:
        change = self.rng.randrange(4)
        if change == 0 or not kind.strides:
            return replace(kind, offset=(kind.offset or 0) + 1, identity=False)
        at = self.rng.randrange(len(kind.strides))
        if change == 3:
            other: Number = self.rng.choice([2, 3, 4, None])
            return replace(kind, sizes=(*kind.sizes[:at], other, *kind.sizes[at + 1 :]), identity=False)
        step = self.rng.choice([1, 2, 8, None])
        return replace(kind, strides=(*kind.strides[:at], step, *kind.strides[at + 1 :]), identity=False)

    def _spelled(self, kind: Kind, spelling: str) -> str:
        if kind.identity and not spelling:
            # An identity may be written, too.
            dims = ", ".join(f"d{n}" for n in range(len(kind.sizes)))
            return f"affine_map<({dims}) -> ({dims})>" if self.rng.random() < 0.1 else ""
        shown = ", ".join("?" if step is None else str(step) for step in kind.strides)
        behind = "" if kind.offset == 0 else f", offset: {'?' if kind.offset is None else kind.offset}"
        text = f"strided<[{shown}]{behind}>"
        return self.map_of(kind) if spelling == "map" or (not spelling and self.rng.random() < 0.6) else text

    def map_of(self, kind: Kind) -> str:
        """A map that says these strides: terms in any order, numbers in parts, symbols for what is not known."""
        symbols = 0
        terms: list[str] = []
        for number, step in enumerate(kind.strides):
            name = f"d{number}"
            if step is None:
                times = self.rng.choice([f"s{symbols}", f"s{symbols}", f"(s{symbols} * 2)", f"(s{symbols} floordiv 2)"])
                terms.append(self.rng.choice([f"{name} * {times}", f"{times} * {name}"]))
                symbols += 1
            elif step == 1:
                terms.append(self.rng.choice([name, f"{name} * 3 - {name} * 2"]))
            elif step != 0 and self.rng.random() < 0.2:
                terms.append(f"({name} + {name} * {step - 1})")
            elif step != 0:
                terms.append(self.rng.choice([f"{name} * {step}", f"{step} * {name}"]))
        if kind.offset is None:
            terms.append(self.rng.choice([f"s{symbols}", f"s{symbols} + 2"]))
            symbols += 1
        elif kind.offset:
            terms.append(self.rng.choice([str(kind.offset), f"{kind.offset - 1} + 1"]))
        self.rng.shuffle(terms)
        dims = ", ".join(f"d{number}" for number in range(len(kind.sizes)))
        listed = f"[{', '.join(f's{number}' for number in range(symbols))}]" if symbols else ""
        return f"affine_map<({dims}){listed} -> ({' + '.join(terms) or '0'})>"

    def kind(self, rank: int | None = None, dynamic: bool = True) -> Kind:
        """A buffer to begin with."""
        rank = self.rng.choice([0, 1, 1, 2, 2, 2, 3]) if rank is None else rank
        sizes = tuple(
            self.rng.choice([1, 2, 4, 6, 4, 2, 6, *([0] * (self.rng.random() < 0.3)), *([None] * dynamic)])
            for _ in range(rank)
        )
        choice = self.rng.randrange(10)
        if choice == 0 and rank:
            if rank > 1 and self.rng.random() < 0.5:
                return Kind(sizes, layout=self._nonidentity(rank))
            result = self.rng.choice([text for text in _DIVIDED if rank > 1 or "d1" not in text])
            return Kind(sizes, layout=f"affine_map<({', '.join(f'd{n}' for n in range(rank))}) -> ({result})>")
        if choice < 3:
            return Kind(sizes, packed(sizes), 0, identity=True)
        strides = list(packed(sizes))
        for number in range(rank):
            if self.rng.random() < 0.4:
                strides[number] = self.rng.choice([1, 2, 8, 16, None, 3])
        if self.rng.random() < 0.2:
            self.rng.shuffle(strides)
        return Kind(sizes, tuple(strides), self.rng.choice([0, 0, 3, None, 5]))

    def _nonidentity(self, rank: int) -> str:
        names = [f"d{number}" for number in range(rank)]
        results = names[1:] + names[:1] if self.rng.random() < 0.5 else [*names, "0"]
        return f"affine_map<({', '.join(names)}) -> ({', '.join(results)})>"

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str) -> None:
        self.lines.append("  " + line)

    # What slices and reshapes are made of

    def slice(self, sizes: tuple[Number, ...]) -> tuple[str, list[Number], list[Number], list[Number]]:
        """Offsets, sizes and strides of a slice, as text and as numbers."""
        offsets, lengths, steps = [], [], []
        for size in sizes:
            whole = 4 if size is None else size
            step = self.rng.choice([1, 1, 1, 2])
            least = min(1, whole, self.rng.randint(0, 5))
            length = self.rng.randint(least, max(min(1, whole), whole // step))
            offset = self.rng.randint(0, max(0, whole - 1 - max(0, length - 1) * step))
            offsets.append(None if self.rng.random() < 0.2 or not whole else offset)
            lengths.append(None if self.rng.random() < 0.15 else length)
            steps.append(None if self.rng.random() < 0.1 else step)
        parts = [
            ", ".join("%i" if number is None else str(number) for number in part) for part in (offsets, lengths, steps)
        ]
        return " ".join(f"[{part}]" for part in parts), offsets, lengths, steps

    def groups(self, sizes: tuple[Number, ...]) -> list[list[int]]:
        found: list[list[int]] = []
        for number in range(len(sizes)):
            if found and self.rng.random() < 0.5:
                found[-1].append(number)
            else:
                found.append([number])
        return found

    def expansion(self, sizes: tuple[Number, ...]) -> tuple[list[list[int]], tuple[Number, ...]]:
        """Groups of dimensions that even sizes are cut into, and the sizes of all of these."""
        groups: list[list[int]] = []
        found: list[Number] = []
        for size in sizes:
            parts: list[Number] = [2, size // 2] if size and size % 2 == 0 and self.rng.random() < 0.6 else [size]
            groups.append([*range(len(found), len(found) + len(parts))])
            found += parts
        return groups, tuple(found)
