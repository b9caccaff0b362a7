"""The values that a query must ask about for a complete answer in functions with many buffers.

Some relations (`base.LIMITED`) only have rows for pairs that are asked about. A query asks about the values that it
names, and about those that the rest of a rule gives for a variable of such an atom: "magic sets" (Bancilhon, Maier,
Sagiv and Ullman, "Magic sets and other strange ways to implement logic programs", 1986) for one argument. What that
does not bind is left open, and reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ownlog.query.base import LIMITED
from ownlog.rules.engine.language.normal_form import Aggregation, NormalClause, Step, grounded, step_variables
from ownlog.rules.engine.language.stratify import components, dependencies
from ownlog.rules.engine.language.syntax_tree import Atom, Const, Negation, Term, Var
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Column, Core, Relation

DEMAND = "asked__"


@dataclass(frozen=True)
class Demand:
    """The constants asked about, the program that derives other values to ask about, and relations left unbound."""

    constants: frozenset[str]
    program: Program
    unbound: tuple[str, ...]


def demand(program: Program, wanted: str, limited: Collection[str] = LIMITED) -> Demand:
    """What the rules that lead to the relation `wanted` ask about, where they read one of the relations `limited`."""
    clauses = needed_clauses(program, wanted)
    constants: set[str] = set()
    unbound: dict[str, None] = {}
    asking: list[NormalClause] = []
    for clause in clauses:
        for atom, rest in _limited(clause.body, (), limited):
            values = [arg for column, arg in _value_arguments(program, atom)]
            named = [str(arg.value) for arg in values if isinstance(arg, Const)]
            if named:
                constants.update(named[:1])
                continue
            body = _bound(rest)
            bound = next((arg for arg in values if isinstance(arg, Var) and arg.name in grounded(body)), None)
            if bound is None:
                unbound[atom.relation] = None
            else:
                asking.append(NormalClause(Atom(DEMAND, (bound,), atom.at), tuple(body), clause.rule))
    return Demand(frozenset(constants), _with(program, [*clauses, *asking]), tuple(unbound))


def asked_of_one(program: Program, wanted: str, limited: Collection[str] = LIMITED) -> list[str]:
    """The relations among `limited`, of pairs of two values, that are asked about a value and itself."""
    found: dict[str, None] = {}
    for clause in needed_clauses(program, wanted):
        for atom, _ in _limited(clause.body, (), limited):
            named = [arg.value for _, arg in _value_arguments(program, atom) if isinstance(arg, Const)]
            if len(named) > len(set(named)):
                found[atom.relation] = None
    return [*found]


def needed_clauses(program: Program, wanted: str) -> list[NormalClause]:
    """The clauses of the relations that lead to `wanted`."""
    graph = dependencies(program.relations, program.core.clauses)
    needed, stack = {wanted}, [wanted]
    while stack:
        new = [name for name in graph[stack.pop()] if name not in needed]
        needed.update(new)
        stack += new
    return [clause for clause in program.core.clauses if clause.head.relation in needed]


def _limited(
    steps: Sequence[Step], around: Sequence[Step], limited: Collection[str]
) -> Iterable[tuple[Atom, list[Step]]]:
    """The atoms of limited relations, each with the steps that hold beside it."""
    for number, step in enumerate(steps):
        rest = [*around, *steps[:number], *steps[number + 1 :]]
        if isinstance(step, Aggregation):
            yield from _limited(step.body, rest, limited)
        atom = step.atom if isinstance(step, Negation) else step
        if isinstance(atom, Atom) and atom.relation in limited:
            yield atom, rest


def _value_arguments(program: Program, atom: Atom) -> list[tuple[Column, Term]]:
    columns = program.relations[atom.relation].columns
    return [(column, arg) for column, arg in zip(columns, atom.args, strict=True) if column.type == "Value"]


def _bound(steps: list[Step]) -> list[Step]:
    """The steps whose variables the other kept steps bind; leaving one out asks for more, never for less."""
    while True:
        known = grounded(steps)
        kept = [step for step in steps if all(var.name in known for var in step_variables(step))]
        if len(kept) == len(steps):
            return kept
        steps = kept


def _with(program: Program, clauses: list[NormalClause]) -> Program:
    position = next(iter(program.relations.values())).position
    asked = Relation(DEMAND, (Column("value", "Value", "symbol"),), "", False, True, position)
    relations = {**{name: replace(relation) for name, relation in program.relations.items()}, DEMAND: asked}
    strata = tuple(tuple(names) for names in components(dependencies(relations, clauses)))
    return Program(relations, Core(program.rules, tuple(clauses), strata), f"{program.key}-{DEMAND}", {}, ())
