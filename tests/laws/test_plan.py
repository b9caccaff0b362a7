"""The laws of ownership (ledger.py), held against executions that do what the pipeline's plan says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from random import Random

import pytest

import ownlog
from ownlog import rules
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from tests.execution.programs import decisions, generator, handovers
from tests.execution.programs.choices import Choices, shrink
from tests.execution.soundness import Maker
from tests.laws.ledger import Ledger
from tests.laws.plans import Derive, Plan, Row, Rows, plan_rows, read_plan
from tests.laws.programs import program
from tests.tiers import spans

EVERY_RUN, EXECUTIONS = 60, 12
# Small functions that pass buffers around, programs with calls and frees by hand, functions that give to each other,
# selects of owners.
KINDS: dict[str, Maker] = {
    "small": program, "plain": generator.generate, "handovers": handovers.generate, "decisions": decisions.generate
}  # fmt: skip


@dataclass(frozen=True)
class Subject:
    """A module, its facts and its names."""

    module: Module
    facts: Mapping[str, Collection[Row]]
    naming: Naming
    seed: int

    @classmethod
    def of(cls, text: str, seed: int) -> Subject:
        module = ownlog.parse(text)
        naming = Naming(module)
        return cls(module, extract_facts(module, naming, {}), naming, seed)

    def watch(self, derive: Derive, change: Callable[[Plan], None] | None = None) -> Ledger:
        """What executions of all functions that have a plan came to."""
        return self.execute(plan_rows(self.facts, derive), change)

    def execute(self, rows: Rows, change: Callable[[Plan], None] | None = None) -> Ledger:
        """What executions by the plan of these rows came to."""
        plan = read_plan(rows, self.naming)
        if change is not None:
            change(plan)
        ledger = Ledger(self.module, plan, Random(self.seed))
        for function in ledger.bodies.values():
            for _ in range(EXECUTIONS):
                ledger.check(function)
        return ledger


def by_the_rules(facts: Mapping[str, Collection[Row]], wanted: Collection[str]) -> Rows:
    return rules.derive(facts, (), None, tuple(wanted))


def _broken(make: Maker, made: Sequence[int], seed: int) -> list[str]:
    return sorted(Subject.of(make(Choices(recorded=made)), seed).watch(by_the_rules).broken)


def _check(make: Maker, seeds: range) -> None:
    for seed in seeds:
        choices = Choices(seed)
        if Subject.of(make(choices), seed).watch(by_the_rules).broken:

            def still_broken(candidates: Sequence[tuple[int, ...]]) -> int | None:
                return next((number for number, made in enumerate(candidates) if _broken(make, made, seed)), None)  # noqa: B023

            smallest = shrink(choices.made, lambda made: len(make(Choices(recorded=made))), still_broken)
            broken = "\n".join(_broken(make, smallest, seed))
            pytest.fail(f"seed {seed}, shrunk:\n{make(Choices(recorded=smallest))}\n{broken}", pytrace=False)


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 6))
@pytest.mark.parametrize("kind", KINDS)
def test_no_execution_breaks_a_law(kind: str, seeds: range) -> None:
    _check(KINDS[kind], seeds)


@cache
def _some() -> tuple[tuple[Subject, Rows], ...]:
    """Some programs, with the rows of their plans."""
    makers = (program, handovers.generate, decisions.generate)
    subjects = [Subject.of(make(Choices(seed)), seed) for seed in range(15) for make in makers]
    return tuple((subject, plan_rows(subject.facts, by_the_rules)) for subject in subjects)


def test_executions_do_all_that_a_plan_can_ask_for() -> None:
    done = Counter(step for subject, rows in _some() for step in subject.execute(rows).done)
    assert all(done[step] >= 3 for step in ("releases", "moves", "returns", "choices", "transfers")), done


def _programs_with(law: str, change: Callable[[Plan], None], most: int) -> int:
    """In how many of some programs the law is broken once the plans are changed; no more than `most` are looked for."""
    broken = (any(line.startswith(law) for line in subject.execute(rows, change).broken) for subject, rows in _some())
    return sum(islice(filter(None, broken), most))


def _release_nothing(plan: Plan) -> None:
    plan.after.clear()
    plan.at_end.clear()


def _release_early(plan: Plan) -> None:
    plan.after |= {op: [*plan.after.get(op, ()), *held] for op, held in plan.at_end.items()}
    for op, held in list(plan.after.items()):
        before = op.parent.ops[op.parent.ops.index(op) - 1] if op.parent is not None else op
        plan.after[before] = [owner for owner in held if owner.owner is not op]


def _release_twice(plan: Plan) -> None:
    for held in plan.after.values():
        held += held


def _move_nothing(plan: Plan) -> None:
    plan.moves.clear()


def _own_nothing_for_sure(plan: Plan) -> None:
    plan.owns = {value: when for value, when in plan.owns.items() if when == "sometimes" or not value.is_block_argument}


def _own_for_sure(plan: Plan) -> None:
    plan.owns = dict.fromkeys(plan.owns, "always")


def _copy_nothing(plan: Plan) -> None:
    plan.copies.clear()


def _transfer_always(plan: Plan) -> None:
    for edge, transfers in plan.transfers.items():
        plan.transfers[edge] = [replace(transfer, guard=None, mover=transfer.owner) for transfer in transfers]


@pytest.mark.parametrize(
    ("law", "change"),
    [
        ("an owner never ends", _release_nothing),
        ("used after it was released", _release_early),
        ("what is released is not the owner's", _release_twice),
        ("an indicator is wrong", _move_nothing),
        ("an owner never ends", _move_nothing),
        ("what moves has no receiver", _own_nothing_for_sure),
        ("an indicator is wrong", _own_for_sure),
        ("what is returned belongs to nobody here", _copy_nothing),
        ("a transfer goes by the wrong condition", _transfer_always),
    ],
)
def test_a_law_notices_what_breaks_it(law: str, change: Callable[[Plan], None]) -> None:
    assert _programs_with(law, change, 2) == 2
