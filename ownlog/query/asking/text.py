"""Queries as text: an atom, or rules of which the last one answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from ownlog.base.errors import Diagnostic, InputError, RuleError
from ownlog.base.source import Source
from ownlog.rules.engine.language.items import Clause
from ownlog.rules.engine.language.parser import parse_query as parse_items
from ownlog.rules.engine.language.syntax_tree import Atom

T = TypeVar("T")

NAME = "<query>"
_EXAMPLE = 'write an atom such as live_in(B, "%a"), or a rule such as kept(B, V) :- live_in(B, V), !candidate(B, V, _)'
_QUOTES = "names of the module stand in double quotes"


@dataclass(frozen=True)
class Query:
    """A query: the clauses of its text, as written."""

    source: Source
    clauses: tuple[Clause, ...]

    @property
    def atom(self) -> Atom | None:
        """The atom that is asked about; None where rules are given."""
        only = self.clauses[0]
        return only.heads[0] if len(self.clauses) == 1 and not only.body else None

    def error(self, at: int, message: str, advice: str | None = None) -> InputError:
        """An error that points into the query."""
        return InputError(self.source.diagnostic(at, message, advice))


def parse_query(text: str) -> Query:
    """The clauses of a query; the last full stop may be missing. Raises InputError for what is neither an atom nor rules."""
    source = Source(text, NAME)
    items = in_query(lambda: parse_items(source))
    query = Query(source, tuple(item for item in items if isinstance(item, Clause)))
    if not items:
        raise query.error(0, "the query is empty", _EXAMPLE)
    if len(query.clauses) != len(items):
        raise query.error(0, "a query has no declarations", "put them into a file, and name that with --rules")
    for clause in query.clauses:
        if len(clause.heads) > 1:
            raise query.error(clause.heads[1].at, "a rule of a query has one head", "write a rule for each")
    return query


def in_query(action: Callable[[], T]) -> T:
    """What an action of the engine gives; what it finds wrong with the query becomes an InputError."""
    try:
        return action()
    except RuleError as error:
        if all(found.position is not None and found.position.file == NAME for found in error.diagnostics):
            raise InputError(*map(_reworded, error.diagnostics)) from None
        raise


def _reworded(found: Diagnostic) -> Diagnostic:
    """In the words of a query, where those of a file would not do."""
    assert found.position is not None
    sign = (found.source_line or "")[found.position.column - 1 :][:1]
    syntax = found.message.startswith(("syntax error", "unsupported", "no word or sign"))
    if syntax and sign in ("%", "^", "@", "'"):
        return replace(found, message=f"malformed query: unexpected `{sign}`", advice=_QUOTES)
    message = found.message.replace("syntax error: ", "malformed query: ").replace("end of the file", "end of the query")
    return replace(found, message=message, advice=found.advice or (_EXAMPLE if syntax else None))
