"""Texts with a slip each: the same verdict as mlir-opt-22's."""

import pytest

from tests.frontend.mistakes.judge import STRICT, Verdict, verdicts
from tests.frontend.mistakes.measure import COUNT, SEED, TABLE, measured, table

pytestmark = pytest.mark.peer

_SHARE = 0.99


def _told(found: list[Verdict]) -> list[str]:
    return [f"{verdict.kind}: {verdict.ours or verdict.theirs}" for verdict in found]


@pytest.mark.parametrize(("count", "seed"), [(200, 2), pytest.param(3_000, 3, marks=pytest.mark.slow)])
def test_slips_are_judged_as_mlir_opt_judges_them(count: int, seed: int) -> None:
    found = verdicts(count, seed)
    refused = [verdict for verdict in found if verdict.theirs]
    assert len(refused) > count / 2
    assert len(refused) < count
    different = [verdict for verdict in found if not verdict.same]
    assert len(different) <= (1 - _SHARE) * count, _told(different)
    taken = [verdict for verdict in different if verdict.kind in STRICT and not verdict.ours]
    assert not taken, _told(taken)


@pytest.mark.slow
def test_the_table_is_what_is_measured() -> None:
    assert TABLE.read_text() == table(*measured(COUNT, SEED))
