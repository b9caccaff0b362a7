"""Would the laws of ownership notice a wrong rule of the plan?

Rules are taken out or say too much, and an execution must break a law.
"""

from collections.abc import Collection, Mapping
from functools import cache

import pytest

from ownlog.rules.engine.embedded import EmbeddedEngine
from tests.execution.programs import decisions, handovers
from tests.execution.programs.choices import Choices
from tests.laws.plans import RELATIONS, Row, Rows
from tests.laws.programs import program
from tests.laws.test_plan import Subject
from tests.rules.changed import changed_program
from tests.rules.mutants import Mutant, named
from tests.tiers import every

# Without these, what is owned is released too early, twice, or never, or an i1 says what is not so. (Without most of
# the others a function is left without a plan, or something is owned for a shorter or longer time than it could be,
# which is no fault.)
NEEDED = """
    plan.names#5 plan.borrows#2 plan.drop_flags#17 plan.borrows#5 plan.borrows#9 plan.borrows#22 plan.borrows#20
    plan.borrows#10 plan.release#1 plan.release#17 plan.release#23 plan.release#26
""".split()
NEEDED_TOO = """
    plan.names#24 plan.live_ranges#21 plan.borrows#19 plan.borrows#21 plan.borrows#23 plan.borrows#25
    plan.borrows#31 plan.release#2 plan.release#3
""".split()
# Without these, an owner is released nowhere: its end has no justification, and the function no plan.
UNJUSTIFIED = "plan.release#6 plan.release#8 plan.release#11 plan.release#14".split()
STRICTER = ['plan.moves#8: without final_use(op, owner, "operand")']


_MAKERS = (program, program, program, handovers.generate, decisions.generate)
_SUBJECTS = 8 * len(_MAKERS)


@cache
def _subject(number: int) -> Subject:
    return Subject.of(_MAKERS[number % len(_MAKERS)](Choices(number)), number)


def _breaks_a_law(mutant: Mutant) -> bool:
    wrong = changed_program(mutant.original, mutant.changed, frozenset(RELATIONS))
    engine = EmbeddedEngine(keep=False)

    def derive(facts: Mapping[str, Collection[Row]], wanted: Collection[str]) -> Rows:
        return engine.run(wrong, facts, wanted)

    return any(subject.watch(derive).broken for subject in map(_subject, range(_SUBJECTS)))


@pytest.mark.parametrize("label", every(4, NEEDED))
def test_a_rule_that_is_gone_breaks_a_law(label: str) -> None:
    assert _breaks_a_law(named(f"{label}: taken out"))


@pytest.mark.nightly
@pytest.mark.parametrize("label", NEEDED_TOO)
def test_another_rule_that_is_gone_breaks_a_law(label: str) -> None:
    assert _breaks_a_law(named(f"{label}: taken out"))


@pytest.mark.nightly
@pytest.mark.parametrize("label", UNJUSTIFIED)
def test_what_has_no_justification_is_not_planned(label: str) -> None:
    assert not _breaks_a_law(named(f"{label}: taken out"))


@pytest.mark.parametrize("name", STRICTER)
def test_a_rule_that_says_too_much_breaks_a_law(name: str) -> None:
    assert _breaks_a_law(named(name))
