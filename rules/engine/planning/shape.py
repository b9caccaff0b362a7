"""Strata: their clauses, indexes and the relations without which they derive nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ownlog.rules.engine.language.normal_form import NormalClause, Step
from ownlog.rules.engine.language.stratify import reads
from ownlog.rules.engine.language.syntax_tree import Atom
from ownlog.rules.engine.planning.indexes import IndexSpec
from ownlog.rules.engine.program.program import Program


class Component(NamedTuple):
    """The relations of a stratum, the heads and bodies of their rules, the relations read, and their key columns."""

    names: tuple[str, ...]
    rules: tuple[tuple[Atom, tuple[Step, ...]], ...]
    reads: tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]


def components(program: Program) -> Iterator[Component]:
    """The strata that have rules, in evaluation order."""
    by_head: dict[str, list[NormalClause]] = {}
    for clause in program.core.clauses:
        by_head.setdefault(clause.head.relation, []).append(clause)
    for names in program.core.strata:
        clauses = [clause for name in names for clause in by_head.get(name, ())]
        if clauses:
            read = sorted({atom.relation for clause in clauses for atom, _ in reads(clause.body)})
            rules = tuple((clause.head, clause.body) for clause in clauses)
            yield Component(tuple(names), rules, tuple((name, program.relations[name].keys) for name in read))


class Shape:
    """What is known of a component before it is planned."""

    def __init__(self, component: Component) -> None:
        self.clauses = [NormalClause(head, body, number) for number, (head, body) in enumerate(component.rules)]
        atoms = [atom for clause in self.clauses for atom in (clause.head, *(read for read, _ in reads(clause.body)))]
        self.arities = {atom.relation: len(atom.args) for atom in atoms}
        self.keys = dict(component.reads)
        members = frozenset(component.names)
        self.recursive = frozenset(
            atom.relation
            for clause in self.clauses
            for atom, kind in reads(clause.body)
            if not kind and atom.relation in members
        )
        self.names = [name for name in component.names if name in self.recursive]
        self.indexes: dict[str, IndexSpec] = {}

    def index(self, relation: str, key: tuple[int, ...], values: tuple[int, ...], distinct: bool) -> IndexSpec:
        """The index over a relation that serves such a question."""
        arity = self.arities[relation]
        if key in self.keys.get(relation, ()) and relation not in self.recursive:
            spec = IndexSpec(relation, arity, key, tuple(range(arity)), False)
        else:
            spec = IndexSpec(relation, arity, key, values, distinct)
        return self.indexes.setdefault(spec.name, spec)

    def gates(self) -> tuple[tuple[str, ...], ...]:
        """Sets of relations of which each must have a row for any clause to derive something.

        None if some clause reads no relation.
        """
        # Rows of the component itself can be there already: facts may be given for any relation.
        found: list[tuple[str, ...]] = [(name,) for name in self.names]
        for clause in self.clauses:
            read = {step.relation for step in clause.body if isinstance(step, Atom)}
            if not read:
                return ()
            if read.isdisjoint(self.recursive):
                found.append(tuple(sorted(read)))
        return tuple(found)

    def at_once(self) -> Iterator[NormalClause]:
        """The clauses that run once, in front of the rounds."""
        return (clause for clause in self.clauses if not self._delta_atoms(clause))

    def in_rounds(self, relation: str) -> list[tuple[NormalClause, int]]:
        """The clauses that run for each new row of a relation of the component, with the step that reads it."""
        return [
            (clause, step)
            for clause in self.clauses
            for step in self._delta_atoms(clause)
            if self._reads(clause, step) == relation
        ]

    def _delta_atoms(self, clause: NormalClause) -> list[int]:
        return [
            index
            for index, step in enumerate(clause.body)
            if isinstance(step, Atom) and step.relation in self.recursive
        ]

    @staticmethod
    def _reads(clause: NormalClause, index: int) -> str:
        atom = clause.body[index]
        assert isinstance(atom, Atom)
        return atom.relation
