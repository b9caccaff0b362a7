"""Explanations of every construct of the language, and of random programs, checked step by step against the rules as
written.
"""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.explain.derivation import Derivation
from ownlog.rules.explain.explainer import Explainer
from tests.engine.programs import CASES, Case, Facts
from tests.engine.test_random_programs import fact_sets, programs
from tests.explain.checking import Checker, heights
from tests.tiers import examples


def check_program(text: str, facts: Facts) -> list[Derivation]:
    """Explains every row of every relation, checks each part, and that each derivation is as low as can be."""
    program = Program.from_text(text)
    rows = EmbeddedEngine().run(program, facts, program.stored)
    explainer = Explainer(program, rows, facts)
    lowest = heights(program, facts, rows)
    checker = Checker(program, facts, rows)
    found = []
    for relation, some in rows.items():
        for row in some:
            derivation = explainer.explain(relation, row)
            checker.check(derivation)
            assert derivation.row == (relation, row)
            assert derivation.height == lowest[relation, row], derivation.text()
            found.append(derivation)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_construct(case: Case) -> None:
    found = check_program(case.text, case.facts)
    assert len(found) >= sum(len(rows) for rows in case.expected.values())


@examples(15)
def test_random_programs(examples: int) -> None:
    @settings(max_examples=examples)
    @given(programs(), fact_sets())
    def check(text: str, facts: Facts) -> None:
        check_program(text, facts)

    check()


@examples(15)
def test_random_programs_with_inline_relations(examples: int) -> None:
    @settings(max_examples=examples)
    @given(programs(frozenset({"D0", "D2"})), fact_sets())
    def check(text: str, facts: Facts) -> None:
        program = Program.from_text(text)
        rows = EmbeddedEngine().run(program, facts, program.stored)
        explainer, checker = Explainer(program, rows, facts), Checker(program, facts, rows)
        for relation, some in rows.items():
            for row in some:
                derivation = explainer.explain(relation, row)
                checker.check(derivation)
                assert derivation.row == (relation, row)

    check()


def test_the_checker_notices_what_is_wrong() -> None:
    text = """
    .decl e(x: number, y: number)
    .input e
    .decl p(x: number, y: number)
    p(x, y) :- e(x, y), !e(y, x).
    p(x, z) :- e(x, y), p(y, z), x < z.
    """
    facts: Facts = {"e": [(1, 2), (2, 3)]}
    program = Program.from_text(text)
    rows = EmbeddedEngine().run(program, facts, program.stored)
    good = Explainer(program, rows, facts).explain("p", (1, 3))
    edge, path = good.premises
    wrong = [
        replace(good, premises=(edge,)),
        replace(good, premises=(path, edge)),
        replace(good, premises=(edge, path, edge)),
        replace(good, premises=(edge, replace(path, cells=(2, 4)))),
        replace(good, bindings={"x": 1, "y": 3, "z": 3}),
        replace(good, bindings={"x": 1, "y": 2}),
        replace(good, cells=(1, 2)),
        replace(good, rule_position=path.rule_position),
        replace(edge, cells=(1, 3)),
        replace(path.premises[1], cells=(1, 2)),
    ]
    Checker(program, facts, rows).check(good)
    for derivation in wrong:
        with pytest.raises(AssertionError):
            Checker(program, facts, rows).check(derivation)


def test_the_checker_notices_what_is_wrong_with_inline_relations() -> None:
    text = """
    .decl e(x: number, y: number)
    .input e
    .decl h(x: number, z: number) inline
    h(x, z) :- e(x, y), e(y, z), x < z.
    .decl p(x: number, y: number)
    p(x, z) :- h(x, z), !e(z, x).
    """
    facts: Facts = {"e": [(1, 2), (2, 3), (3, 4)]}
    program = Program.from_text(text)
    rows = EmbeddedEngine().run(program, facts, program.stored)
    explainer = Explainer(program, rows, facts)
    good, other = explainer.explain("p", (1, 3)), explainer.explain("p", (2, 4))
    first, second, absent = good.premises
    wrong = [
        replace(good, premises=(first, absent)),
        replace(good, premises=(first, first, absent)),
        replace(good, premises=(second, first, absent)),
        replace(good, premises=(first, second)),
        replace(good, premises=(first, second, absent, absent)),
        replace(good, premises=other.premises),
        replace(good, cells=(1, 2)),
    ]
    Checker(program, facts, rows).check(good)
    for derivation in wrong:
        with pytest.raises(AssertionError):
            Checker(program, facts, rows).check(derivation)
