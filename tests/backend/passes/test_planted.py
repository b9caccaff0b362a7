"""A planner with a fault in one of its rules: what it plans is not sound, and the pipeline does not print it without a
word.
"""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.passes.planted import FAULTS, PROGRAMS, Planted
from tests.rules.mutants import named
from tests.tiers import every

PIPELINE = "buffer-deallocation-pipeline"


def test_each_fault_is_in_another_rule_and_shows_in_another_program() -> None:
    assert len({fault.partition(":")[0] for fault in FAULTS}) == len(FAULTS) == 10
    assert sorted(FAULTS.values()) == sorted(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_right_rules_make_something_sound_of_each_program(name: str) -> None:
    notices: list[ownlog.Diagnostic] = []
    module = ownlog.run_pipeline(ownlog.parse(PROGRAMS[name]), PIPELINE, notices=notices)
    assert (check(ownlog.parse(str(module))).status, notices) == ("clean", [])


@pytest.mark.parametrize("fault", every(4, sorted(FAULTS)))
def test_what_a_faulty_rule_plans_is_not_printed(fault: str) -> None:
    text = PROGRAMS[FAULTS[fault]]
    engine = Planted(named(fault))
    unsound = ownlog.run_pipeline(ownlog.parse(text), PIPELINE, engine=engine, gate=False)
    assert check(ownlog.parse(str(unsound))).status != "clean"
    notices: list[ownlog.Diagnostic] = []
    module = ownlog.run_pipeline(ownlog.parse(text), PIPELINE, engine=engine, notices=notices)
    assert check(ownlog.parse(str(module))).status == "clean"
    assert notices
    assert all(notice.severity == "warning" and "at the ends of blocks" in notice.message for notice in notices)
