"""Would the executions notice a rule that is wrong?

Rules are taken out, or weakened, and the law must fail on some program.
"""

from collections.abc import Mapping, Set
from functools import cache

import pytest

import ownlog
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.engine import Row
from tests.execution.programs.choices import Choices
from tests.laws.programs import program
from tests.laws.test_soundness import DYNAMIC, RELATIONS, Claims, Shown, contradictions, look
from tests.rules.changed import changed_program
from tests.rules.mutants import Mutant, named
from tests.tiers import every, spans

# Without these, buffers that share an allocation are told apart, others are held to be the same, and what is used is
# held to be dead. (The other rules make answers sharper; without them the answers are right, and test_precision.py sees
# what is lost.)
NEEDED = """
    program.control_flow#3 program.regions#2 program.regions#6 program.regions#7 aliasing.value_flow#1
    aliasing.value_flow#2 aliasing.flows#1 aliasing.flows#3 aliasing.origin#1 aliasing.origin#3 aliasing.origin#4
    aliasing.origin#5 aliasing.origin#6 aliasing.origin#7 aliasing.origin#8 aliasing.flows#7 aliasing.flows#8
    program.regions#8 program.regions#9 program.regions#10 program.regions#11 program.captures#1 program.captures#2
    aliasing.liveness#1 aliasing.liveness#2
""".split()
STRICTER = [
    "aliasing.flows#4: without !other_source(value, source)",
    "aliasing.origin#2: without fresh(leader)",
    "program.structure#25: without enter < other_enter",
    "aliasing.origin#11: without alias_class_leader(other, leader)",
    "aliasing.origin#12: without global_buffer(other_leader, symbol)",
]


_PROGRAMS = 80


@cache
def _seen(number: int) -> tuple[Mapping[str, Set[Row]], Claims, Shown]:
    """Facts, what the rules say, and what executions show, for one program."""
    seed, dynamic = number // 2, number % 2 == 1
    text = program(Choices(seed))
    facts = ownlog.analyze(ownlog.parse(text), options={DYNAMIC: "true"} if dynamic else None).facts
    return {name: set(rows) for name, rows in facts.items()}, *look(text, seed, dynamic)


def _is_noticed(mutant: Mutant) -> bool:
    wrong = changed_program(mutant.original, mutant.changed, frozenset(RELATIONS))
    engine = EmbeddedEngine(keep=False)
    for facts, claims, shown in map(_seen, range(_PROGRAMS)):
        rows = engine.run(wrong, facts, RELATIONS)
        must, never, may, live = (
            {(str(row[0]), str(row[1])) for row in found} for found in (rows[name] for name in RELATIONS)
        )
        if contradictions(Claims(must, never, may - must, live, claims.small), shown):
            return True
    return False


@pytest.mark.parametrize("numbers", spans(_PROGRAMS, _PROGRAMS // 8))
def test_the_programs_show_nothing_wrong_with_the_rules_as_they_are(numbers: range) -> None:
    assert not any(contradictions(claims, shown) for _, claims, shown in map(_seen, numbers))


@pytest.mark.parametrize("label", every(4, NEEDED))
def test_a_rule_that_is_gone_is_missed(label: str) -> None:
    assert _is_noticed(named(f"{label}: taken out"))


@pytest.mark.parametrize("name", every(2, STRICTER))
def test_a_rule_that_says_too_much_is_noticed(name: str) -> None:
    assert _is_noticed(named(name))
