"""A small program on top of Ownlog's own, which takes its derived rows as facts, so that little has to be compiled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from ownlog.base.errors import RuleError
from ownlog.base.source import Source
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.query.columns import Columns, declare_heads
from ownlog.rules import load
from ownlog.rules.engine.language.items import Clause, Directive, Item, RelationDecl, TypeDecl
from ownlog.rules.engine.language.sources import SourceFile, collect, read_source
from ownlog.rules.engine.language.syntax_tree import Atom, atoms
from ownlog.rules.engine.program.checks import items_in_order
from ownlog.rules.engine.program.declarations import Declarations
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Relation
from ownlog.rules.shipped.analysis import QUESTIONS, Shipped, private_relations

_Node = TypeVar("_Node")

MEMBERSHIP = Path(QUESTIONS, "membership.dl")
MADE = "__"
"""What the names of relations have that are made for a query, and none of the user's: so the two never meet."""

RENAME = "give yours another name"
_MADE = Source("", "<ownlog>")
_OWN = "derive a relation of your own; what ops mean is said in a --model file"


class Layer:
    """Items of a program whose inputs are the relations of `base`.

    In: the program below, rule files, and a `ready` file of `QUESTIONS`. `relations` are all that can be asked for;
    `facts` are rows of relations made for one query; `given` maps inputs to the relations of the base. Relations of the
    base are `hidden` by declarations of the same name. Without `private`, private relations must not be read. Raises
    RuleError for a faulty file, for rules that add to relations of the base, and for hiding what queries are answered
    with.
    """

    def __init__(
        self, base: Program, rules: Sequence[Path] = (), ready: str | None = None, private: bool = True
    ) -> None:
        self.base = base
        self.facts: dict[str, list[Row]] = {}
        own = _items_of(Path(QUESTIONS, ready)) if ready is not None else []
        items = user_items(base, rules)
        own += items
        self.hidden = frozenset(item.name for _, item in own if isinstance(item, RelationDecl)) & base.relations.keys()
        # Rules of inline relations go on reading Ownlog's relations where the user has others of these names.
        names = {name: f"{name}{MADE}" for name in self.hidden}
        self.private = frozenset() if private else private_relations() - self.hidden
        """The relations that must not be read."""
        self._refuse_private(items)
        self.given = {names.get(name, name): name for name, relation in base.relations.items() if not relation.inline}
        self._items: list[tuple[Source, Item]] = [*_given(base, names), *own]
        self._declare_undeclared(own)
        declared = self.declarations().relations
        self.relations: Mapping[str, Relation] = {
            name: found for name, found in declared.items() if name not in names.values()
        }
        if ready is None:
            self._items += _items_of(MEMBERSHIP)

    @cached_property
    def user_relations(self) -> tuple[Relation, ...]:
        """The relations that the user's files declare."""
        return tuple(
            relation
            for name, relation in self.relations.items()
            if name in self.hidden or name not in self.base.relations
        )

    def _refuse_private(self, items: Sequence[tuple[Source, Item]]) -> None:
        """Raises RuleError for rules that read private relations."""
        found = [
            source.diagnostic(atom.at, *about_private(atom.relation))
            for source, item in items
            if isinstance(item, Clause)
            for atom in atoms(item.body)
            if atom.relation in self.private
        ]
        if found:
            raise RuleError(*found)

    def declarations(self) -> Declarations:
        """What is declared so far. Raises RuleError for mistakes in it."""
        found = Declarations(self._items)
        if found.errors:
            raise RuleError(*found.errors)
        return found

    def _declare_undeclared(self, own: Sequence[tuple[Source, Item]]) -> None:
        """Declare the heads of rules in files without declarations. Raises RuleError for other undeclared heads."""
        names = {item.name for _, item in own if isinstance(item, RelationDecl)} | self.base.relations.keys()
        written = [(source, item) for source, item in own if isinstance(item, Clause)]
        heads = [
            (source, replace(item, heads=(head,)))
            for source, item in written
            for head in item.heads
            if head.relation not in names
        ]
        places = {clause.heads[0].relation: (source, clause.heads[0].at) for source, clause in reversed(heads)}
        columns: dict[str, Columns] = {}

        def declare(name: str, found: Columns) -> None:
            source, at = places[name]
            columns[name] = found
            self._items.append(
                (source, RelationDecl(name, tuple((column, kind, at) for column, kind in found), frozenset(), at, at))
            )

        declare_heads(heads, self.declarations, declare)
        careful = {source.name for source, item in own if isinstance(item, RelationDecl)}
        problems = [
            source.diagnostic(
                at, f"undeclared relation {name}", _offer(name, columns[name], names - self.base.relations.keys())
            )
            for name, (source, at) in places.items()
            if source.name in careful
        ]
        if problems:
            raise RuleError(*problems)

    def declare(self, name: str, columns: Sequence[tuple[str, str]], rows: Sequence[Row] | None = None) -> None:
        """Add a relation with these columns (names and types), and its rows where they are given."""
        self._items.append(
            (_MADE, RelationDecl(name, tuple((column, kind, 0) for column, kind in columns), frozenset(), 0, 0))
        )
        if rows is not None:
            self._items.append((_MADE, Directive(".input", name, 0)))
            self.facts[name] = list(rows)

    def add(self, source: Source, clause: Clause) -> None:
        """Add a rule; `source` is the text that messages about it show."""
        self._items.append((source, clause))

    def program(self) -> Program:
        """The checked program. Raises RuleError."""
        return Program.from_items(self._items)


def _offer(name: str, columns: Columns, declared: Iterable[str]) -> str:
    near = did_you_mean(similar(name, declared))
    shown = ", ".join(f"{column}: {kind}" for column, kind in columns)
    return f"declare it: .decl {name}({shown}){f'; or {near}' if near else ''}"


def _items_of(path: Path) -> list[tuple[Source, Item]]:
    """What a file of `QUESTIONS` says; it was read when the rules were compiled."""
    source = Source(path.read_text(encoding="utf-8"), path.name)
    return [(source, item) for item in _analysis().items(path.name)]


def _analysis() -> Shipped:
    analysis = load()
    assert isinstance(analysis, Shipped)
    return analysis


def _given(base: Program, names: Mapping[str, str]) -> list[tuple[Source, Item]]:
    """Declarations of the base, renamed by `names`: inputs, and inline relations with their rules."""
    items: list[Item] = []
    types = {column.type: column.base for relation in base.relations.values() for column in relation.columns}
    items += [TypeDecl(name, (kind,), True, 0) for name, kind in types.items() if name != kind]
    for relation in base.relations.values():
        name = names.get(relation.name, relation.name)
        columns = tuple((column.name, column.type, 0) for column in relation.columns)
        if relation.inline:
            items.append(RelationDecl(name, columns, relation.qualifiers, 0, 0))
            rules = (
                (head, rule.body) for rule in relation.rules for head in rule.heads if head.relation == relation.name
            )
            items += [_renamed(Clause((head,), body, 0), names) for head, body in rules]
        else:
            items += [RelationDecl(name, columns, frozenset(), 0, 0), Directive(".input", name, 0)]
    return [(_MADE, item) for item in items]


def _renamed(node: _Node, names: Mapping[str, str]) -> _Node:
    """A part of a rule with other names for the relations that have some."""
    changed: Any = node
    if isinstance(node, tuple):
        changed = tuple(_renamed(part, names) for part in node)
    elif is_dataclass(node) and not isinstance(node, type):
        changed = replace(node, **{part.name: _renamed(getattr(node, part.name), names) for part in fields(node)})
    if isinstance(changed, Atom):
        changed = replace(changed, relation=names.get(changed.relation, changed.relation))
    result: _Node = changed
    return result


def user_items(base: Program, rules: Sequence[Path]) -> list[tuple[Source, Item]]:
    """The items of the user's files. Raises RuleError for a faulty file and for rules of the base's relations.

    Also for relations named like facts, like those that `MEMBERSHIP` reads, or like those made for queries.
    """
    if not rules:
        return []
    roots = [read_source(path.resolve()) for path in rules]
    files = collect(roots)
    for path in files:
        # A file that runs alone, too, includes the analysis: here that is below already.
        if path in base.files and path not in {root.path for root in roots}:
            files[path] = SourceFile(Source("", files[path].source.name), path)
    items = list(items_in_order(files, roots))
    declared = {item.name for _, item in items if isinstance(item, RelationDecl)}
    kept = {atom.relation for _, item in _items_of(MEMBERSHIP) if isinstance(item, Clause) for atom in atoms(item.body)}
    kept |= {name for name, relation in base.relations.items() if relation.is_input}
    foreign = [
        source.diagnostic(
            head.at, f"{head.relation} is one of Ownlog's relations: rules of yours cannot add to it", _OWN
        )
        for source, item in items
        if isinstance(item, Clause)
        for head in item.heads
        if head.relation in base.relations and head.relation not in declared
    ]
    foreign += [
        source.diagnostic(item.at, f"{item.name} is one of Ownlog's relations that queries are answered with", RENAME)
        for source, item in items
        if isinstance(item, RelationDecl) and item.name in kept
    ]
    foreign += [
        source.diagnostic(at, reserved(name), RENAME)
        for source, item in items
        for name, at in _introduced(item)
        if MADE in name and not (isinstance(item, Clause) and name in declared)
    ]
    if foreign:
        raise RuleError(*foreign)
    return items


def _introduced(item: Item) -> list[tuple[str, int]]:
    """The relations that an item declares, or has in its heads, with their places."""
    if isinstance(item, Clause):
        return [(head.relation, head.at) for head in item.heads]
    return [(item.name, item.at)] if isinstance(item, RelationDecl) else []


def reserved(name: str) -> str:
    """The message about a relation of the user that is called like one that queries make."""
    return f"{name}: names with two underscores are kept for the relations that queries make"


def about_private(name: str) -> tuple[str, str]:
    """A message about a private relation that is read, and advice."""
    message = f"{name} is private: it may change with any release"
    return message, "--private (in Python private=True) reads it; ownlog relations lists the public ones"
