"""Indices as sums in SMT-LIB 2, over numbers that only MLIR's guarantees restrict.

An index has 32 or 64 bits, and is read as a signed number. Sums, differences and products wrap around: a sum is one
plain number, from which an unknown multiple of 2^32 or 2^64 is taken where its value matters. The number of a loop's
iteration is below the upper bound; it is a number of steps above the lower one, if the upper bound is a constant so
small that no step wraps around.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import NamedTuple

from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.traits import Traits
from ownlog.frontend.text.affine_reader import map_parts, read_expression
from ownlog.frontend.text.literals import integer_literal

_SMALL = 1_000_000_000
"""Constants up to here are numbers of 32 bits, and so is the sum of two."""
_DEPTH = 40
"""How many ops an index is followed back through."""
ONE, OTHER, BOTH = "one", "other", ""
"""When a value is asked for: where the one part is taken, where the other one is, or it is the same for both."""


class Sum(NamedTuple):
    """A sum of numbers in the script, times factors, and a constant."""

    terms: Mapping[str, int]
    constant: int = 0

    def plus(self, other: Sum, factor: int = 1) -> Sum:
        """This, and `factor` times another one."""
        terms = dict(self.terms)
        for name, times in other.terms.items():
            terms[name] = terms.get(name, 0) + factor * times
        return Sum({name: times for name, times in terms.items() if times}, self.constant + factor * other.constant)

    def times(self, factor: int) -> Sum:
        return Sum({}).plus(self, factor)

    def text(self) -> str:
        """As SMT-LIB writes it."""
        parts = [name if times == 1 else f"(* {number(times)} {name})" for name, times in self.terms.items()]
        parts += [number(self.constant)] if self.constant or not parts else []
        return parts[0] if len(parts) == 1 else f"(+ {' '.join(parts)})"


def number(value: int) -> str:
    """A number as SMT-LIB writes it."""
    return str(value) if value >= 0 else f"(- {-value})"


class Indices:
    """Constraints on indices.

    In: models of ops; the values that are the same for both parts.
    """

    def __init__(self, traits: Traits, same: Container[Value]) -> None:
        self._traits, self._same = traits, same
        self.lines: list[str] = []
        """Declarations and premises."""
        self.names: dict[str, str] = {}
        """What each number is, for people."""
        self.leaves: dict[Value, None] = {}
        """The values of which nothing is known but what is promised."""
        self._known: dict[tuple[Value, str], Sum] = {}
        self._shared: dict[Value, bool] = {}
        self._depth = 0

    def new(self, what: str = "") -> str:
        """A number of which nothing is known, by its name in the script."""
        name = f"x{len(self.names)}"
        self.names[name] = what
        self.lines.append(f"(declare-fun {name} () Int)")
        return name

    def premise(self, text: str) -> None:
        """Something that holds."""
        self.lines.append(f"(assert {text})")

    def plain(self, value: Value, side: str) -> Sum:
        """The number that an index is, as a number that is in range."""
        side = BOTH if self._is_shared(value) else side
        return self._in_range(self._sum(value, side), value, side)

    def _in_range(self, found: Sum, value: Value | None = None, side: str = BOTH) -> Sum:
        if not found.terms or (len(found.terms) == 1 and found.constant == 0 and set(found.terms.values()) == {1}):
            return found
        wrapped = self._leaf(value, side) if value is not None else self._number("")
        turns = self.new("how often that wraps around")
        self.premise(f"(= {wrapped} (- {found.text()} (ite wide (* {1 << 64} {turns}) (* {1 << 32} {turns}))))")
        result = Sum({wrapped: 1})
        if value is not None:
            self._known[value, side] = result
        return result

    def _number(self, what: str) -> str:
        name = self.new(what)
        self.premise(f"(and (<= (- limit) {name}) (< {name} limit))")
        return name

    def _leaf(self, value: Value, side: str) -> str:
        when = {ONE: ", for the one part", OTHER: ", for the other part", BOTH: ""}[side]
        line = value.owner.position if isinstance(value.owner, Op) else None
        return self._number(f"{value.ref}{f' at line {line.line}' if line is not None else ''}{when}")

    def _sum(self, value: Value, side: str) -> Sum:
        """What an index is as a sum, up to what wraps around."""
        if side != BOTH and self._is_shared(value):
            side = BOTH
        key = (value, side)
        if key not in self._known:
            self._depth += 1
            found = self._made(value, side) if self._depth < _DEPTH else None
            self._depth -= 1
            if key not in self._known:
                self._known[key] = found if found is not None else self._open(value, side)
        return self._known[key]

    def _is_shared(self, value: Value, depth: int = 0) -> bool:
        """Is it the same for both, as all is that it goes by?"""
        known = self._shared.get(value)
        if known is None:
            parts = self._parts(value) if depth < _DEPTH else None
            known = value in self._same or (
                parts is not None and all(self._is_shared(part, depth + 1) for part in parts)
            )
            self._shared[value] = known
        return known

    def _parts(self, value: Value) -> Sequence[Value] | None:
        """The values that an index is computed of; None for one of which nothing is known."""
        op, traits = value.owner, self._traits
        if not isinstance(op, Op):
            return None
        if self._constant(op) is not None:
            return ()
        how = ("adds", "subtracts", "multiplies", "applies_map", "extreme_of", "extreme_of_map")
        return (
            op.operands if value.type.canonical == "index" and any(traits.says(each, op.name) for each in how) else None
        )

    def _constant(self, op: Op) -> int | None:
        for (attribute,) in self._traits.rows("constant_like", op.name):
            found = integer_literal(op.attribute(str(attribute)))
            if found is not None:
                return found.value
        return None

    def _made(self, value: Value, side: str) -> Sum | None:
        """An index by what it is computed of; None where nothing is known of that."""
        op, traits = value.owner, self._traits
        if not isinstance(op, Op) or self._parts(value) is None:
            return None
        constant = self._constant(op)
        if constant is not None:
            return Sum({}, constant)
        if traits.says("adds", op.name) or traits.says("subtracts", op.name):
            first, second = (self._sum(operand, side) for operand in op.operands)
            return first.plus(second, 1 if traits.says("adds", op.name) else -1)
        if traits.says("multiplies", op.name):
            first, second = (self._sum(operand, side) for operand in op.operands)
            return _product(first, second)
        for (how,) in traits.rows("extreme_of", op.name):
            return self._picked([self.plain(operand, side) for operand in op.operands], str(how))
        results = self._mapped(op, side)
        if results is None or traits.says("applies_map", op.name):
            return results[0] if results is not None and len(results) == 1 else None
        [(how,)] = traits.rows("extreme_of_map", op.name)
        return self._picked([self._in_range(result) for result in results], str(how))

    def _picked(self, options: Sequence[Sum], how: str) -> Sum:
        """The least or the greatest of some numbers that are in range."""
        picked = self._number(f"the {how} of {len(options)} numbers")
        word = "<=" if how == "least" else ">="
        for option in options:
            self.premise(f"({word} {picked} {option.text()})")
        self.premise(joined("or", [f"(= {picked} {option.text()})" for option in options]))
        return Sum({picked: 1})

    def _mapped(self, op: Op, side: str) -> list[Sum] | None:
        """What the affine map of an op makes of its operands; None for a map that nobody can follow."""
        maps = map_parts(op.attribute("map") or "")
        if len(maps) != 1 or len(maps[0].dimensions) + len(maps[0].symbols) != len(op.operands):
            return None
        names = dict(zip((*maps[0].dimensions, *maps[0].symbols), op.operands, strict=True))
        algebra = _Affine(self, lambda name: self._sum(names[name], side))
        try:
            return [read_expression(result, 0, algebra)[0] for result in maps[0].results]
        except (ValueError, KeyError):
            return None

    def divided(self, value: Sum, by: int) -> tuple[Sum, Sum]:
        """An index, which may have wrapped around, divided by a positive constant, rounded down; and the remainder."""
        value = self._in_range(value)
        quotient, rest = self.new("a quotient"), self.new("what is left of that")
        self.premise(f"(= {value.text()} (+ (* {by} {quotient}) {rest}))")
        self.premise(f"(and (<= 0 {rest}) (< {rest} {by}))")
        return Sum({quotient: 1}), Sum({rest: 1})

    def _open(self, value: Value, side: str) -> Sum:
        """An index of which nothing is known but what is promised of the numbers of rounds."""
        self.leaves[value] = None
        found = Sum({self._leaf(value, side): 1})
        self._known[value, side] = found
        block = value.owner
        loop = None if isinstance(block, Op) else block.parent_op
        if (
            loop is None
            or value.index != 0
            or loop.regions[0].blocks[0] is not block
            or self._traits.counts_unsigned(loop)
        ):
            return found
        for row in self._traits.rows("counts_up", loop.name):
            lower, upper, step = (loop.operands[int(number)] for number in row)
            end, start, by = self.plain(upper, side), self._sum(lower, side), self._sum(step, side)
            self.premise(f"(< {found.text()} {end.text()})")
            if (
                not start.terms
                and not end.terms
                and not by.terms
                and by.constant > 0
                and end.constant + by.constant <= _SMALL
            ):
                rounds = self.new(f"rounds before {value.ref}")
                self.premise(
                    f"(and (<= 0 {rounds}) (= {found.text()} {Sum({rounds: by.constant}, start.constant).text()}))"
                )
        return found


def _product(first: Sum, second: Sum) -> Sum | None:
    if first.terms and second.terms:
        return None
    return second.times(first.constant) if not first.terms else first.times(second.constant)


def joined(word: str, terms: Sequence[str]) -> str:
    """Terms with a word in front, or the only one."""
    return terms[0] if len(terms) == 1 else f"({word} {' '.join(terms)})"


class _Affine:
    """Affine expressions as sums. Raises ValueError for those that are none."""

    def __init__(self, indices: Indices, sum_of: Callable[[str], Sum]) -> None:
        self._indices, self.name = indices, sum_of

    def number(self, number: int) -> Sum:
        return Sum({}, number)

    def negative(self, value: Sum) -> Sum:
        return value.times(-1)

    def combined(self, operator: str, left: Sum, right: Sum) -> Sum:
        if operator in ("+", "-"):
            return left.plus(right, 1 if operator == "+" else -1)
        if operator == "*":
            product = _product(left, right)
            if product is None:
                raise ValueError("a product of two values is no sum")
            return product
        if right.terms or right.constant <= 0:
            raise ValueError(f"nobody can say what {operator} makes of that")
        if operator == "ceildiv":
            return self._indices.divided(left.times(-1), right.constant)[0].times(-1)
        return self._indices.divided(left, right.constant)[operator == "mod"]
