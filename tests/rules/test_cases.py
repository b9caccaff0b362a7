import pytest

from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.rules.clauses import all_clauses, analysis_clauses
from tests.rules.notation import all_cases, cases_by_label, check_against
from tests.rules.worlds import alone, rows_of, together

CASES = cases_by_label()
_SHARES = 32  # of the worlds, each of which takes Soufflé some seconds


@pytest.mark.parametrize("label", CASES)
def test_the_cases_of_a_rule_hold(label: str, program: Program, engine: EmbeddedEngine) -> None:
    for case in CASES[label]:
        check_against(program, [*case.facts, *(expected.atom for expected in case.expectations)])
        rows = rows_of(engine, program, alone(case).facts, case.relations())
        assert [str(expected) for expected in case.failures(rows)] == [], case.place


def test_all_cases_hold_in_the_company_of_the_others(program: Program, engine: EmbeddedEngine) -> None:
    worlds = together(program, all_cases())
    for world in worlds:
        rows = rows_of(engine, program, world.facts, program.relations)
        assert {case.place: case.failures(rows) for case in world.cases if case.failures(rows)} == {}
    assert sum(len(world.cases) for world in worlds) == len(all_cases())


@pytest.mark.souffle
@pytest.mark.parametrize("share", range(_SHARES))
def test_all_cases_hold_under_native_souffle(share: int, program: Program) -> None:
    engine = SouffleEngine()
    for world in together(program, all_cases())[share::_SHARES]:
        rows = rows_of(engine, program, world.facts, program.relations)
        assert {case.place: case.failures(rows) for case in world.cases if case.failures(rows)} == {}


def test_every_rule_has_a_number_of_its_own() -> None:
    labels = [clause.label for clause in analysis_clauses()]
    assert "" not in labels
    assert sorted(labels) == sorted(set(labels))


def test_every_case_is_about_a_rule() -> None:
    assert set(CASES) <= {clause.label for clause in analysis_clauses()}


def test_the_rules_read_as_text_are_those_the_engine_reads(program: Program) -> None:
    read = [(clause.label, clause.relation, clause.line) for clause in all_clauses()]
    assert read == [(rule.number, rule.head.relation, rule.position.line) for rule in program.rules]
