"""The laws of the relations (tests/rules/laws.py) hold for random programs too."""

import pytest

import ownlog
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Rows
from ownlog.rules.engine.program.program import Program
from tests.execution.programs.choices import Choices
from tests.laws.programs import program
from tests.laws.test_soundness import DYNAMIC
from tests.rules.clauses import MAIN
from tests.rules.laws import LAWS
from tests.tiers import spans

EVERY_RUN = 30


def _broken(rules: Program, seed: int) -> list[str]:
    """The laws that do not hold for a program, each with some rows."""
    rows: list[Rows] = []
    for options in (None, {DYNAMIC: "true"}):
        facts = ownlog.analyze(ownlog.parse(program(Choices(seed))), options=options).facts
        rows.append(EmbeddedEngine().run(rules, facts, rules.stored))
    found = ((str(law), sorted(law.broken(rules, derived))[:3]) for law in LAWS for derived in rows)
    return [f"seed {seed}: {law}: {broken}" for law, broken in found if broken]


@pytest.fixture(scope="module")
def rules() -> Program:
    return Program.load(MAIN)


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 3))
def test_the_laws_hold(rules: Program, seeds: range) -> None:
    assert [line for seed in seeds for line in _broken(rules, seed)] == []
