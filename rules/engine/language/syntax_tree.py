"""The syntax tree of a Datalog program in Soufflé's dialect.

Every node carries `at`, the offset of its first character. Nodes are plain frozen dataclasses (no slots): those
unpickle fastest, and a cached program is unpickled on every start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Var:
    """A named variable."""

    name: str
    at: int


@dataclass(frozen=True)
class Wildcard:
    """The variable `_`, different at each occurrence."""

    at: int


@dataclass(frozen=True)
class Const:
    """A number or a string constant."""

    value: int | str
    at: int


@dataclass(frozen=True)
class Call:
    """A functor application; `op` is the functor's name or the operator's sign, "neg" for unary minus."""

    op: str
    args: tuple[Term, ...]
    at: int


@dataclass(frozen=True)
class Cast:
    """`as(term, type)`: changes the static type, never the value."""

    term: Term
    type: str
    at: int


@dataclass(frozen=True)
class Aggregate:
    """`op target : { body }`; `op` is count, sum, min or max, `target` is None for count."""

    op: str
    target: Term | None
    body: tuple[Literal, ...]
    at: int


@dataclass(frozen=True)
class Atom:
    """`relation(args)`."""

    relation: str
    args: tuple[Term, ...]
    at: int


@dataclass(frozen=True)
class Negation:
    """`!atom`."""

    atom: Atom
    at: int


@dataclass(frozen=True)
class Compare:
    """`left op right`; `op` is one of = != < <= > >=, or match, contains, !match, !contains."""

    op: str
    left: Term
    right: Term
    at: int


@dataclass(frozen=True)
class Truth:
    """The constraint `true` or `false`."""

    value: bool
    at: int


@dataclass(frozen=True)
class Disjunction:
    """`(a, b; c)`: one alternative must hold. `negated` tells of a `!` before the parentheses."""

    alternatives: tuple[tuple[BodyItem, ...], ...]
    at: int
    negated: bool = False


Term: TypeAlias = "Var | Wildcard | Const | Call | Cast | Aggregate"
Literal: TypeAlias = "Atom | Negation | Compare | Truth"
BodyItem: TypeAlias = "Literal | Disjunction"

OPPOSITE = {
    "=": "!=",
    "!=": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "match": "!match",
    "contains": "!contains",
    "!match": "match",
    "!contains": "contains",
}


def negate(item: BodyItem) -> BodyItem:
    """The item that holds where `item` does not."""
    if isinstance(item, Atom):
        return Negation(item, item.at)
    if isinstance(item, Negation):
        return item.atom
    if isinstance(item, Compare):
        return Compare(OPPOSITE[item.op], item.left, item.right, item.at)
    if isinstance(item, Truth):
        return Truth(not item.value, item.at)
    return Disjunction(item.alternatives, item.at, not item.negated)


def expand(body: tuple[BodyItem, ...]) -> tuple[tuple[Literal, ...], ...]:
    """The conjunctions whose disjunction is `body`, in source order (disjunctive normal form)."""
    results: tuple[tuple[Literal, ...], ...] = ((),)
    for item in body:
        choices = _choices(item) if isinstance(item, Disjunction) else ((item,),)
        results = tuple(left + right for left in results for right in choices)
    return results


def _choices(group: Disjunction) -> tuple[tuple[Literal, ...], ...]:
    if not group.negated:
        return tuple(conjunction for alternative in group.alternatives for conjunction in expand(alternative))
    # De Morgan: not (A; B) is not A and not B; not (a, b) is not a or not b.
    flipped = (
        Disjunction(tuple((negate(item),) for item in alternative), group.at) for alternative in group.alternatives
    )
    return expand(tuple(flipped))


def subterms(term: Term) -> Iterator[Term]:
    """`term` and every term inside it, outermost first; does not enter the bodies of aggregates."""
    yield term
    if isinstance(term, Call):
        for arg in term.args:
            yield from subterms(arg)
    elif isinstance(term, Cast):
        yield from subterms(term.term)


def literal_terms(literal: Literal) -> tuple[Term, ...]:
    """The outermost terms of a literal, left to right."""
    if isinstance(literal, Atom):
        return literal.args
    if isinstance(literal, Negation):
        return literal.atom.args
    if isinstance(literal, Compare):
        return (literal.left, literal.right)
    return ()


def variables(terms: tuple[Term, ...]) -> Iterator[Var]:
    """The named variables of the terms, left to right, without those inside aggregates."""
    for term in terms:
        for sub in subterms(term):
            if isinstance(sub, Var):
                yield sub


def aggregates(terms: tuple[Term, ...]) -> Iterator[Aggregate]:
    """The aggregates of the terms, left to right."""
    for term in terms:
        for sub in subterms(term):
            if isinstance(sub, Aggregate):
                yield sub


def aggregate_variables(aggregate: Aggregate) -> Iterator[Var]:
    """The named variables of an aggregate's target and body."""
    if aggregate.target is not None:
        yield from variables((aggregate.target,))
    for literal in aggregate.body:
        yield from variables(literal_terms(literal))


def atoms(body: Sequence[BodyItem]) -> Iterator[Atom]:
    """The atoms of a body, those in negations and aggregates among them."""
    for item in body:
        if isinstance(item, Disjunction):
            for alternative in item.alternatives:
                yield from atoms(alternative)
            continue
        atom = item.atom if isinstance(item, Negation) else item
        if isinstance(atom, Atom):
            yield atom
        for aggregate in aggregates(literal_terms(item)):
            yield from atoms(aggregate.body)
