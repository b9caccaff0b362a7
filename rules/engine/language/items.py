"""The top-level items of a `.dl` file, as the parser hands them over."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog.rules.engine.language.syntax_tree import Atom, BodyItem


@dataclass(frozen=True)
class Include:
    """`.include "file"`; `at` is the offset of the string."""

    at: int


@dataclass(frozen=True)
class RelationDecl:
    """`.decl names(columns) qualifiers`, one per name; `at` is the offset of the name, `start` that of `.decl`."""

    name: str
    columns: tuple[tuple[str, str, int], ...]
    qualifiers: frozenset[str]
    at: int
    start: int


@dataclass(frozen=True)
class TypeDecl:
    """`.type name <: base` (one base, `subtype`) or `.type name = a | b`."""

    name: str
    bases: tuple[str, ...]
    subtype: bool
    at: int


@dataclass(frozen=True)
class Directive:
    """`.input`, `.output` or `.printsize` for one relation."""

    kind: str
    relation: str
    at: int


@dataclass(frozen=True)
class Clause:
    """A rule or fact as written."""

    heads: tuple[Atom, ...]
    body: tuple[BodyItem, ...]
    at: int


Item = Include | RelationDecl | TypeDecl | Directive | Clause
