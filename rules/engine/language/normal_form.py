"""Rules in normal form: one head, one conjunction, simple arguments.

A rule with several heads or alternatives becomes several clauses. Casts are gone, aggregates stand alone, an expression
in an argument of a positive atom is a fresh variable with an equation, and the local variables of each aggregate have
names of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    BodyItem,
    Call,
    Cast,
    Compare,
    Literal,
    Negation,
    Term,
    Truth,
    Var,
    aggregate_variables,
    expand,
    literal_terms,
    variables,
)


@dataclass(frozen=True)
class Aggregation:
    """`result = op target : { body }`; `outer` names the variables that the body takes from the clause around it."""

    result: Var
    op: str
    target: Term | None
    body: tuple[Step, ...]
    outer: frozenset[str]
    at: int


@dataclass(frozen=True)
class NormalClause:
    """One head and one conjunction. `rule` is the index of the rule it came from."""

    head: Atom
    body: tuple[Step, ...]
    rule: int


Step: TypeAlias = "Atom | Negation | Compare | Aggregation"

# Names that no program can write, so that they cannot clash with its own.
_LOCAL, _INLINED, _FRESH = "@", "@i", "#"


def plain_name(name: str) -> str:
    """The name as the program has it, for messages."""
    return name.split(_LOCAL)[0]


def inlined_name(name: str, number: int) -> str:
    """What a variable of an inline relation's rules is called where they stand in for the atom with this number."""
    return f"{name}{_INLINED}{number}"


def is_inlined(name: str) -> bool:
    """Whether the variable stands in the rules of an inline relation that was read."""
    return _INLINED in name


def outer_names(head: Atom, body: Iterable[Literal]) -> frozenset[str]:
    """The variables that occur outside all aggregates of a clause."""
    terms = [*head.args, *(term for literal in body for term in literal_terms(literal))]
    return frozenset(var.name for var in variables(tuple(terms)))


def local_names(aggregate: Aggregate, outer: frozenset[str]) -> frozenset[str]:
    """The variables that belong to an aggregate alone."""
    return frozenset(var.name for var in aggregate_variables(aggregate)) - outer


def normalize(heads: tuple[Atom, ...], body: tuple[BodyItem, ...], rule: int) -> Iterator[NormalClause]:
    """The clauses of one rule, alternatives outermost. A clause with the constraint `false` is left out."""
    for alternative in expand(body):
        if any(isinstance(literal, Truth) and not literal.value for literal in alternative):
            continue
        for head in heads:
            yield _Normalizer(outer_names(head, alternative)).clause(head, alternative, rule)


class _Normalizer:
    def __init__(self, outer: frozenset[str]) -> None:
        self.outer = outer
        self.steps: list[Step] = []
        self.fresh = 0
        self.renamed: dict[str, str] = {}

    def clause(self, head: Atom, body: tuple[Literal, ...], rule: int) -> NormalClause:
        for literal in body:
            self.literal(literal)
        head_args = tuple(self.term(arg) for arg in head.args)
        return NormalClause(Atom(head.relation, head_args, head.at), tuple(self.steps), rule)

    def literal(self, literal: Literal) -> None:
        if isinstance(literal, Atom):
            self.steps.append(Atom(literal.relation, tuple(self.argument(arg) for arg in literal.args), literal.at))
        elif isinstance(literal, Negation):
            atom = literal.atom
            args = tuple(self.term(arg) for arg in atom.args)
            self.steps.append(Negation(Atom(atom.relation, args, atom.at), literal.at))
        elif isinstance(literal, Compare):
            self.steps.append(Compare(literal.op, self.term(literal.left), self.term(literal.right), literal.at))

    def argument(self, arg: Term) -> Term:
        term = self.term(arg)
        if not isinstance(term, Call):
            return term
        var = self.fresh_var(term.at)
        self.steps.append(Compare("=", var, term, term.at))
        return var

    def term(self, term: Term) -> Term:
        if isinstance(term, Var):
            return Var(self.renamed.get(term.name, term.name), term.at)
        if isinstance(term, Cast):
            return self.term(term.term)
        if isinstance(term, Call):
            return Call(term.op, tuple(self.term(arg) for arg in term.args), term.at)
        if isinstance(term, Aggregate):
            var = self.fresh_var(term.at)
            self.steps.append(self.aggregation(var, term))
            return var
        return term

    def fresh_var(self, at: int) -> Var:
        self.fresh += 1
        return Var(f"{_FRESH}{self.fresh}", at)

    def aggregation(self, result: Var, aggregate: Aggregate) -> Aggregation:
        inner = _Normalizer(self.outer)
        self.fresh += 1
        local = local_names(aggregate, self.outer)
        inner.renamed = {name: f"{name}{_LOCAL}{self.fresh}" for name in local}
        inner.fresh = self.fresh * 1000
        for literal in aggregate.body:
            inner.literal(literal)
        target = inner.term(aggregate.target) if aggregate.target is not None else None
        outer = frozenset(var.name for var in aggregate_variables(aggregate)) - local
        return Aggregation(result, aggregate.op, target, tuple(inner.steps), outer, aggregate.at)


def step_variables(step: Step) -> Iterator[Var]:
    """The variables of a step as its clause sees them: of an aggregation its result and those of `outer`."""
    if isinstance(step, Aggregation):
        yield step.result
        for name in sorted(step.outer):
            yield Var(name, step.at)
    else:
        yield from variables(literal_terms(step))


def grounded(steps: Iterable[Step], known: frozenset[str] = frozenset()) -> frozenset[str]:
    """The variables that steps bind: by a positive atom, an aggregate's result, or an equation with a bound side."""
    bound = set(known)
    equations: list[Compare] = []
    for step in steps:
        if isinstance(step, Atom):
            bound.update(arg.name for arg in step.args if isinstance(arg, Var))
        elif isinstance(step, Aggregation):
            bound.add(step.result.name)
        elif isinstance(step, Compare) and step.op == "=":
            equations.append(step)
    changed = True
    while changed:
        changed = False
        for equation in equations:
            for side, other in ((equation.left, equation.right), (equation.right, equation.left)):
                if (
                    isinstance(side, Var)
                    and side.name not in bound
                    and all(var.name in bound for var in variables((other,)))
                ):
                    bound.add(side.name)
                    changed = True
    return frozenset(bound)
