"""Queries as text: an atom, conditions as in the body of a rule, or rules of which the last one answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from ownlog.base.errors import Diagnostic, InputError, RuleError
from ownlog.base.source import Source
from ownlog.query.layer import MADE
from ownlog.rules.engine.language.items import Clause, Item
from ownlog.rules.engine.language.parser import parse_goal
from ownlog.rules.engine.language.parser import parse_query as parse_items
from ownlog.rules.engine.language.syntax_tree import Atom, BodyItem, Negation, Var, expand, literal_terms, variables

T = TypeVar("T")

NAME = "<query>"
ANSWER = f"answer{MADE}"
"""The relation that answers a query which names none of its own."""

# Where a goal begins, as in Prolog; not in a string or a comment.
_GOAL = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|(?P<goal>(?<![\w?])\?-)', re.DOTALL)
_EXAMPLE = (
    'write atoms such as live_in(B, "%a"), with `,` between them, or rules such as kept(B, V) :- live_in(B, V),'
    " !candidate(B, V, _)"
)
_QUOTES = "names of the module stand in double quotes"


@dataclass(frozen=True)
class Query:
    """The clauses of a query; conditions without a head (`is_goal`) are the last clause, with a made head."""

    source: Source
    clauses: tuple[Clause, ...]
    is_goal: bool = False

    @property
    def atom(self) -> Atom | None:
        """The atom that is asked about; None where rules or several conditions are given."""
        only = self.clauses[0]
        return only.heads[0] if len(self.clauses) == 1 and not only.body else None

    @property
    def named(self) -> tuple[Clause, ...]:
        """The clauses whose heads were written."""
        return self.clauses[:-1] if self.is_goal else self.clauses

    def error(self, at: int, message: str, advice: str | None = None) -> InputError:
        return InputError(self.source.diagnostic(at, message, advice))


def parse_query(text: str) -> Query:
    """The clauses of a query, with or without the last full stop and a `?-`. Raises InputError."""
    source = Source(text, NAME)
    items, body = in_query(lambda: _items(source))
    query = Query(source, tuple(item for item in items if isinstance(item, Clause)))
    if not items and not body:
        raise query.error(0, "the query is empty", _EXAMPLE)
    if len(query.clauses) != len(items):
        raise query.error(0, "a query has no declarations", "put them into a file, and name that with --rules")
    for clause in query.clauses:
        if len(clause.heads) > 1:
            raise query.error(clause.heads[1].at, "a rule of a query has one head", "write a rule for each")
    return replace(query, clauses=(*query.clauses, _goal(body, alone=not items)), is_goal=True) if body else query


def _items(source: Source) -> tuple[list[Item], tuple[BodyItem, ...]]:
    """The items of a query, and the conditions that it asks about, if separate. Raises RuleError."""
    goal = next((found for found in _GOAL.finditer(source.text) if found["goal"]), None)
    if goal is not None:
        before, behind = source.text[: goal.start()], source.text[goal.end() :]
        rules = parse_items(Source(before, source.name)) if before.strip() else []
        # Blanks and line ends stay, so that each place does.
        asked = Source(re.sub(r"[^\n]", " ", source.text[: goal.end()]) + behind, source.name)
        try:
            return rules, parse_goal(asked)
        except RuleError as error:
            lines = source.text.split("\n")
            raise RuleError(
                *(d._replace(source_line=lines[d.position.line - 1]) for d in error.diagnostics if d.position)
            ) from None
    try:
        return parse_items(source), ()
    except RuleError as error:
        try:
            return [], parse_goal(source)
        except RuleError as other:
            # What was read further is what was meant.
            raise (error if _reach(error) >= _reach(other) else other) from None


def _reach(error: RuleError) -> tuple[int, int]:
    place = error.diagnostics[0].position
    return (place.line, place.column) if place is not None else (0, 0)


def _goal(body: tuple[BodyItem, ...], alone: bool) -> Clause:
    """The rule for conditions: its head has the variables that every alternative binds, in order of the text.

    An atom that is `alone` is the query itself.
    """
    at = body[0].at
    if alone and len(body) == 1 and isinstance(body[0], Atom):
        return Clause((body[0],), (), at)
    ways = []
    for literals in expand(body):
        found = [
            var
            for literal in literals
            if not isinstance(literal, Negation)
            for var in variables(literal_terms(literal))
        ]
        ways.append({var.name: var.at for var in reversed(found)})
    shared = set.intersection(*(set(way) for way in ways)) if ways else set()
    first = {name: min(way[name] for way in ways) for name in shared}
    head = Atom(ANSWER, tuple(Var(name, first[name]) for name in sorted(first, key=first.__getitem__)), at)
    return Clause((head,), body, at)


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
        return found._replace(message=f"malformed query: unexpected `{sign}`", advice=_QUOTES)
    message = found.message.replace("syntax error: ", "malformed query: ").replace(
        "end of the file", "end of the query"
    )
    return found._replace(message=message, advice=found.advice or (_EXAMPLE if syntax else None))
