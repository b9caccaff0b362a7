"""The columns of relations that a query derives and nobody declared, by type inference over its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ownlog.base.source import Source
from ownlog.rules.engine.language.items import Clause
from ownlog.rules.engine.language.syntax_tree import (
    Atom,
    Literal,
    Negation,
    Term,
    Var,
    aggregates,
    expand,
    literal_terms,
)
from ownlog.rules.engine.program.declarations import Declarations
from ownlog.rules.engine.program.type_check import ClauseTypes

Columns = list[tuple[str, str]]
"""Names and types of columns."""


def declare_heads(
    clauses: Sequence[tuple[Source, Clause]],
    declared: Callable[[], Declarations],
    declare: Callable[[str, Columns], None],
) -> None:
    """Declare the relations in the (first) heads of `clauses`, with inferred column types."""
    waiting: dict[str, list[tuple[Source, Clause]]] = {}
    for source, clause in clauses:
        waiting.setdefault(clause.heads[0].relation, []).append((source, clause))
    while waiting:
        so_far = declared()
        # A relation that rests on itself, or on a later one, is typed by those of its rules that do not.
        known = {name: [_types(source, clause, so_far) for source, clause in found] for name, found in waiting.items()}
        ready = [
            name for name, types in known.items() if all(None not in column for column in _columns(types))
        ] or list(known)
        for name in ready:
            names = column_names(waiting[name][0][1].heads[0].args)
            kinds = [next((kind for kind in column if kind is not None), "symbol") for column in _columns(known[name])]
            declare(name, list(zip(names, kinds, strict=False)))
            del waiting[name]


def column_names(terms: Sequence[Term]) -> list[str]:
    """A name for each term, all different: a variable's own, and a number for what is no variable."""
    names: list[str] = []
    for number, term in enumerate(terms, 1):
        name = term.name if isinstance(term, Var) else f"column{number}"
        names.append(name if name not in names else f"{name}_{number}")
    return names


def _columns(types: list[list[str | None]]) -> list[list[str | None]]:
    """For each column the type that the first rule which knows it gives it; [None] where none does."""
    return [[next((kind for kind in column if kind is not None), None)] for column in zip(*types, strict=False)]


def _types(source: Source, clause: Clause, declared: Declarations) -> list[str | None]:
    """The type of each term in the head of a clause; None for what the declared relations do not tell."""
    head = clause.heads[0]
    result: list[str | None] = [None] * len(head.args)
    if not _known(head.args, declared):
        return result
    for body in expand(clause.body):
        literals = tuple(literal for literal in body if _is_declared(literal, declared))
        found = ClauseTypes(declared.types, declared.columns, source, head, literals).infer(head.args)
        for number, types in enumerate(found):
            if types and result[number] is None:
                result[number] = min(types).lstrip("=")
    return result


def _is_declared(literal: Literal, declared: Declarations) -> bool:
    atom = literal.atom if isinstance(literal, Negation) else literal
    if isinstance(atom, Atom) and atom.relation not in declared.columns:
        return False
    return _known(literal_terms(literal), declared)


def _known(terms: tuple[Term, ...], declared: Declarations) -> bool:
    """Whether the aggregates among the terms are over relations that are declared."""
    return all(_is_declared(literal, declared) for aggregate in aggregates(terms) for literal in aggregate.body)
