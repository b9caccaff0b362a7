"""How many bytes buffers take: numbers, and products of what types leave open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import prod

from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import integer
from ownlog.base.errors import Diagnostic, UsageError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.sizes import elements_size, index_bits
from ownlog.frontend.ir.ir import Op, Value
from ownlog.rules.explain.names import short_name

Product = tuple[str, ...]
"""What is multiplied: names of values, or of sizes of values, in order; nothing is 1."""
UNTOLD = 1
"""What a size is taken for of which nothing is said."""


@dataclass(frozen=True)
class Size:
    """A sum of products of sizes, each taken a number of times."""

    terms: Mapping[Product, int] = field(default_factory=dict)

    @staticmethod
    def sum(sizes: Iterable[Size]) -> Size:
        """All together."""
        terms: Counter[Product] = Counter()
        for size in sizes:
            terms.update(size.terms)
        return Size(terms)

    @property
    def names(self) -> set[str]:
        """What has to be known for a number."""
        return {name for product in self.terms for name in product}

    def text(self) -> str:
        """`16 + 4*%n*%m`."""
        ordered = sorted(self.terms.items(), key=lambda term: (len(term[0]), term[0]))
        parts = [
            "*".join([*([f"{times:,}"] if times != 1 or not product else []), *map(shown, product)])
            for product, times in ordered
        ]
        return " + ".join(parts) or "0"


def shown(name: str) -> str:
    """A name without the function that it is in."""
    return short_name(name)


class Assumptions:
    """Sizes given by the user: `%n=64`, `@f/%n=64`, `%a[0]=64`, or `64` for all others.

    Raises UsageError for other texts, and for a size given twice.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.untold = UNTOLD
        self.told: dict[str, int] = {}
        self.used: set[str] = set()
        said = set()
        for text in texts:
            name, _, number = text.strip().rpartition("=")
            name = name.strip()
            if not number.strip().isdecimal() or (name and not name.lstrip("@").strip()) or ("=" in text and not name):
                advice = (
                    "write --size %n=1024 for a value, --size '%a[0]=1024' for a size of a buffer, or --size 1024 for"
                    " all others"
                )
                raise UsageError(Diagnostic(f"--size {text} gives no size", advice=advice))
            if name in said:
                raise UsageError(
                    Diagnostic(f"--size gives {name or 'all others'} twice", advice="leave one of them out")
                )
            said.add(name)
            if name:
                self.told[name] = int(number)
            else:
                self.untold = int(number)

    def knows(self, name: str) -> bool:
        """Is something said of this size?"""
        return name in self.told or short_name(name) in self.told

    def number(self, size: Size) -> int:
        """The bytes under these assumptions."""
        return sum(times * prod(map(self._value, product)) for product, times in size.terms.items())

    def unused(self) -> list[str]:
        """What was said of sizes that nobody has asked for."""
        return sorted(self.told.keys() - self.used)

    def _value(self, name: str) -> int:
        for known in (name, short_name(name)):
            if known in self.told:
                self.used.add(known)
                return self.told[known]
        return self.untold


class Sizes:
    """The sizes of the buffers of a module, as `ops` that allocate say, or the types of others."""

    def __init__(self, naming: Naming, allocating: Collection[str]) -> None:
        self.naming = naming
        self.allocating = allocating
        self.known: dict[str, Size] = {}

    def of(self, name: str) -> Size:
        """The bytes of the buffer that `name` is allocated as, or that a call returns as it."""
        if name not in self.known:
            self.known[name] = self._size(name, self.naming.values[name])
        return self.known[name]

    def _size(self, name: str, value: Value) -> Size:
        op = value.owner
        if (
            not isinstance(op, Op)
            or value.type.is_unranked_memref
            or (bytes_ := elements_size(value.type, index_bits(op))) is None
        ):
            return Size({(f"bytes({name})",): 1})
        opened = [position for position, size in enumerate(value.type.memref_parts[0]) if size == "?"]
        given = [operand for operand in op.operands if not operand.type.is_memref] if name in self.allocating else []
        if len(given) < len(opened):
            alike = (
                operand
                for operand in op.operands
                if operand.type.is_memref and operand.type.memref_parts[0] == value.type.memref_parts[0]
            )
            source = next((self.naming.value(operand) for operand in alike if name in self.allocating), name)
            return _product(bytes_, [f"{source}[{position}]" for position in opened])
        return self._of_operands(bytes_, given[: len(opened)])

    def _of_operands(self, bytes_: int, operands: Iterable[Value]) -> Size:
        names = []
        for operand in operands:
            number = integer(operand)
            if number is not None:
                bytes_ *= number
            else:
                names.append(self._name(operand))
        return _product(bytes_, names)

    def _name(self, value: Value) -> str:
        """The name of a size: of the value, or of what it is a size of."""
        op = value.owner
        if isinstance(op, Op) and op.name == build.DIM and (number := integer(op.operands[1])) is not None:
            return f"{self.naming.value(op.operands[0])}[{number}]"
        return self.naming.value(value)


def _product(bytes_: int, names: Iterable[str]) -> Size:
    return Size({tuple(sorted(names)): bytes_})
