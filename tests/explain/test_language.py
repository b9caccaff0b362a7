"""Explanations of every construct of the language, and of random programs, checked step by step against the rules as written."""

from __future__ import annotations

import pytest
from hypothesis import given

from ownlog.rules.engine import EmbeddedEngine, Program
from ownlog.rules.explain import Derivation, Explainer
from tests.engine.programs import CASES, Case, Facts
from tests.engine.test_random_programs import fact_sets, programs
from tests.explain.checking import check_all, heights


def check_program(text: str, facts: Facts) -> list[Derivation]:
    """Explains every row of every relation, checks each part, and that each derivation is as low as can be."""
    program = Program.from_text(text)
    rows = EmbeddedEngine().run(program, facts, tuple(program.relations))
    explainer = Explainer(program, rows, facts)
    lowest = heights(program, facts, rows)
    known: set[Derivation] = set()
    found = []
    for relation, some in rows.items():
        for row in some:
            derivation = explainer.explain(relation, row)
            check_all(program, facts, rows, derivation, known)
            assert derivation.row == (relation, row)
            assert derivation.height == lowest[relation, row], derivation.text()
            found.append(derivation)
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_construct(case: Case) -> None:
    found = check_program(case.text, case.facts)
    assert len(found) >= sum(len(rows) for rows in case.expected.values())


@given(programs(), fact_sets())
def test_random_programs(text: str, facts: Facts) -> None:
    check_program(text, facts)
