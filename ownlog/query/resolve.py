"""Names and columns in queries: short names in full, and a leading column for the function.

In an atom with one argument too many, the first is the function of the row's first value, block, op or region. It
becomes an atom of a relation made for it, so that `!` and aggregates work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ownlog.base.suggestions import did_you_mean, similar
from ownlog.query.layer import MADE, RENAME, Layer, about_private, reserved
from ownlog.query.text import Query
from ownlog.rules.engine.language.items import Clause
from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    BodyItem,
    Call,
    Cast,
    Compare,
    Const,
    Disjunction,
    Negation,
    Term,
    Var,
    expand,
)
from ownlog.rules.engine.program.relations import Column, Relation
from ownlog.rules.explain.names import NAMED, Names
from ownlog.rules.explain.question import wrong_type


class Resolver:
    """Resolves the clauses of one query; what has to be made for them goes into `layer`."""

    def __init__(self, query: Query, names: Names, layer: Layer) -> None:
        self.query = query
        self.names = names
        self.layer = layer
        own = [(clause.heads[0].relation, len(clause.heads[0].args)) for clause in query.named if query.atom is None]
        self.own: Mapping[str, int] = dict(own)
        self.made = 0

    def clauses(self) -> list[Clause]:
        """The clauses with all names in full. Raises InputError for unknown and ambiguous names."""
        for clause in self.query.named:
            head = clause.heads[0]
            if self.query.atom is None and MADE in head.relation:
                raise self.query.error(head.at, reserved(head.relation), RENAME)
            if self.query.atom is None and head.relation in self.layer.relations:
                raise self.query.error(
                    head.at, f"there is a relation {head.relation} already", "give the one that you derive another name"
                )
        return [replace(clause, body=self._body(clause.body, self._kinds(clause))) for clause in self.query.clauses]

    def atom(self, atom: Atom) -> Atom:
        """An atom with all names in full."""
        relation = self.layer.relations.get(atom.relation)
        if relation is None:
            return self._own_atom(atom)
        if relation.name in self.layer.private:
            raise self.query.error(atom.at, *about_private(relation.name))
        if len(atom.args) == relation.arity + 1:
            return self._with_function(atom, relation)
        if len(atom.args) != relation.arity:
            message = (
                f"{relation.name} has {relation.arity} column{'' if relation.arity == 1 else 's'}, not {len(atom.args)}"
            )
            raise self.query.error(atom.at, message, relation.shape())
        args = [self._constant(column, arg) for column, arg in zip(relation.columns, atom.args, strict=True)]
        return replace(atom, args=tuple(args))

    def _own_atom(self, atom: Atom) -> Atom:
        if atom.relation not in self.own:
            others = [*self.own, *(relation.name for relation in self.layer.user_relations)]
            raise self.query.error(atom.at, *self.names.unknown_relation(atom.relation, others))
        if len(atom.args) != self.own[atom.relation]:
            raise self.query.error(
                atom.at, f"{atom.relation} has {self.own[atom.relation]} columns, not {len(atom.args)}"
            )
        return atom

    def _constant(self, column: Column, arg: Term) -> Term:
        found = self._meant(column, arg)
        if found is None or not isinstance(arg, Const):
            return arg
        if len(found) != 1:
            raise self.query.error(arg.at, *self.names.problem(column.type, str(arg.value), found))
        return replace(arg, value=found[0])

    def _meant(self, column: Column, arg: Term, function: str | None = None) -> list[str] | None:
        """The full names that a constant may stand for; None for what names nothing."""
        if not isinstance(arg, Const):
            return None
        if isinstance(arg.value, int) is not (column.base == "number"):
            raise self.query.error(arg.at, *wrong_type(column))
        return self.names.find(column.type, str(arg.value), function) if column.type in NAMED else None

    # The leading function column

    def _with_function(self, atom: Atom, relation: Relation) -> Atom:
        key = next((number for number, column in enumerate(relation.columns) if column.type in NAMED), None)
        if key is None:
            message = (
                f"{relation.name} has {relation.arity} columns, not {len(atom.args)}: its rows belong to no function"
            )
            raise self.query.error(atom.at, message, relation.shape())
        function, *args = atom.args
        if isinstance(function, Const):
            function = self._function(function, relation)
        name = f"{relation.name}{MADE}{self.made}"
        self.made += 1
        variables = [Var(f"c{number}", atom.at) for number in range(relation.arity)]
        inner: list[BodyItem] = [Atom(relation.name, tuple(variables), atom.at)]
        kept: list[tuple[Var, Column, Term]] = []
        for variable, column, arg in zip(variables, relation.columns, args, strict=True):
            found = self._meant(column, arg, str(function.value) if isinstance(function, Const) else None)
            if found is None:
                kept.append((variable, column, arg))
                continue
            if not found:
                where = str(function.value) if isinstance(function, Const) else None
                raise self.query.error(
                    arg.at, *self.names.problem(column.type, str(getattr(arg, "value", "")), found, where)
                )
            self.layer.declare(f"{name}_{variable.name}", [("name", column.type)], [(full,) for full in found])
            inner.append(Atom(f"{name}_{variable.name}", (variable,), atom.at))
        where_to = Var("f", atom.at)
        inner.append(
            Atom(f"function_of_{relation.columns[key].type.lower()}{MADE}", (variables[key], where_to), atom.at)
        )
        self.layer.declare(name, [("function", "Op"), *((variable.name, column.type) for variable, column, _ in kept)])
        self.layer.add(
            self.query.source,
            Clause((Atom(name, (where_to, *(v for v, _, _ in kept)), atom.at),), tuple(inner), atom.at),
        )
        return Atom(name, (function, *(arg for _, _, arg in kept)), atom.at)

    def _function(self, term: Const, relation: Relation) -> Const:
        if term.value in self.names.known["Op"]:
            return term
        if f"@{term.value}" in self.names.functions:
            return replace(term, value=f"@{term.value}")
        near = did_you_mean(similar(str(term.value), self.names.functions))
        raise self.query.error(
            term.at, f"there is no function called {term.value}", near or relation.shape("function, ")
        )

    # Where names can stand

    def _body(self, body: Iterable[BodyItem], kinds: Mapping[str, str]) -> tuple[BodyItem, ...]:
        return tuple(self._item(item, kinds) for item in body)

    def _item(self, item: BodyItem, kinds: Mapping[str, str]) -> BodyItem:
        if isinstance(item, Atom):
            return self.atom(replace(item, args=tuple(self._term(arg, kinds) for arg in item.args)))
        if isinstance(item, Negation):
            return replace(item, atom=self.atom(item.atom))
        if isinstance(item, Disjunction):
            return replace(
                item, alternatives=tuple(self._body(alternative, kinds) for alternative in item.alternatives)
            )
        if isinstance(item, Compare):
            left, right = self._term(item.left, kinds), self._term(item.right, kinds)
            if item.op in ("=", "!="):
                left, right = self._compared(left, right, kinds), self._compared(right, left, kinds)
            return replace(item, left=left, right=right)
        return item

    def _compared(self, term: Term, other: Term, kinds: Mapping[str, str]) -> Term:
        """A constant beside a variable that stands in a column of names is a name."""
        if isinstance(term, Const) and isinstance(other, Var) and other.name in kinds and isinstance(term.value, str):
            return self._constant(Column(other.name, kinds[other.name], "symbol"), term)
        return term

    def _term(self, term: Term, kinds: Mapping[str, str]) -> Term:
        if isinstance(term, Aggregate):
            return replace(term, body=self._body(term.body, kinds))  # type: ignore[arg-type]
        if isinstance(term, Call):
            return replace(term, args=tuple(self._term(arg, kinds) for arg in term.args))
        return replace(term, term=self._term(term.term, kinds)) if isinstance(term, Cast) else term

    def _kinds(self, clause: Clause) -> dict[str, str]:
        """The variables of a clause that stand for names, with what they name."""
        kinds: dict[str, str] = {}
        for literal in (literal for body in expand(clause.body) for literal in body):
            if isinstance(literal, Atom) and literal.relation in self.layer.relations:
                relation = self.layer.relations[literal.relation]
                columns = [column.type for column in relation.columns]
                leading = ["Op"] if len(literal.args) == relation.arity + 1 else []
                for arg, kind in zip(literal.args, [*leading, *columns], strict=False):
                    if isinstance(arg, Var) and kind in NAMED:
                        kinds.setdefault(arg.name, kind)
        return kinds
