"""Soufflé's static types: which types a variable may have, and whether heads get what they declare.

As in Soufflé's type analysis, every term has a set of possible types: an atom in a body bounds its arguments by the
declared types, a comparison makes both sides the same, arithmetic and string functors need their base type. A set that
becomes empty is an error. Arguments of heads must be subtypes of what is declared; negated atoms need only agree in the
base type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ownlog.base.errors import Diagnostic
from ownlog.base.source import Source
from ownlog.rules.engine.language.normal_form import local_names, outer_names
from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    Call,
    Cast,
    Compare,
    Const,
    Literal,
    Negation,
    Term,
    Var,
    Wildcard,
)

BASES = ("number", "symbol")
_STRING_ARGS = {"cat", "strlen", "substr"}
_EITHER_ARGS = {"to_number", "to_string"}
_STRING_RESULT = {"cat", "substr", "to_string"}

Types = frozenset[str]


class TypeTable:
    """The declared types. A constant has the type `=number` or `=symbol`, which lies above all types of that base."""

    def __init__(self) -> None:
        self.parents: dict[str, str | None] = {
            "number": "=number",
            "symbol": "=symbol",
            "=number": None,
            "=symbol": None,
        }
        self.unions: dict[str, tuple[str, ...]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.parents or name in self.unions

    def add_subtype(self, name: str, parent: str) -> None:
        """Declares `.type name <: parent`."""
        self.parents[name] = parent

    def add_union(self, name: str, members: tuple[str, ...]) -> None:
        """Declares `.type name = members`; one member makes an alias."""
        self.unions[name] = members

    def extends(self, other: TypeTable) -> bool:
        """Whether all types of `other` are declared alike here."""
        return other.parents.items() <= self.parents.items() and other.unions.items() <= self.unions.items()

    def base(self, name: str) -> str:
        """`number` or `symbol`."""
        while name in self.unions or self.parents[name] not in (None, "=number", "=symbol"):
            name = self.unions[name][0] if name in self.unions else self.parents[name] or name
        return name.lstrip("=")

    def is_subtype(self, a: str, b: str) -> bool:
        """Whether every value of type `a` may stand where `b` is declared."""
        a, b = self._unalias(a), self._unalias(b)
        if a == b:
            return True
        if a in self.unions:
            return all(self.is_subtype(member, b) for member in self.unions[a])
        parent = self.parents[a]
        if parent is not None and self.is_subtype(parent, b):
            return True
        return b in self.unions and any(self.is_subtype(a, member) for member in self.unions[b])

    def _unalias(self, name: str) -> str:
        while len(self.unions.get(name, ())) == 1:
            name = self.unions[name][0]
        return name

    def common(self, a: str, b: str) -> Types:
        """The greatest common subtypes of two types."""
        if self.is_subtype(a, b):
            return frozenset([a])
        if self.is_subtype(b, a):
            return frozenset([b])
        if a in self.unions and b in self.unions:
            return frozenset(found for member in self.unions[a] for found in self._inside(member, b))
        return frozenset()

    def _inside(self, member: str, other: str) -> Types:
        if self.is_subtype(member, other):
            return frozenset([member])
        return frozenset(found for inner in self.unions.get(member, ()) for found in self._inside(inner, other))

    def meet(self, left: Types | None, right: Types | None) -> Types | None:
        """The intersection of two sets of possible types; None stands for all types."""
        if left is None or right is None:
            return right if left is None else left
        return frozenset(found for a in left for b in right for found in self.common(a, b))


@dataclass(frozen=True)
class _Bound:
    """`node`, which `term` stands for, must be a subtype of `type`."""

    node: object
    type: str
    term: Term


class ClauseTypes:
    """The type check of one clause. `check()` gives the diagnostics."""

    def __init__(
        self,
        table: TypeTable,
        columns: Mapping[str, tuple[str, ...]],
        source: Source,
        head: Atom,
        body: tuple[Literal, ...],
    ) -> None:
        self.table, self.columns, self.source = table, columns, source
        self.head, self.body = head, body
        self.outer = outer_names(head, body)
        self.types: dict[object, Types | None] = {}
        self.bounds: list[_Bound] = []
        self.equal: list[tuple[object, object, int, str]] = []
        self.ordered: list[tuple[object, Compare]] = []
        self.checks: list[tuple[object, str, Term]] = []

    def check(self) -> Iterable[Diagnostic]:
        """The type errors of the clause."""
        for literal in self.body:
            self._literal(literal, None)
        for arg, column in zip(self.head.args, self.columns[self.head.relation], strict=True):
            node = self._term(arg, None)
            self._bound(node, "=" + self.table.base(column), arg)
            self.checks.append((node, column, arg))
        found = self._solve()
        if found is not None:
            return [found]
        return [*self._orders(), *self._heads()]

    def infer(self, terms: Iterable[Term]) -> list[Types | None]:
        """The possible types of terms of the clause, as far as its body tells them (None: it does not)."""
        for literal in self.body:
            self._literal(literal, None)
        nodes = [self._term(term, None) for term in terms]
        self._solve()
        return [self.types.get(node) for node in nodes]

    def _literal(self, literal: Literal, scope: Aggregate | None) -> None:
        if isinstance(literal, Atom):
            for arg, column in zip(literal.args, self.columns[literal.relation], strict=True):
                self._bound(self._term(arg, scope), column, arg)
        elif isinstance(literal, Negation):
            for arg, column in zip(literal.atom.args, self.columns[literal.atom.relation], strict=True):
                self._bound(self._term(arg, scope), "=" + self.table.base(column), arg)
        elif isinstance(literal, Compare):
            left, right = self._term(literal.left, scope), self._term(literal.right, scope)
            self.equal.append((left, right, literal.at, f"the two sides of `{literal.op}`"))
            if literal.op.lstrip("!") in ("match", "contains"):
                self._bound(left, "=symbol", literal.left)
                self._bound(right, "=symbol", literal.right)
            elif literal.op not in ("=", "!="):
                self.ordered.append((left, literal))

    def _bound(self, node: object, type_name: str, term: Term) -> None:
        if isinstance(term, Wildcard):
            return
        self.bounds.append(_Bound(node, type_name, term))

    def _term(self, term: Term, scope: Aggregate | None) -> object:
        if isinstance(term, Var):
            local = scope is not None and term.name in local_names(scope, self.outer)
            return (term.name, id(scope) if local else 0)
        node = id(term)
        if isinstance(term, Const):
            self.types[node] = frozenset(["=symbol" if isinstance(term.value, str) else "=number"])
        elif isinstance(term, Cast):
            inner = self._term(term.term, scope)
            self._bound(node, term.type, term)
            base = term.type if isinstance(term.term, Const) else "=" + self.table.base(term.type)
            self._bound(inner, base, term.term)
        elif isinstance(term, Call):
            self._call(term, scope)
        elif isinstance(term, Aggregate):
            self._aggregate(term)
        return node

    def _call(self, term: Call, scope: Aggregate | None) -> None:
        self.types[id(term)] = frozenset(["=symbol" if term.op in _STRING_RESULT else "=number"])
        for index, arg in enumerate(term.args):
            node = self._term(arg, scope)
            if term.op not in _EITHER_ARGS:
                string = term.op in _STRING_ARGS and not (term.op == "substr" and index > 0)
                self._bound(node, "=symbol" if string else "=number", arg)

    def _aggregate(self, term: Aggregate) -> None:
        self.types[id(term)] = frozenset(["=number"])
        for literal in term.body:
            self._literal(literal, term)
        if term.target is not None:
            node = self._term(term.target, term)
            self._bound(node, "=number", term.target)
            self.equal.append((node, id(term), term.at, f"the target and the result of `{term.op}`"))

    def _solve(self) -> Diagnostic | None:
        changed = True
        while changed:
            changed = False
            for bound in self.bounds:
                old = self.types.get(bound.node)
                new = self.table.meet(old, frozenset([bound.type]))
                if new != old:
                    self.types[bound.node], changed = new, True
                if not new:
                    return self._clash(bound, old)
            for left, right, at, what in self.equal:
                new = self.table.meet(self.types.get(left), self.types.get(right))
                if new is not None and not new:
                    kinds = " and ".join(_show(self.types.get(node)) for node in (left, right))
                    return self.source.diagnostic(at, f"type error: {what} have different types, {kinds}", _CAST_ADVICE)
                for node in (left, right):
                    if new != self.types.get(node):
                        self.types[node], changed = new, True
        return None

    def _clash(self, bound: _Bound, old: Types | None) -> Diagnostic:
        term, needed = bound.term, _show(frozenset([bound.type]))
        if isinstance(term, Var):
            message = f"type error: variable {term.name} is a {_show(old)} elsewhere and a {needed} here"
        else:
            message = f"type error: this is a {_show(old)} where a {needed} is needed"
        return self.source.diagnostic(term.at, message, _other_constant(term) or _CAST_ADVICE)

    def _orders(self) -> Iterable[Diagnostic]:
        for node, compare in self.ordered:
            if any(self.table.base(found) == "symbol" for found in self.types.get(node) or ()):
                # What Soufflé compares, the texts or the numbers that stand for them, depends on its version.
                message = f"unsupported: `{compare.op}` on symbols"
                yield self.source.diagnostic(
                    compare.at, message, "only `=` and `!=` compare symbols; use a number to order by"
                )

    def _heads(self) -> Iterable[Diagnostic]:
        for node, column, term in self.checks:
            for found in self.types.get(node) or ():
                if not self.table.is_subtype(found, column) and not (
                    found[0] == "=" and self.table.is_subtype(column, found)
                ):
                    message = f"type error: this is a {_show(self.types.get(node))} where the head declares a {column}"
                    yield self.source.diagnostic(term.at, message, _CAST_ADVICE)
                    break


_CAST_ADVICE = "`as(term, type)` changes the type of a term"


def _other_constant(term: Term) -> str | None:
    """What is written for a constant of the other type: symbols stand in quotes, numbers do not."""
    if not isinstance(term, Const):
        return None
    if isinstance(term.value, int):
        return f'write "{term.value}", in double quotes'
    number = term.value.removeprefix("-").isdecimal()
    return f"write {term.value}, without quotes" if number else "a number stands here, without quotes"


def _show(types: Types | None) -> str:
    return " or ".join(sorted(name.lstrip("=") for name in types or ())) or "value"
