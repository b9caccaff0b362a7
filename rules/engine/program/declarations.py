"""The declared types and relations of a program, and the mistakes in their declarations."""

from __future__ import annotations

from collections.abc import Sequence

from ownlog.base.errors import Diagnostic
from ownlog.base.source import Source
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.rules.engine.language.items import Directive, Item, RelationDecl, TypeDecl
from ownlog.rules.engine.language.sources import comment_above
from ownlog.rules.engine.program.relations import Column, Relation
from ownlog.rules.engine.program.type_check import BASES, TypeTable

_MISSING_BASES = ("float", "unsigned")
_NOT_INLINE = frozenset({"no_inline", "no_magic", "eqrel"})
"""The qualifiers that contradict `inline`: Soufflé does not inline then, or the rules are recursive (`eqrel`)."""


class Declarations:
    """The declared `types`, `relations`, `columns` (types by relation), `eqrels` with their place, and `errors`."""

    def __init__(self, items: Sequence[tuple[Source, Item]]) -> None:
        self.types = TypeTable()
        self.relations: dict[str, Relation] = {}
        self.columns: dict[str, tuple[str, ...]] = {}
        self.eqrels: list[tuple[Relation, Source, int]] = []
        self.errors: list[Diagnostic] = []
        self._contained: dict[int, tuple[Declarations, bool]] = {}
        self._declare_types([(source, item) for source, item in items if isinstance(item, TypeDecl)])
        inputs = {item.relation for _, item in items if isinstance(item, Directive) and item.kind == ".input"}
        outputs = {item.relation for _, item in items if isinstance(item, Directive) and item.kind == ".output"}
        for source, item in items:
            if isinstance(item, RelationDecl):
                self._declare_relation(source, item, item.name in inputs, item.name in outputs)
        for source, item in items:
            if isinstance(item, Directive) and item.relation not in self.relations:
                self.errors.append(
                    source.diagnostic(item.at, f"undeclared relation {item.relation}", self.similar(item.relation))
                )
            elif isinstance(item, Directive) and self.relations[item.relation].inline:
                message = f"the inline relation {item.relation} has no rows of its own, so there can be no {item.kind}"
                self.errors.append(source.diagnostic(item.at, message, "leave one of the two out"))

    def contain(self, other: Declarations) -> bool:
        """Whether all relations and types that `other` declares are declared alike here."""
        known = self._contained.get(id(other))
        if known is None:
            inside = other.columns.items() <= self.columns.items() and self.types.extends(other.types)
            known = self._contained[id(other)] = other, inside
        return known[1]

    def similar(self, name: str) -> str:
        """Advice for a relation that is not declared: the one that was meant, perhaps."""
        return did_you_mean(similar(name, self.relations, 1)) or f"declare it: .decl {name}(column: type, ..)"

    def similar_type(self, name: str) -> str:
        """Advice for a type that is not there: the one that was meant, perhaps."""
        if name in _MISSING_BASES:
            return "use number or symbol"
        return (
            did_you_mean(similar(name, [*self.types.parents, *self.types.unions], 1))
            or f"declare it: .type {name} <: symbol"
        )

    def _declare_types(self, items: list[tuple[Source, TypeDecl]]) -> None:
        pending: dict[str, tuple[Source, TypeDecl]] = {}
        for source, item in items:
            if item.name in pending or item.name in (*BASES, *_MISSING_BASES):
                self.errors.append(
                    source.diagnostic(item.at, f"type {item.name} is declared already", "choose another name")
                )
            else:
                pending[item.name] = (source, item)
        # A type may be declared after its use, so the order comes from what is ready.
        while True:
            ready = [name for name, (_, item) in pending.items() if all(base in self.types for base in item.bases)]
            if not ready:
                break
            for name in ready:
                self._declare_type(*pending.pop(name))
        for source, item in pending.values():
            missing = next(base for base in item.bases if base not in self.types)
            what = "depends on itself" if missing in pending else f"is made of the undeclared type {missing}"
            if missing in _MISSING_BASES:
                what = f"is a {missing}: unsupported, only the types number and symbol are there"
            advice = "give it a base that does not need it" if missing in pending else self.similar_type(missing)
            self.errors.append(source.diagnostic(item.at, f"type {item.name} {what}", advice))

    def _declare_type(self, source: Source, item: TypeDecl) -> None:
        if item.subtype:
            if len(self.types.unions.get(item.bases[0], ())) > 1:
                message = f"type {item.name} cannot be a subtype of the union {item.bases[0]}"
                self.errors.append(
                    source.diagnostic(item.at, message, "make it a subtype of one of the types in the union")
                )
            self.types.add_subtype(item.name, item.bases[0])
            return
        if len({self.types.base(base) for base in item.bases}) > 1:
            self.errors.append(
                source.diagnostic(item.at, f"the union {item.name} mixes numbers and symbols", "make a union of each")
            )
        self.types.add_union(item.name, item.bases)

    def _declare_relation(self, source: Source, item: RelationDecl, is_input: bool, is_output: bool) -> None:
        if item.name in self.relations:
            first = f"the first declaration is at {self.relations[item.name].position}"
            self.errors.append(source.diagnostic(item.at, f"relation {item.name} is declared already", first))
            return
        columns: list[Column] = []
        for name, type_name, at in item.columns:
            if type_name not in self.types:
                what = "unsupported" if type_name in _MISSING_BASES else "undeclared"
                self.errors.append(source.diagnostic(at, f"{what} type {type_name}", self.similar_type(type_name)))
            elif name in (column.name for column in columns):
                self.errors.append(source.diagnostic(at, f"column {name} is declared already", "choose another name"))
            else:
                columns.append(Column(name, type_name, self.types.base(type_name)))
        doc = "\n".join(comment_above(source.text, item.start))
        relation = Relation(
            item.name, tuple(columns), doc, is_input, is_output, source.position(item.at), item.qualifiers
        )
        self.relations[item.name] = relation
        self.columns[item.name] = tuple(type_name for _, type_name, _ in item.columns)
        others = sorted(item.qualifiers & _NOT_INLINE)
        if relation.inline and others:
            message = f"relation {item.name} cannot be both inline and {others[0]}"
            self.errors.append(source.diagnostic(item.at, message, "leave one of the two out"))
        elif "eqrel" in item.qualifiers:
            if len(columns) != 2 or columns[0].type != columns[1].type:
                advice = "as in .decl same(a: symbol, b: symbol) eqrel"
                self.errors.append(source.diagnostic(item.at, "an eqrel needs two columns of one type", advice))
            self.eqrels.append((relation, source, item.at))
