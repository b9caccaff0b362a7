"""The rules of the program as text: where each begins, its number, and the literals of its body.

This reads the files by itself and not through the engine, so that a mutant is what somebody would get who edits the
file; a test compares what it finds with what the engine parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import takewhile
from pathlib import Path

from ownlog import rules

MAIN = Path(rules.__file__).parent / "main.dl"
_PIECE = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|[^"/]|/', re.DOTALL)
_INCLUDE = re.compile(r'^\.include "(.*)"$', re.MULTILINE)
_ATOM = re.compile(r"(?P<name>!?\w+)\((?P<args>.*)\)")
_SHIFTED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_AGGREGATE = re.compile(r"(?P<head>\w+ = (?P<function>\w+)(?: \w+)? : )\{(?P<body>.*)\}")
_OPPOSITE = {"min": "max", "max": "min"}
_CONSTRAINTS = ("contains", "match")
"""What looks like an atom and is a comparison of texts: its arguments cannot be left open."""
_LABEL = re.compile(r"// ([A-Z]{1,2}\d+): ")


def is_reference(path: Path) -> bool:
    """Is a file of rules a part of a naive reference (docs/reference-rules.md), which the analysis does not include?"""
    return re.fullmatch(r"reference(_\w+)?\.dl", path.name) is not None


@dataclass(frozen=True)
class Clause:
    """A rule or fact as it stands in `file` at `line`.

    `label` is what a line of the comment directly above it begins with, or, of a rule in a folder, `folder.file#n`.
    """

    label: str
    file: Path
    line: int
    relation: str
    head: str
    body: tuple[str, ...]

    def text(self) -> str:
        return f"{self.head} :- {', '.join(self.body)}." if self.body else f"{self.head}."

    def mutations(self) -> Iterator[tuple[str, Clause]]:
        """The clause with one small change to its body, and what the change is, in all ways."""
        for index, literal in enumerate(self.body):
            before, after = self.body[:index], self.body[index + 1 :]
            yield f"without {literal}", replace(self, body=(*before, *after))
            for changed in _changed(literal):
                yield f"{changed} for {literal}", replace(self, body=(*before, changed, *after))


def _changed_bodies(body: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The body of an aggregate without one of several literals, or with one small change."""
    for index, literal in enumerate(body):
        before, after = body[:index], body[index + 1 :]
        if len(body) > 1:
            yield (*before, *after)
        for changed in _changed(literal):
            yield (*before, changed, *after)


def _changed(literal: str) -> Iterator[str]:
    """A disjunction without one alternative, an atom with `_` for one argument, a comparison with the limit moved by
    one, an aggregate with the opposite function or a change inside.
    """
    atom = _ATOM.fullmatch(literal)
    aggregate = _AGGREGATE.fullmatch(literal)
    if aggregate:
        head, function = aggregate["head"], aggregate["function"]
        if function in _OPPOSITE:
            yield literal.replace(f" = {function} ", f" = {_OPPOSITE[function]} ", 1)
        for body in _changed_bodies(tuple(_split(aggregate["body"], ","))):
            yield f"{head}{{ {', '.join(body)} }}"
    elif literal.startswith("("):
        alternatives = list(_split(literal[1:-1], ";"))
        for one in alternatives:
            yield f"({'; '.join(other for other in alternatives if other != one)})"
    elif atom and atom["name"] not in _CONSTRAINTS:
        args = list(_split(atom["args"], ","))
        for index, arg in enumerate(args):
            if arg != "_":
                yield f"{atom['name']}({', '.join([*args[:index], '_', *args[index + 1 :]])})"
    elif not atom:
        left, sign, right = re.split(r" (<=?|>=?|!?=) ", literal)
        if sign in _SHIFTED:
            yield f"{left} {_SHIFTED[sign]} {right}"


def files() -> list[Path]:
    """The files that main.dl includes, in order."""
    return [MAIN.parent / name for name in _INCLUDE.findall(MAIN.read_text(encoding="utf-8"))]


def clauses(file: Path) -> Iterator[Clause]:
    """The clauses of a file, in order."""
    text = file.read_text(encoding="utf-8")
    place = f"{file.parent.name}.{file.stem}" if MAIN.resolve().parent in file.resolve().parent.parents else ""
    rules = 0
    for start, end in _statements(text):
        if text[start] != ".":
            above = text[:start].split("\n")[:-1]
            comment = takewhile(lambda line: line.startswith("//"), reversed(above))
            number = next(filter(None, map(_LABEL.match, comment)), None)
            head, _, body = text[start : end - 1].partition(":-")
            literals = (f"({body.strip()})",) if len(list(_split(body, ";"))) > 1 else tuple(_split(body, ","))
            rules += bool(literals)
            label = number[1] if number else f"{place}#{rules}" if place and literals else ""
            yield Clause(label, file, len(above) + 1, head[: head.index("(")], head.strip(), literals)


def _statements(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of every directive (from a full stop to the end of the line, or the line of its last parenthesis)
    and clause (up to a full stop before white space).
    """
    start = None
    directive = False
    depth = 0
    for match in _PIECE.finditer(text + "\n"):
        piece = match[0]
        depth += (piece == "(") - (piece == ")")
        if start is None:
            if not piece.isspace() and not piece.startswith(("//", "/*")):
                start, directive = match.start(), piece == "."
        elif directive and piece == "\n" and depth == 0:
            yield start, match.start()
            start = None
        elif not directive and piece == "." and text[match.end() : match.end() + 1].isspace():
            yield start, match.end()
            start = None


def _split(text: str, sign: str) -> Iterator[str]:
    """What stands between the commas, or semicolons, outside of parentheses and braces."""
    part, depth = "", 0
    for match in _PIECE.finditer(text):
        piece = match[0]
        depth += (piece in "({") - (piece in ")}")
        if piece == sign and depth == 0:
            yield " ".join(part.split())
            part = ""
        else:
            part += piece
    if part.strip():
        yield " ".join(part.split())


@cache
def all_clauses() -> tuple[Clause, ...]:
    """The clauses of all files, in the order of the program."""
    return tuple(clause for file in files() for clause in clauses(file))


@cache
def analysis_clauses() -> tuple[Clause, ...]:
    """The rules of analysis, checking, bufferize and placement, which need tests.

    What dialects/ says are facts; so is what has no body.
    """
    rooms = {"analysis", "checking", "bufferize", "placement"}
    return tuple(clause for clause in all_clauses() if rooms & set(clause.file.parts) and clause.body)
