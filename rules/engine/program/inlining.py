"""Inline relations: atoms that read them are replaced by their rules, as in Soufflé, and they have no rows.

An atom becomes the disjunction of the bodies of its relation's rules, with the atom's arguments in place of the head's;
a negated atom becomes the negation of that. Soufflé refuses the same four things (`SemanticChecker::checkInlining`):
inline relations that depend on each other in a circle, an inline relation inside an aggregate, a negated one whose
rules have variables that the head does not bind, and `_` in a negated one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeAlias

from ownlog.base.errors import Diagnostic
from ownlog.base.source import Source
from ownlog.rules.engine.language.normal_form import inlined_name
from ownlog.rules.engine.language.stratify import components, cycle
from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    BodyItem,
    Call,
    Cast,
    Compare,
    Const,
    Disjunction,
    Literal,
    Negation,
    Term,
    Truth,
    Var,
    Wildcard,
    aggregate_variables,
    aggregates,
    atoms,
    expand,
    literal_terms,
    subterms,
    variables,
)
from ownlog.rules.engine.program.relations import Relation, Rule

_Meaning: TypeAlias = tuple[tuple[Atom, tuple[Literal, ...]], ...]
"""The head and body of each alternative of an inline relation, without atoms of inline relations."""


class Inlining:
    """The bodies of rules without atoms of inline relations.

    In: the relations, the rules as written, and their texts. `errors` are what cannot be inlined; then nothing else may
    be asked.
    """

    def __init__(self, relations: Mapping[str, Relation], rules: Sequence[Rule], sources: Sequence[Source]) -> None:
        self._inline = {name for name, relation in relations.items() if relation.inline}
        self._meanings: dict[str, _Meaning] = {}
        self.errors: list[Diagnostic] = []
        if self._inline:
            self._define(relations, rules, sources)
            for rule, source in zip(rules, sources, strict=True):
                if self._reads_inline(rule.body):
                    self.errors += [
                        found for body in rule.alternatives for found in self._refused(rule.heads, body, source)
                    ]

    def body(self, rule: Rule) -> tuple[BodyItem, ...]:
        """The body of one of the rules, with what inline relations stand for in their place."""
        if not self._reads_inline(rule.body):
            return rule.body
        copies = count(1)
        alternatives = tuple(self._inlined(body, copies) for body in rule.alternatives)
        return (Disjunction(alternatives, rule.body[0].at),)

    def _define(self, relations: Mapping[str, Relation], rules: Sequence[Rule], sources: Sequence[Source]) -> None:
        """Fills `_meanings`, of what an inline relation reads first, and reports circles."""
        written: dict[str, list[tuple[Atom, tuple[Literal, ...]]]] = {
            name: [] for name in relations if name in self._inline
        }
        places: dict[str, tuple[Source, int]] = {}
        for rule, source in zip(rules, sources, strict=True):
            for head in rule.heads:
                if head.relation in written:
                    written[head.relation] += [(head, body) for body in rule.alternatives]
                    places.setdefault(head.relation, (source, head.at))
        graph = {
            name: {atom.relation: None for _, body in found for atom in atoms(body) if atom.relation in self._inline}
            for name, found in written.items()
        }
        for names in components(graph):
            name = names[0]
            if len(names) > 1 or name in graph[name]:
                circle = cycle(graph, name, next(read for read in graph[name] if read in names))
                message = f"the inline relation {name} depends on itself"
                advice = f"leave `inline` out of one of the declarations: the cycle is {' <- '.join(circle)}"
                source, at = places[name]
                self.errors.append(source.diagnostic(at, message, advice))
                self._meanings |= dict.fromkeys(names, ())
            else:
                copies = count(1)
                self._meanings[name] = tuple(
                    (head, inlined) for head, body in written[name] for inlined in expand(self._inlined(body, copies))
                )

    def _reads_inline(self, body: Sequence[BodyItem]) -> bool:
        return bool(self._inline) and any(atom.relation in self._inline for atom in atoms(body))

    def _refused(self, heads: Sequence[Atom], body: tuple[Literal, ...], source: Source) -> Iterator[Diagnostic]:
        """What stands in the way of inlining in one alternative of a rule."""
        terms = [
            *(arg for head in heads for arg in head.args),
            *(term for literal in body for term in literal_terms(literal)),
        ]
        for aggregate in aggregates(tuple(terms)):
            for atom in atoms(aggregate.body):
                if atom.relation in self._inline:
                    advice = "aggregate over a relation that is not inline; a rule can copy the rows"
                    yield source.diagnostic(
                        atom.at, f"the inline relation {atom.relation} is read in an aggregate", advice
                    )
        for literal in body:
            if isinstance(literal, Negation) and literal.atom.relation in self._inline:
                yield from self._refused_negation(literal.atom, source)

    def _refused_negation(self, atom: Atom, source: Source) -> Iterator[Diagnostic]:
        for arg in atom.args:
            for term in subterms(arg):
                if isinstance(term, Wildcard):
                    message = f"`_` in a negated atom of the inline relation {atom.relation}"
                    yield source.diagnostic(
                        term.at, message, f"leave `inline` out of the declaration of {atom.relation}"
                    )
        for head, body in self._meanings[atom.relation]:
            bound = {var.name for var in variables(head.args)}
            own = next((var for var in _variables(body) if var.name not in bound), None)
            if own is not None:
                message = (
                    f"the inline relation {atom.relation} is negated, and its rules have a variable that it does not"
                    " pass on"
                )
                advice = (
                    f"leave `inline` out of its declaration, or say the opposite of {atom.relation} in a relation of"
                    " its own"
                )
                yield source.diagnostic(atom.at, message, advice)
                break

    def _inlined(self, body: Sequence[Literal], copies: Iterator[int]) -> tuple[BodyItem, ...]:
        return tuple(self._item(literal, copies) for literal in body)

    def _item(self, literal: Literal, copies: Iterator[int]) -> BodyItem:
        atom = literal.atom if isinstance(literal, Negation) else literal
        if not isinstance(atom, Atom) or atom.relation not in self._inline:
            return literal
        made = (_Copy(atom, head, next(copies)).body(body) for head, body in self._meanings[atom.relation])
        alternatives = tuple(found for found in made if found is not None)
        return Disjunction(alternatives, literal.at, isinstance(literal, Negation))


class _Copy:
    """An alternative of an inline relation with the arguments of one atom, and fresh names for other variables."""

    def __init__(self, atom: Atom, head: Atom, number: int) -> None:
        self.atom = atom
        self.head = head
        self.number = number
        self.terms: dict[str, Term] = {}

    def body(self, body: tuple[Literal, ...]) -> tuple[Literal, ...] | None:
        """The literals, and equations for other arguments of the head; None if the two can never be equal."""
        pairs: list[tuple[Term, Term]] = []
        for own, given in zip(self.head.args, self.atom.args, strict=True):
            if isinstance(own, Var) and own.name not in self.terms:
                self.terms[own.name] = Var(self._name(own.name), self.atom.at) if isinstance(given, Wildcard) else given
            elif not isinstance(given, Wildcard):
                pairs.append((own, given))
        equations: list[Literal] = []
        for own, given in pairs:
            term = self._term(own)
            if isinstance(term, Const) and isinstance(given, Const):
                if term.value != given.value:
                    return None
            else:
                equations.append(Compare("=", given, term, self.atom.at))
        # A conjunction of nothing is true, but a group needs something to hold.
        return (*map(self._literal, body), *equations) or (Truth(True, self.atom.at),)

    def _name(self, name: str) -> str:
        return inlined_name(name, self.number)

    def _literal(self, literal: Literal) -> Literal:
        at = self.atom.at
        if isinstance(literal, Atom):
            return self._atom(literal)
        if isinstance(literal, Negation):
            return Negation(self._atom(literal.atom), at)
        if isinstance(literal, Compare):
            return Compare(literal.op, self._term(literal.left), self._term(literal.right), at)
        return replace(literal, at=at)

    def _atom(self, atom: Atom) -> Atom:
        return Atom(atom.relation, tuple(map(self._term, atom.args)), self.atom.at)

    def _term(self, term: Term) -> Term:
        at = self.atom.at
        if isinstance(term, Var):
            return self.terms.get(term.name) or Var(self._name(term.name), at)
        if isinstance(term, Call):
            return replace(term, args=tuple(map(self._term, term.args)), at=at)
        if isinstance(term, Cast):
            return replace(term, term=self._term(term.term), at=at)
        if isinstance(term, Aggregate):
            target = self._term(term.target) if term.target is not None else None
            return replace(term, target=target, body=tuple(map(self._literal, term.body)), at=at)
        return replace(term, at=at)


def _variables(body: Sequence[Literal]) -> Iterator[Var]:
    """The variables of a body, those in aggregates among them."""
    for literal in body:
        terms = literal_terms(literal)
        yield from variables(terms)
        for aggregate in aggregates(terms):
            yield from aggregate_variables(aggregate)
