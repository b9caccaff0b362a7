"""Facts and expectations as plain text; README.md beside this file shows the notation."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ownlog.rules.engine.program.engine import Row, Rows
from ownlog.rules.engine.program.program import Program

_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:\\.|[^"\\])*")|(?P<sign>[(),!])|(?P<word>[^\s(),!"]+))')
_HEADER = re.compile(r"# (?P<label>\w+): (?P<text>.+)")
_NUMBER = re.compile(r"-?\d+")
_MANY = re.compile(r"(?P<stem>\w+?)(?P<first>\d+)\.\.(?P<last>\d+)")
ANYTHING = "_"


class NotationError(Exception):
    """A text is not in the notation, or speaks of what the program does not have."""


@dataclass(frozen=True)
class Atom:
    """`relation(args)`; the word `_` among the arguments of an expectation stands for anything."""

    relation: str
    args: Row

    def stands_in(self, rows: Set[Row]) -> bool:
        """Whether some row is this one, in the columns that are not left open."""
        fixed = [(column, arg) for column, arg in enumerate(self.args) if arg != ANYTHING]
        if len(fixed) == len(self.args):
            return self.args in rows
        if not fixed:
            return bool(rows)
        # By one column first: rows of hundreds of cases lie in one set, and few of them are about the same thing.
        (first, wanted), *others = fixed
        return any(all(row[column] == arg for column, arg in others) for row in rows if row[first] == wanted)

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(map(str, self.args))})"


@dataclass(frozen=True)
class Expectation:
    """Some row that `atom` matches is derived; or, where not `present`, none is."""

    atom: Atom
    present: bool

    def holds(self, rows: Rows) -> bool:
        return self.atom.stands_in(rows[self.atom.relation]) == self.present

    def __str__(self) -> str:
        return f"{'' if self.present else '!'}{self.atom}"


@dataclass(frozen=True)
class Case:
    """A paragraph: what must, and must not, follow from the facts.

    `label` is the number of the rule that it is about. Where it is `exact`, what is expected needs every fact, and
    every argument of it that is not `_`, and does not follow where the facts of one of `exceptions` hold too, or the
    two of one of `apart` are the same.
    """

    label: str
    text: str
    facts: tuple[Atom, ...]
    expectations: tuple[Expectation, ...]
    place: str
    exact: bool = False
    exceptions: tuple[tuple[Atom, ...], ...] = ()
    apart: tuple[tuple[str | int, str | int], ...] = ()

    def failures(self, rows: Rows) -> list[Expectation]:
        """The expectations that do not hold, among those about relations that `rows` has."""
        return [
            expected for expected in self.expectations if expected.atom.relation in rows and not expected.holds(rows)
        ]

    def atoms(self) -> list[Atom]:
        """All that it says."""
        exceptions = (fact for exception in self.exceptions for fact in exception)
        return [*self.facts, *exceptions, *(expected.atom for expected in self.expectations)]

    def relations(self) -> set[str]:
        """The relations that the expectations speak of."""
        return {expectation.atom.relation for expectation in self.expectations}


def read_atoms(text: str) -> Iterator[tuple[bool, Atom]]:
    """The atoms of a line, each with whether it stands without `!`."""
    tokens = list(_tokens(text))
    at = 0
    while at < len(tokens):
        present = tokens[at] != ("sign", "!")
        at += not present
        if at + 1 >= len(tokens) or tokens[at][0] != "word" or tokens[at + 1] != ("sign", "("):
            raise NotationError(f"expected an atom such as op(o, name, b, 0): {text}")
        end = next((index for index in range(at + 2, len(tokens)) if tokens[index] == ("sign", ")")), None)
        if end is None:
            raise NotationError(f"a parenthesis is not closed: {text}")
        yield present, Atom(tokens[at][1], tuple(_args(tokens[at + 2 : end], text)))
        at = end + 1


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotationError(f"a quotation mark is not closed: {text}")
        assert match.lastgroup is not None
        yield match.lastgroup, match[match.lastgroup]
        at = match.end()


def _args(tokens: list[tuple[str, str]], text: str) -> Iterator[str | int]:
    for index, (kind, token) in enumerate(tokens):
        if (kind == "sign") != (index % 2 == 1) or (kind == "sign" and token != ","):
            raise NotationError(f"arguments are separated by commas: {text}")
        if kind == "string":
            yield re.sub(r"\\(.)", r"\1", token[1:-1])
        elif kind == "word":
            yield int(token) if _NUMBER.fullmatch(token) else token
    if len(tokens) % 2 == 0:
        raise NotationError(f"an argument is missing: {text}")


def read_cases(text: str, name: str) -> Iterator[Case]:
    """The cases of a file, in order."""
    for paragraph in re.finditer(r"(?:^.*\S.*\n?)+", text, re.MULTILINE):
        line = text.count("\n", 0, paragraph.start()) + 1
        lines = [stripped for stripped in map(str.strip, paragraph[0].splitlines()) if not stripped.startswith("//")]
        if lines:
            yield _case(lines, f"{name}:{line}")


def _case(lines: list[str], place: str) -> Case:
    header = _HEADER.fullmatch(lines[0])
    if header is None:
        raise NotationError(f"{place}: a case begins with a line such as `# O12: a heap allocation is owned`")
    exact = any(line.startswith("<=>") for line in lines)
    facts: list[Atom] = []
    exceptions: list[tuple[Atom, ...]] = []
    apart: list[tuple[str | int, str | int]] = []
    expectations: list[Expectation] = []
    try:
        for line in lines[1:]:
            if line.startswith(("=>", "<=>")):
                expectations += [Expectation(atom, present) for present, atom in read_atoms(line.split("=>", 1)[1])]
            elif exact and line.startswith("unless "):
                for one in line.removeprefix("unless ").split(" or "):
                    if " = " in one:
                        left, right = _args([*_tokens(one.replace(" = ", ", "))], one)
                        apart.append((left, right))
                    else:
                        exceptions.append(tuple(read_facts(one, exact=True)))
            else:
                facts += read_facts(line, exact)
        if exact and not all(expected.present for expected in expectations):
            raise NotationError("what does not follow is no expectation of a case with <=>")
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
    found = tuple(facts), tuple(expectations), place, exact, tuple(exceptions), tuple(apart)
    return Case(header["label"], header["text"], *found)


def read_facts(text: str, exact: bool = False) -> list[Atom]:
    """The facts of a line; those of an exact case may leave arguments open."""
    atoms = list(read_atoms(text))
    for present, atom in atoms:
        if not present or (ANYTHING in atom.args and not exact):
            raise NotationError(f"a fact has neither ! nor _: {atom}")
    return [fact for _, atom in atoms for fact in _many(atom)]


def _many(atom: Atom) -> Iterator[Atom]:
    """The fact itself, or, where it says `v1..9` of something, the nine facts about v1, v2, and so on."""
    for index, arg in enumerate(atom.args):
        found = _MANY.fullmatch(str(arg))
        if found:
            for number in range(int(found["first"]), int(found["last"]) + 1):
                yield from _many(
                    Atom(atom.relation, (*atom.args[:index], f"{found['stem']}{number}", *atom.args[index + 1 :]))
                )
            return
    yield atom


def check_against(program: Program, atoms: Iterable[Atom]) -> None:
    """Raises NotationError where an atom does not fit its relation's declaration: a misspelt one would never match, and
    so never fail.
    """
    for atom in atoms:
        relation = program.relations.get(atom.relation)
        if relation is None:
            raise NotationError(f"there is no relation {atom.relation}")
        if len(atom.args) != relation.arity:
            raise NotationError(f"{atom} has {len(atom.args)} columns, not {relation.arity}")
        for column, arg in zip(relation.columns, atom.args, strict=True):
            if arg != ANYTHING and isinstance(arg, int) != (column.base == "number"):
                raise NotationError(f"{atom}: column {column.name} is a {column.base}")


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case of tests/rules/cases."""
    files = sorted((Path(__file__).parent / "cases").rglob("*.txt"))
    return tuple(case for file in files for case in read_cases(file.read_text(encoding="utf-8"), file.name))


def cases_by_label() -> Mapping[str, list[Case]]:
    """The cases of each rule number."""
    found: dict[str, list[Case]] = {}
    for case in all_cases():
        found.setdefault(case.label, []).append(case)
    return found
