"""Terms for values: symbols for inputs, and what ops compute from these; equal terms are equal numbers.

Source: hash-consing, as in value numbering (Alpern, Wegman, Zadeck, POPL 1988).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

Term: TypeAlias = int
Head: TypeAlias = tuple[object, ...]

INPUT = "input"
"""A symbol for a parameter: the same all the time."""
GIVEN = "given"
"""A symbol for what an op gave that both programs came to, or for a moment in memory."""
NEW = "new"
"""A symbol for an allocation, or for the memory of a copy: no other symbol of the kind is the same memory."""
ANY = "any"
"""A symbol for what differs from one round of a loop to the next."""


class Look(NamedTuple):
    """The common look of allocations that may correspond: op and attributes, type, and the parallel op around."""

    op: str
    attributes: tuple[tuple[str, str], ...]
    type: str
    rounds: str | tuple[bool, str]


Signature: TypeAlias = tuple[Look, tuple[Term, ...]]
"""How an allocation looks, and its sizes."""


class Terms:
    """All terms of one comparison."""

    def __init__(self) -> None:
        self._known: dict[tuple[Head, tuple[Term, ...]], Term] = {}
        self.heads: list[Head] = []
        self.args: list[tuple[Term, ...]] = []
        self._copied: list[bool] = []
        self._stripped: dict[Term, Term] = {}
        self._symbols: dict[Term, frozenset[Term]] = {}
        self.allocations: dict[Term, Signature] = {}
        """What allocations look like."""
        self.extents: dict[Term, Signature] = {}
        """How memory was made that only its own program sees."""
        self.addressed: set[Term] = set()
        """The symbols of what somebody took the address of."""
        self.true = self.make(("truth", True), ())
        self.false = self.make(("truth", False), ())
        self.none = self.make(("none",), ())
        """In the place of a write: that there was none."""

    def make(self, head: Head, args: tuple[Term, ...]) -> Term:
        key = (head, args)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self.heads)
            self.heads.append(head)
            self.args.append(args)
            self._copied.append(head[0] in ("copy", "behind") or any(self._copied[arg] for arg in args))
        return found

    def symbol(self, kind: str) -> Term:
        """A symbol that no term has yet."""
        return self.make(("symbol", len(self.heads), kind), ())

    def kind(self, term: Term) -> str:
        """The kind of a symbol; "" of what is none."""
        head = self.heads[term]
        return str(head[2]) if head[0] == "symbol" else ""

    def truth(self, value: bool) -> Term:
        return self.true if value else self.false

    def symbols(self, term: Term) -> frozenset[Term]:
        work = [term]
        while work:
            current = work[-1]
            missing = [arg for arg in self.args[current] if arg not in self._symbols]
            if missing:
                work += missing
                continue
            work.pop()
            if current not in self._symbols:
                own = frozenset((current,)) if self.kind(current) else frozenset()
                self._symbols[current] = own.union(*(self._symbols[arg] for arg in self.args[current]))
        return self._symbols[term]

    def rebuilt(
        self, term: Term, change: Callable[[Term], Term | None], stays: Callable[[Term], bool] = lambda _: False
    ) -> Term:
        """The term with parts replaced by `change`; nothing below `stays` changes."""
        found: dict[Term, Term] = {}
        work = [term]
        while work:
            current = work[-1]
            if current in found:
                work.pop()
                continue
            other = current if stays(current) else change(current)
            if other is not None:
                found[current] = other
                continue
            missing = [arg for arg in self.args[current] if arg not in found]
            if missing:
                work += missing
                continue
            args = tuple(found[arg] for arg in self.args[current])
            found[current] = current if args == self.args[current] else self.make(self.heads[current], args)
        return found[term]

    def extent(self, term: Term) -> Term:
        """The term with allocations replaced by their looks: if equal, the same accesses are in bounds."""

        def made(part: Term) -> Term | None:
            if self.heads[part][0] in ("copy", "behind"):
                return self.extent(self.args[part][1])
            found = self.extents.get(part) or self.allocations.get(part)
            return None if found is None else self.make(("extent", *found[0]), found[1])

        return self.rebuilt(term, made)

    # Copies

    def copied(self, term: Term) -> bool:
        """Whether a copy has a part in the term."""
        return self._copied[term]

    def is_copy(self, term: Term) -> bool:
        """Whether the term is a copy, in memory of its own."""
        return self.heads[term][0] == "copy"

    def stripped(self, term: Term) -> Term:
        """The term with what was copied in the place of each copy; an address stays that of the copy."""
        found = self._stripped.get(term)
        if found is None:
            found = self._stripped[term] = self.rebuilt(term, self._source, self._keeps)
        return found

    def _source(self, term: Term) -> Term | None:
        return self.stripped(self.args[term][1]) if self.heads[term][0] == "copy" else None

    def _keeps(self, term: Term) -> bool:
        return not self._copied[term] or self.heads[term][0] == "address"

    def places(self, term: Term) -> frozenset[Term]:
        """The memory that a buffer may be in: symbols and other terms that are no view, and copies."""
        head = self.heads[term]
        if head[0] == "view":
            return self.places(self.args[term][int(str(head[1]))])
        if head[0] == "behind":
            return self.places(self.args[term][1])
        if head[0] == "pick":
            return self.places(self.args[term][1]) | self.places(self.args[term][2])
        return frozenset((term,))

    def roots(self, places: Iterable[Term]) -> frozenset[Term]:
        """What the copies among `places` are copies of in the end, and the other places."""
        found: set[Term] = set()
        work = list(places)
        while work:
            place = work.pop()
            if self.heads[place][0] == "copy":
                work += self.places(self.args[place][1])
            else:
                found.add(place)
        return frozenset(found)

    # Conditions

    def bits(self, how: str, first: Term, second: Term) -> Term:
        """Two i1 terms combined: "and", "or" or "xor"."""
        for one, other in ((first, second), (second, first)):
            if one == self.true:
                return {"and": other, "or": one, "xor": self._negated(other)}[how]
            if one == self.false:
                return self.false if how == "and" else other
        if first == second:
            return self.false if how == "xor" else first
        return self.make(("bits", how), (min(first, second), max(first, second)))

    def _negated(self, term: Term) -> Term:
        if term in (self.true, self.false):
            return self.truth(term == self.false)
        if self.heads[term] == ("bits", "xor") and self.true in self.args[term]:
            [other] = [arg for arg in self.args[term] if arg != self.true]
            return other
        return self.make(("bits", "xor"), (min(term, self.true), max(term, self.true)))

    def choice(self, head: Head, condition: Term, on_true: Term, on_false: Term) -> Term:
        """What a select gives."""
        if condition in (self.true, self.false):
            return on_true if condition == self.true else on_false
        if (on_true, on_false) in ((self.true, self.false), (self.false, self.true)):
            return condition if on_true == self.true else self._negated(condition)
        return on_true if on_true == on_false else self.make(head, (condition, on_true, on_false))
