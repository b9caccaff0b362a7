"""What a checked program is made of: relations, their columns, and rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from ownlog.base.errors import Position

if TYPE_CHECKING:
    from ownlog.rules.engine.language.normal_form import NormalClause
    from ownlog.rules.engine.language.syntax_tree import Atom, BodyItem, Literal


@dataclass(frozen=True)
class Column:
    """A column: its name, its declared type, and the base of that, "symbol" or "number"."""

    name: str
    type: str
    base: str


@dataclass(frozen=True)
class Rule:
    """A rule or fact as written.

    `text` is the comment above it; `number` is what that begins with (`// O4: text`), or else, in a file of a folder
    below that of the program, `folder.file#n` for its rule number n. `implied`: an `eqrel` declaration stands for it.
    """

    number: str
    text: str
    heads: tuple[Atom, ...]
    body: tuple[BodyItem, ...]
    position: Position
    implied: bool = False

    @property
    def head(self) -> Atom:
        return self.heads[0]

    @property
    def alternatives(self) -> tuple[tuple[Literal, ...], ...]:
        """The body as a disjunction of conjunctions."""
        from ownlog.rules.engine.language.syntax_tree import expand

        return expand(self.body)


class HasRules(Protocol):
    """The program of a relation."""

    def rules_of(self, name: str) -> tuple[Rule, ...]: ...


_KEY = re.compile(r"\bOne\s+row\s+for\s+each\s+((?:`\w+`(?:\s+and\s+)?)+)\.")
_NAMED = re.compile(r"`(\w+)`")


@dataclass
class Relation:
    """A declared relation. `doc` is the comment directly above its declaration."""

    name: str
    columns: tuple[Column, ...]
    doc: str
    is_input: bool
    is_output: bool
    position: Position
    qualifiers: frozenset[str] = frozenset()
    _program: HasRules | None = field(default=None, repr=False, compare=False)

    @property
    def inline(self) -> bool:
        """Whether what its rules say stands in for each atom that reads it. Such a relation has no rows of its own."""
        return "inline" in self.qualifiers

    @cached_property
    def arity(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def summary(self) -> str:
        """The first sentence of what a row means."""
        # A sentence begins with a capital letter, or with the name of a column; it may stand in parentheses.
        return re.split(r"(?<=\.) (?=[A-Z`(])", " ".join(self.doc.split()), maxsplit=1)[0]

    @cached_property
    def keys(self) -> tuple[tuple[int, ...], ...]:
        """The columns of which the comment says "One row for each `a` and `b`.": hardly more than one row for a key."""
        columns = {column.name: number for number, column in enumerate(self.columns)}
        told = (_NAMED.findall(found[1]) for found in _KEY.finditer(self.doc))
        return tuple(tuple(sorted(columns[name] for name in names)) for names in told if columns.keys() >= set(names))

    def shape(self, leading: str = "") -> str:
        """Advice for an atom with other columns: which it has, behind those that `leading` names."""
        return f"it is {self.name}({leading}{', '.join(f'{column.name}: {column.type}' for column in self.columns)})"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that have this relation in their head, in order."""
        return self._program.rules_of(self.name) if self._program is not None else ()


@dataclass(frozen=True)
class Core:
    """What only compiling and explaining need: rules, clauses, and the strata in evaluation order.

    In `clauses` no inline relation is read; `inlined` are the clauses of those, with variables bound only by their
    readers.
    """

    rules: tuple[Rule, ...]
    clauses: tuple[NormalClause, ...]
    strata: tuple[tuple[str, ...], ...]
    inlined: tuple[NormalClause, ...] = ()
