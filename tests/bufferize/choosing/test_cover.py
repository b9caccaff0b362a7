"""Clauses are satisfied at the least cost: by trying all choices, by branch and bound, and by Z3."""

from itertools import product
from random import Random

import pytest

from ownlog.backend.bufferize.minimize_copies import cover
from ownlog.backend.bufferize.minimize_copies.cover import Clause, Cover
from tests.tiers import spans


def clauses(chance: Random, items: int) -> list[Clause]:
    """Random clauses, each with a chosen item, so that choosing all satisfies them."""
    made = []
    for _ in range(chance.randint(1, 2 * items)):
        chosen = frozenset(chance.sample(range(items), chance.randint(1, 3)))
        left = frozenset(chance.sample(range(items), chance.choice([0, 0, 1, 2]))) - chosen
        made.append(Clause(chosen, left))
    return made


def satisfied(clauses: list[Clause], chosen: set[int] | frozenset[int]) -> bool:
    return all(clause.chosen & chosen or clause.left - chosen for clause in clauses)


def least(weights: dict[int, int], clauses: list[Clause]) -> int:
    choices = (
        {item for item, value in enumerate(values) if value} for values in product((False, True), repeat=len(weights))
    )
    return min(sum(weights[item] for item in chosen) for chosen in choices if satisfied(clauses, chosen))


@pytest.mark.parametrize("by_branching", [True, False], ids=["branching", "z3"])
@pytest.mark.parametrize("seeds", spans(400, 50))
def test_the_least_cost(seeds: range, by_branching: bool) -> None:
    for seed in seeds:
        chance = Random(seed)
        items = chance.randint(3, 8)
        weights = {item: chance.choice([1, 4, 64, 1 << 70]) for item in range(items)}
        given = clauses(chance, items)
        found = Cover(weights, by_branching=by_branching).solve(given)
        assert satisfied(given, found.chosen)
        assert found.cost == sum(weights[item] for item in found.chosen) == found.bound == least(weights, given), seed


@pytest.mark.parametrize("seeds", spans(200, 50))
def test_a_choice_that_is_not_finished_has_a_bound(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "STEPS", 2)
    open_ = 0
    for seed in seeds:
        chance = Random(seed)
        weights = {item: chance.randint(1, 9) for item in range(8)}
        given = clauses(chance, 8)
        found = Cover(weights, by_z3=False).solve(given)
        assert satisfied(given, found.chosen)
        assert found.bound <= least(weights, given) <= found.cost
        open_ += found.bound < found.cost
    assert open_


def test_parts_with_nothing_in_common_are_solved_on_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred choices of one out of two are a hundred times two steps, and not one in 2^100."""
    monkeypatch.setattr(cover, "STEPS", 10)
    given = [Clause(frozenset({2 * k, 2 * k + 1})) for k in range(100)]
    found = Cover({item: 1 + item % 2 for item in range(200)}, by_z3=False).solve(given)
    assert found.chosen == frozenset(range(0, 200, 2))
    assert found.cost == found.bound == 100


def test_new_clauses_join_parts() -> None:
    solver = Cover({0: 2, 1: 3, 2: 2})
    first = [Clause(frozenset({0, 1})), Clause(frozenset({1, 2}))]
    assert solver.solve(first[:1]).chosen == {0}
    assert solver.solve(first).chosen == {1}
