"""One op with its types, and what its makers share: sizes, layouts and types that fit, or almost."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random


@dataclass(frozen=True)
class Made:
    """One op: the types of operands and results, its attributes as text, its regions, and what stands at the top of the
    module.
    """

    name: str
    operands: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    regions: tuple[str, ...] = ()
    above: str = ""
    inside: str = "{}"
    """What stands around the op in its function."""

    @property
    def text(self) -> str:
        """The op in a function that takes its operands."""
        values = [f"%a{number}" for number in range(len(self.operands))]
        arguments = ", ".join(f"{value}: {type}" for value, type in zip(values, self.operands, strict=True))
        names = ", ".join(f"%r{number}" for number in range(len(self.results)))
        said = ", ".join(f"{name} = {text}" for name, text in self.attributes.items())
        op = f'{names}{" = " if names else ""}"{self.name}"({", ".join(values)})'
        op += f" <{{{said}}}>" if said else ""
        op += f" ({', '.join(self.regions)})" if self.regions else ""
        op += f" : ({', '.join(self.operands)}) -> ({', '.join(self.results)})"
        return f"{self.above}func.func @f({arguments}) {{\n  {self.inside.replace('{}', op)}\n  return\n}}\n"


DYNAMIC = -(2**63)
"""What a static list has for a number that is a value."""
Maker = Callable[[Random], Made]
Sizes = list[str]

ELEMENTS = ("f32", "f32", "f32", "i32", "i64", "f64", "i8", "i1", "index", "f16", "bf16")
SIZES = ("?", "?", "1", "2", "3", "4", "8")
INTS = ("i1", "i8", "i16", "i32", "i64", "index")
FLOATS = ("f16", "bf16", "f32", "f64")


def some_sizes(chance: Random, rank: int | None = None) -> Sizes:
    """Sizes, of so many dimensions or of some."""
    return [chance.choice(SIZES) for _ in range(chance.randrange(4) if rank is None else rank)]


def mixed(chance: Random, sizes: Sizes, often: float = 0.15) -> Sizes:
    """The same sizes, of which some are known here and not there; rarely another one."""
    found = []
    for size in sizes:
        if chance.random() < often:
            size = chance.choice(SIZES) if size == "?" or chance.random() < 0.2 else "?"
        found.append(size)
    return found


def type_of(kind: str, sizes: Sizes, of: str, rest: str = "") -> str:
    """A type of these sizes and elements, and what it says behind them."""
    return f"{kind}<{''.join(f'{size}x' for size in sizes)}{of}{rest}>"


def some_memref(chance: Random, sizes: Sizes, of: str = "f32", plain: float = 0.6) -> str:
    """A memref type, now and then with a layout."""
    return type_of("memref", sizes, of, "" if chance.random() < plain else some_layout(chance, sizes))


def some_layout(chance: Random, sizes: Sizes) -> str:
    """A layout of strides, which may fit the sizes."""
    return (
        f", strided<[{', '.join(some_strides(chance, sizes))}]{chance.choice(('', '', ', offset: ?', ', offset: 4'))}>"
    )


def some_strides(chance: Random, sizes: Sizes) -> list[str]:
    """Strides, most of them those of the sizes."""
    found: list[str] = []
    step: int | None = 1
    for size in reversed(sizes):
        found.append("?" if step is None or chance.random() < 0.15 else str(step))
        step = None if size == "?" or step is None else step * int(size)
        if chance.random() < 0.1:
            step = chance.choice((2, 8, 64))
    return found[::-1]


def some_space(chance: Random) -> str:
    """No memory space, or some."""
    return chance.choice(("", "", "", ", 1", ", 2 : i32", ', "gpu"'))


def array(numbers: list[object], of: str = "i64") -> str:
    """An array attribute."""
    return f"array<{of}{': ' if numbers else ''}{', '.join(map(str, numbers))}>"


def segments(*counts: int) -> dict[str, str]:
    """The attribute with the sizes of groups of operands."""
    return {"operandSegmentSizes": array(list(counts), "i32")}


def some_indices(count: int) -> tuple[str, ...]:
    """So many types of indices."""
    return ("index",) * max(count, 0)


def off_by_one(chance: Random, number: int) -> int:
    """The number, or rarely one more or less."""
    return number + (chance.choice((-1, 1)) if chance.random() < 0.06 else 0)


def alignment(chance: Random) -> dict[str, str]:
    """No alignment, or some, right or wrong."""
    return (
        {}
        if chance.random() < 0.8
        else {"alignment": chance.choice(("64 : i64", "3 : i64", "0 : i64", "8", "-8 : i64", "16 : i32"))}
    )


def some_shaped(chance: Random, sizes: Sizes, of: str) -> str:
    """A memref or tensor type."""
    return some_memref(chance, sizes, of) if chance.random() < 0.5 else type_of("tensor", sizes, of)


def shown_as(number: str) -> int:
    """A size as a static list has it."""
    return DYNAMIC if number == "?" else int(number)


def times(one: str, other: str) -> str:
    """The product of two sizes."""
    return "0" if "0" in (one, other) else "?" if "?" in (one, other) else str(int(one) * int(other))


def plus(one: str, other: str) -> str:
    """The sum of two sizes."""
    return "?" if "?" in (one, other) else str(int(one) + int(other))


def packed_steps(sizes: Sizes) -> list[str]:
    """The strides of a buffer without gaps."""
    found: list[str] = []
    step = "1"
    for size in reversed(sizes):
        found.insert(0, step)
        step = times(step, size)
    return found
