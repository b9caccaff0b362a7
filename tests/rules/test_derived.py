"""What rules say of themselves, so that no case has to say it: what each of them reads is enough, and matters.

Whether a rule says what was meant, its cases, laws, references and all that programs do have to show.
"""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from tests.rules.clauses import analysis_clauses
from tests.rules.derived import derived_cases
from tests.rules.exact import variants
from tests.rules.notation import Case, Expectation
from tests.rules.worlds import rows_of, together


@pytest.fixture(scope="module")
def tried(program: Program) -> list[list[list[Case]]]:
    """Each derived case of the analysis, as itself and as its near misses."""
    labels = {clause.label for clause in analysis_clauses()}
    found = [list(variants(program, case)) for case in derived_cases(program) if case.label in labels]
    assert len(found) > 0.6 * len(labels)
    return found


def _holding(program: Program, engine: EmbeddedEngine, cases: Iterable[Case]) -> set[str]:
    """The places of the cases that hold in the company of the others."""
    found: set[str] = set()
    for world in together(program, cases):
        rows = rows_of(engine, program, world.facts, set().union(*(case.relations() for case in world.cases)))
        found |= {case.place for case in world.cases if not case.failures(rows)}
    return found


def test_what_a_rule_reads_is_enough(tried: list[list[list[Case]]], program: Program, engine: EmbeddedEngine) -> None:
    cases = [case for (case,), *_ in tried]
    holding = _holding(program, engine, cases)
    rest = [case for case in cases if case.place not in holding]
    # Where a rule does not apply to what it reads, other rules make an exception of that.
    exceptions = (
        replace(case, expectations=(Expectation(atom, True),))
        for case in rest
        for exception in case.exceptions
        for atom in exception
    )
    assert {case.place for case in rest} - _holding(program, engine, exceptions) == set()


def test_no_rule_says_what_others_say_already(
    tried: list[list[list[Case]]], program: Program, engine: EmbeddedEngine
) -> None:
    misses = [case for _, *nears in tried for near in nears for case in near]
    holding = _holding(program, engine, misses)
    idle = [
        case.place
        for (case,), *nears in tried
        if nears and not any(miss.place in holding for near in nears for miss in near)
    ]
    assert idle == []
