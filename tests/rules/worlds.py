"""Databases to run cases in: each case alone, or all in one."""

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from functools import cache, partial

from ownlog.rules.engine.language.stratify import reads
from ownlog.rules.engine.program.engine import Engine, Row, Rows
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Column
from ownlog.rules.explain.matching import Matcher
from ownlog.rules.explain.store import Store
from ownlog.rules.explain.terms import evaluate
from tests.rules.clauses import analysis_clauses
from tests.rules.notation import ANYTHING, Atom, Case, Expectation

_STRING = re.compile(r'"((?:\\.|[^"\\])*)"')
_PATTERN = re.compile(r'match\("((?:[^"\\])*)"')


@dataclass(frozen=True)
class World:
    """Facts, and the cases that expect something to follow from them."""

    facts: dict[str, set[Row]]
    cases: tuple[Case, ...]


def rows_of(engine: Engine, program: Program, facts: Mapping[str, Iterable[Row]], wanted: Iterable[str]) -> Rows:
    """The rows of relations that follow from facts; those of inline relations too, which no engine gives, because cases
    speak of them.
    """
    names = set(wanted)
    inline = [clause for clause in program.core.inlined if clause.head.relation in names]
    read = {atom.relation for clause in inline for atom, _ in reads(clause.body)}
    rows = engine.run(program, facts, (names | read) & set(program.stored))
    rows |= {clause.head.relation: set() for clause in inline}
    matcher = Matcher(Store(rows))
    for clause in inline:
        for match in matcher.matches(clause.body, {}):
            rows[clause.head.relation].add(tuple([evaluate(arg, match.bindings) for arg in clause.head.args]))
    return rows


def alone(case: Case) -> World:
    """The world of one case."""
    return _world([case])


def together(program: Program, cases: Iterable[Case]) -> list[World]:
    """Worlds as few as possible: one that most cases share, so that each must hold in the company of the others.

    A rule that forgets to ask whether two things belong together works on facts about one thing; in company it mixes up
    the cases. To keep them apart, every name gets the case's number in front, but for the texts that the rules
    themselves know, in the columns where rules put them: those that name no thing (an op called "return" is not the
    text "return"). A fact that consists of such texts, and any option, would hold for all cases, so a case with one has
    a world of its own; and so has one that expects a relation to be empty.
    """
    cases = list(cases)
    stated, patterns = _known()
    # Rules know the texts that their patterns fit.
    texts = {text for case in cases for fact in case.facts for text in fact.args if isinstance(text, str)}
    known = stated | {text for text in texts if any(pattern.fullmatch(text) for pattern in patterns)}
    shared, lone = [], []
    for index, case in enumerate(cases):
        rename = partial(_renamed, program, partial(_name, index, known))
        if any(fact.relation == "option" or fact == rename(fact) for fact in case.facts) or any(
            map(_is_about_all, case.expectations)
        ):
            lone.append(alone(case))
        else:
            expectations = (Expectation(rename(expected.atom), expected.present) for expected in case.expectations)
            shared.append(replace(case, facts=tuple(map(rename, case.facts)), expectations=tuple(expectations)))
    return [_world(shared), *lone]


@cache
def _known() -> tuple[Set[str], list[re.Pattern[str]]]:
    """The texts, and the patterns of texts, that stand in rules."""
    clauses = [clause.text() for clause in analysis_clauses()]
    texts = {re.sub(r"\\(.)", r"\1", text) for clause in clauses for text in _STRING.findall(clause)}
    return texts, [re.compile(text) for clause in clauses for text in _PATTERN.findall(clause)]


def _is_about_all(expected: Expectation) -> bool:
    return not expected.present and set(expected.atom.args) == {ANYTHING}


def _world(cases: list[Case]) -> World:
    facts: dict[str, set[Row]] = {}
    for case in cases:
        for fact in case.facts:
            facts.setdefault(fact.relation, set()).add(fact.args)
    return World(facts, tuple(cases))


def _name(index: int, known: Set[str], column: Column, name: str) -> str:
    # An op name with a dialect in it is one that a rule speaks of; "return" may be a text of other meaning.
    if (
        not name
        or name == ANYTHING
        or (name in known and (column.type in ("symbol", "Type") or (column.type == "OpName" and "." in name)))
    ):
        return name
    # A number as text, such as an attribute's, names no thing.
    if column.type == "symbol" and name[:1].isdigit():
        return name
    # The name of an indicator: a text that the rules put before the name of a value.
    before = next((text for text in known if text.endswith(" ") and name.startswith(text)), "")
    return f"{before}{index}/{name.removeprefix(before)}"


def _renamed(program: Program, rename: Callable[[Column, str], str], atom: Atom) -> Atom:
    columns = program.relations[atom.relation].columns
    args = (
        rename(column, arg) if isinstance(arg, str) else arg for column, arg in zip(columns, atom.args, strict=True)
    )
    return Atom(atom.relation, tuple(args))
