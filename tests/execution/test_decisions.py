"""Programs that choose by the condition of a branch go through the whole pipeline; see decisions.py for what they aim
at.
"""

from collections.abc import Callable, Mapping, Set

import pytest

import ownlog
from ownlog import rules
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from tests.execution.checking import check
from tests.execution.executor import BATCH, Executor
from tests.execution.programs.choices import Choices
from tests.execution.programs.decisions import generate
from tests.execution.soundness import WHOLE, WHOLE_PIPELINES
from tests.tiers import spans

EVERY_RUN = 150

Rows = Mapping[str, Set[tuple[str | int, ...]]]
_NEEDED = (
    "owning_select", "transfer_if_unowned", "move_into_region", "final_use", "lost", "one_sided", "inferred_result",
    "forwards_from_region", "may_be_unowned", "consumes_on_edge", "consumes_here", "edge_transfer", "side",
    "transfer_if_same", "wanted",
)  # fmt: skip


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, BATCH // 4))
def test_decisions_stay_sound(executor: Executor, seeds: range) -> None:
    check(executor, seeds, [WHOLE], generate)


@pytest.mark.parametrize("seeds", spans(BATCH, BATCH // 4))
def test_decisions_stay_sound_when_deallocated_at_the_ends_of_blocks(executor: Executor, seeds: range) -> None:
    check(executor, seeds, WHOLE_PIPELINES[1:], generate)


@pytest.fixture(scope="module")
def plans() -> list[Rows]:
    """What is derived for the plan of each program."""
    return [_plan(generate(Choices(seed))) for seed in range(EVERY_RUN)]


def _plan(text: str) -> Rows:
    module = ownlog.parse(text)
    seen: list[Rows] = []

    def witness(facts: Facts, _: Naming) -> None:
        seen.append({**rules.derive(facts, (), None, _NEEDED), "assume_pinned": {*facts["assume_pinned"]}})

    run_passes(module, parse_pipeline(WHOLE), Context(witness=witness))
    return seen[0]


def _column(rows: Set[tuple[str | int, ...]], *numbers: int) -> set[tuple[str | int, ...]]:
    return {tuple(row[number] for number in numbers) for row in rows}


KINDS: dict[str, Callable[[Rows], object]] = {
    "takes along an edge": lambda plan: plan["consumes_on_edge"],
    "takes along both edges": lambda plan: len(_column(plan["consumes_on_edge"], 0)) < len(plan["consumes_on_edge"]),
    "lets a side stay, as somebody borrows": lambda plan: (
        _column(plan["assume_pinned"], 0, 2) & _column(plan["side"], 0, 1)
    ),
    "claims along one of several edges": lambda plan: plan["edge_transfer"],
    "claims several times what one owner holds": lambda plan: len(_column(plan["transfer_if_same"], 0,
    4)) < len(plan["transfer_if_same"]),
    "keeps what one edge took from the block behind it": lambda plan: plan["lost"],
    "takes from one side": lambda plan: _column(plan["consumes_here"], 0) & plan["one_sided"],
    "borrows, as nobody owns one side": lambda plan: _column(plan["owning_select"], 1) & plan["may_be_unowned"],
    "claims what somebody does not own": lambda plan: plan["transfer_if_unowned"],
    "claims what a call gave": lambda plan: _column(plan["transfer_if_unowned"], 3) & _column(plan["inferred_result"],
    2),
    "moves into regions": lambda plan: plan["move_into_region"],
    "does not move into regions on the way to a copy": lambda plan: {
        (op, holder) for op, holder, how in plan["final_use"] if how == "region" and (holder,) not in plan["wanted"]
    } & plan["forwards_from_region"],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_plans_make_every_kind_of_decision(plans: list[Rows], kind: str) -> None:
    assert sum(bool(KINDS[kind](plan)) for plan in plans) >= 2
