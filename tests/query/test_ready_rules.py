"""The rules of the ready questions: each has cases in `cases/`, in the notation of tests/rules/README.md, and no
needless part.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from ownlog import rules
from ownlog.base.cache import Nowhere
from ownlog.base.errors import RuleError
from ownlog.query.layer import MEMBERSHIP, Layer
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from ownlog.rules.engine.program.program import Program
from ownlog.rules.shipped.analysis import QUESTIONS
from tests.rules.clauses import Clause, clauses
from tests.rules.mutants import Mutant, mutants
from tests.rules.notation import ANYTHING, Atom, Case, check_against, read_cases
from tests.tiers import every

FILES = sorted(Path(QUESTIONS).glob("*.dl"))
RULES = [clause for path in FILES for clause in clauses(path) if clause.body]
CASES = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.txt"))
    for case in read_cases(path.read_text(), path.name)
]
TEXTS = {text for clause in RULES for text in re.findall(r'"([^"]*)"', clause.text())} | {"if", ANYTHING}


@cache
def program(file: Path) -> Program:
    """The rules of a file on top of the analysis; membership.dl is there in every query."""
    layer = Layer(rules.load()) if file == MEMBERSHIP else Layer(rules.load(), ready=file.name)
    return layer.program()


def renamed(program: Program, case: Case, atom: Atom) -> Atom:
    """The atom with names that no other case has, so that all cases can hold in one world."""
    columns = program.relations[atom.relation].columns
    mark = CASES.index(case)
    cells: list[str | int] = []
    for column, arg in zip(columns, atom.args, strict=True):
        known = isinstance(arg, int) or arg == ANYTHING or (column.type in ("symbol", "Type") and arg in TEXTS)
        cells.append(
            arg if known else " ".join(f"{mark}/{part}" if not part.isdigit() else part for part in str(arg).split(" "))
        )
    return Atom(atom.relation, tuple(cells))


@cache
def world(file: Path) -> dict[str, set[Row]]:
    """The facts of all cases about the rules of a file."""
    found: dict[str, set[Row]] = {}
    for case in CASES:
        if case.place.startswith(file.stem + "."):
            for fact in case.facts:
                found.setdefault(fact.relation, set()).add(renamed(program(file), case, fact).args)
    return found


def failures(file: Path, relation: str, lines: list[str], label: str) -> list[str]:
    """The expectations of a rule's cases that do not hold when these rules derive the relation; [] too where they are
    no rules.
    """
    whole = program(file)
    declarations = [f".type {kind} <: {base}" for kind, base in _types(whole).items()]
    mentioned = {name for line in lines for name in re.findall(r"(\w+)\(", line)} | {relation}
    for name, found in ((name, found) for name, found in whole.relations.items() if name in mentioned):
        columns = ", ".join(f"{column.name}: {column.type}" for column in found.columns)
        declarations.append(f".decl {name}({columns})")
    try:
        step = Program.from_text("\n".join([*declarations, *lines]), cache=Nowhere())
    except RuleError as error:
        if all(found.message.endswith("is unbound") for found in error.diagnostics):
            return ["no rule"]
        raise
    facts = {name: rows for name, rows in world(file).items() if name in mentioned}
    rows = EmbeddedEngine(keep=False).run(step, facts, [relation])[relation]
    wrong = []
    for case in (case for case in CASES if case.label == label):
        for expected in case.expectations:
            if expected.atom.relation == relation:
                atom = renamed(whole, case, expected.atom)
                if atom.stands_in(rows) != expected.present:
                    wrong.append(str(expected))
    return wrong


def _types(program: Program) -> dict[str, str]:
    columns = (column for relation in program.relations.values() for column in relation.columns)
    return {column.type: column.base for column in columns if column.type != column.base}


def lines(file: Path, relation: str, mutant: Mutant | None = None) -> list[str]:
    """The rules of a relation."""
    found: list[Clause] = [clause for clause in clauses(file) if clause.relation == relation]
    return [clause.text() for clause in (mutant.apply(found) if mutant is not None else found)]


@pytest.mark.parametrize("clause", RULES, ids=[clause.label for clause in RULES])
def test_the_cases_of_a_rule_hold(clause: Clause) -> None:
    own = [case for case in CASES if case.label == clause.label]
    check_against(
        program(clause.file), [atom for case in own for atom in (*case.facts, *(e.atom for e in case.expectations))]
    )
    assert any(e.present for case in own for e in case.expectations), "no positive expectation"
    assert any(not e.present for case in own for e in case.expectations), "no negative expectation"
    assert failures(clause.file, clause.relation, lines(clause.file, clause.relation), clause.label) == []


@pytest.mark.parametrize("clause", every(3, RULES, name=lambda clause: clause.label))
def test_every_change_of_a_rule_is_noticed(clause: Clause) -> None:
    alive = [
        str(mutant)
        for mutant in mutants(clause)
        if not failures(clause.file, clause.relation, lines(clause.file, clause.relation, mutant), clause.label)
    ]
    assert alive == []


def test_rules_have_numbers_of_their_own_and_cases_have_rules() -> None:
    labels = [clause.label for clause in RULES]
    assert "" not in labels
    assert len(labels) == len(set(labels))
    assert {case.label for case in CASES} == set(labels)


def test_every_relation_says_what_a_row_means() -> None:
    for file in FILES:
        own = [relation for relation in program(file).relations.values() if relation.position.file == file.name]
        assert own
        for relation in own:
            assert all(f"`{column.name}`" in relation.doc for column in relation.columns), relation.name
