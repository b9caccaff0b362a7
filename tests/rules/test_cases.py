import pytest

from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Engine
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.souffle import SouffleEngine
from tests.rules.clauses import all_clauses, analysis_clauses
from tests.rules.exact import variants
from tests.rules.notation import Case, all_cases, cases_by_label, check_against
from tests.rules.worlds import World, alone, rows_of, together

CASES = cases_by_label()
_SHARES = 32  # of the worlds, each of which takes Soufflé some seconds


@pytest.mark.parametrize("label", CASES)
def test_the_cases_of_a_relation_hold(label: str, program: Program, engine: EmbeddedEngine) -> None:
    for case in CASES[label]:
        check_against(program, case.atoms())
        tried = list(variants(program, case))
        failed = _failed(program, engine, [alone(tried[0][0])])
        failed |= _failed(program, engine, together(program, [one for near in tried[1:] for one in near]))
        assert [near[0].place for near in tried if all(one.place in failed for one in near)] == []


def _failed(program: Program, engine: Engine, worlds: list[World]) -> dict[str, list[str]]:
    """The expectations that do not hold, by the place of the case."""
    found: dict[str, list[str]] = {}
    for world in worlds:
        rows = rows_of(engine, program, world.facts, set().union(*(case.relations() for case in world.cases)))
        found |= {case.place: [*map(str, failed)] for case in world.cases if (failed := case.failures(rows))}
    return found


def test_all_cases_hold_in_the_company_of_the_others(program: Program, engine: EmbeddedEngine) -> None:
    cases = _closed(program)
    worlds = together(program, cases)
    assert _failed(program, engine, worlds) == {}
    assert sum(len(world.cases) for world in worlds) == len(cases)


def _closed(program: Program) -> list[Case]:
    """Every case, with something where facts leave arguments open."""
    return [next(variants(program, case))[0] for case in all_cases()]


@pytest.mark.souffle
@pytest.mark.parametrize("share", range(_SHARES))
def test_all_cases_hold_under_native_souffle(share: int, program: Program) -> None:
    assert _failed(program, SouffleEngine(), together(program, _closed(program))[share::_SHARES]) == {}


def test_every_case_is_about_a_relation_that_rules_derive() -> None:
    assert set(CASES) <= {clause.relation for clause in analysis_clauses()}


def test_the_rules_read_as_text_are_those_the_engine_reads(program: Program) -> None:
    read = [(clause.label, clause.relation, clause.line) for clause in all_clauses()]
    assert read == [(rule.number, rule.head.relation, rule.position.line) for rule in program.rules]
