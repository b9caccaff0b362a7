"""Questions about rows: an atom as a person types it, with constants, variables and short names."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from ownlog.base.errors import InputError
from ownlog.base.source import Source
from ownlog.rules.engine.program.relations import Column
from ownlog.rules.explain.names import Names
from ownlog.rules.explain.notation import Cell, Pattern

_EXAMPLE = 'write it as live_in("@f/^bb1", "@f/%a"), with _ for what may be anything'
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<string>"(?:\\.|[^"\\])*")
    | (?P<number>-?[0-9]+(?![\w.]))
    | (?P<name>[A-Za-z_?][\w?]*)
    | (?P<sign>[(),.])
    | (?P<end>$)
    )""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Question:
    """An atom: the relation, its cells (None for a variable or `_`), and their places in the text."""

    source: Source
    relation: str
    cells: Pattern
    at: int
    cells_at: tuple[int, ...]

    def error(self, at: int, message: str, advice: str | None = None) -> InputError:
        return InputError(self.source.diagnostic(at, message, advice))


def parse_question(text: str) -> Question:
    """The atom in a text, such as `live_in(b, "%a")`, with or without a final dot. Raises InputError."""
    return _Parser(Source(text, "<question>")).question()


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.offset = 0

    def question(self) -> Question:
        at, relation = self._expect("name", "the name of a relation")
        self._expect("(", "`(`")
        cells: list[Cell | None] = []
        places: list[int] = []
        variables: set[str] = set()
        kind, start, token = self._next()
        while token != ")" or places:
            cells.append(self._cell(kind, start, token, variables))
            places.append(start)
            kind, start, token = self._next()
            if token == ")":
                break
            if token != ",":
                raise self._error(start, "expected `,` or `)`")
            kind, start, token = self._next()
        kind, start, token = self._next()
        if token == ".":
            kind, start, token = self._next()
        if kind != "end":
            raise self._error(start, "expected nothing after the atom")
        return Question(self.source, relation, tuple(cells), at, tuple(places))

    def _cell(self, kind: str, at: int, token: str, variables: set[str]) -> Cell | None:
        if kind == "string":
            try:
                text: str = json.loads(token, strict=False)
            except ValueError:
                raise self._error(
                    at, "a string with an unknown escape", "escape quotes and backslashes with a backslash"
                ) from None
            return text
        if kind == "number":
            return int(token)
        if kind != "name":
            raise self._error(at, "expected a string in quotes, a number, a variable or `_`")
        if token != "_" and token in variables:
            raise self._error(at, f"the variable {token} occurs twice", "give each open column a name of its own")
        variables.add(token)
        return None

    def _next(self) -> tuple[str, int, str]:
        found = _TOKEN.match(self.source.text, self.offset)
        if found is None or found.lastgroup is None:
            at = len(self.source.text) - len(self.source.text[self.offset :].lstrip())
            unfinished = self.source.text[at] == '"'
            raise self._error(
                at, "a string without its closing quote" if unfinished else "no name, constant or sign starts here"
            )
        self.offset = found.end()
        return found.lastgroup, found.start(found.lastgroup), found[found.lastgroup]

    def _expect(self, wanted: str, name: str) -> tuple[int, str]:
        kind, at, token = self._next()
        if wanted not in (kind, token):
            raise self._error(at, f"expected {name}")
        return at, token

    def _error(self, at: int, message: str, advice: str = _EXAMPLE) -> InputError:
        return InputError(self.source.diagnostic(at, f"malformed atom: {message}", advice))


def resolve(question: Question, names: Names) -> Pattern:
    """The cells of a question with names in full.

    Raises InputError for an unknown relation, a wrong number of columns, a constant of the wrong type, and an unknown
    or ambiguous name.
    """
    relation = names.program.relations.get(question.relation)
    if relation is None:
        raise question.error(question.at, *names.unknown_relation(question.relation))
    if len(question.cells) != relation.arity:
        message = f"{relation.name} has {relation.arity} columns, not {len(question.cells)}"
        raise question.error(question.at, message, relation.shape())
    return tuple(
        _cell(question, names, column, cell, at)
        for column, cell, at in zip(relation.columns, question.cells, question.cells_at, strict=True)
    )


def _cell(question: Question, names: Names, column: Column, cell: Cell | None, at: int) -> Cell | None:
    if cell is None:
        return None
    if isinstance(cell, int) is not (column.base == "number"):
        raise question.error(at, *wrong_type(column))
    if isinstance(cell, int) or column.type not in names.known:
        return cell
    found = names.find(column.type, cell)
    if len(found) != 1:
        raise question.error(at, *names.problem(column.type, cell, found))
    return found[0]


def wrong_type(column: Column) -> tuple[str, str]:
    """Message and advice for a number where a text belongs, or a text where a number belongs."""
    number = column.base == "number"
    return (
        f"the column {column.name} is a {'number' if number else 'text'}",
        "write it without quotes" if number else "write it in quotes",
    )
