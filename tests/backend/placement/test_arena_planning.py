"""Plans of arenas: parts never lie over each other, no bound is passed, and of small ones the best is found."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownlog.backend.placement.arena.greedy import best_fit, in_order, largest_first, one_by_one
from ownlog.backend.placement.arena.parts import Offsets, Part, end, fit, largest_sum, least_end
from ownlog.backend.placement.arena.planning import ALGORITHMS, find_plan, improved, optimal
from tests.tiers import examples


def part(size: int, first: int, last: int, alignment: int = 1) -> Part:
    return Part(size, alignment, first, last)


SOME = st.builds(
    lambda size, first, length, alignment: Part(size, alignment, first, first + length),
    st.integers(1, 40), st.integers(0, 12), st.integers(0, 8), st.sampled_from((1, 2, 4, 16)),
)  # fmt: skip
PARTS = st.lists(SOME, max_size=12).map(lambda parts: sorted(parts, key=lambda part: part.first))


def _over_each_other(parts: list[Part], offsets: Offsets) -> bool:
    places = list(zip(parts, offsets, strict=True))
    pairs = ((a, b) for k, a in enumerate(places) for b in places[:k])
    return any(
        one.meets(two) and begin < other + two.size and other < begin + one.size for (one, begin), (two, other) in pairs
    )


@given(PARTS, st.sampled_from(ALGORITHMS))
def test_parts_fit(parts: list[Part], algorithm: str) -> None:
    plan = find_plan(algorithm, parts, 1.0)
    assert not _over_each_other(parts, plan.offsets)
    assert all(offset % part.alignment == 0 for part, offset in zip(parts, plan.offsets, strict=True))
    assert largest_sum(parts) <= least_end(parts) <= plan.bound <= plan.size == end(parts, plan.offsets)


@given(PARTS, st.lists(st.integers(0, 60), min_size=12, max_size=12))
def test_what_fits(parts: list[Part], offsets: list[int]) -> None:
    chosen = offsets[: len(parts)]
    unaligned = any(offset % part.alignment for part, offset in zip(parts, chosen, strict=True))
    assert fit(parts, chosen) == (not _over_each_other(parts, chosen) and not unaligned)


@given(PARTS)
def test_the_largest_sum_is_that_of_some_beginning(parts: list[Part]) -> None:
    sums = [sum(other.size for other in parts if other.first <= part.first <= other.last) for part in parts]
    assert largest_sum(parts) == max(sums, default=0)


def test_alignments_raise_the_bound() -> None:
    small = [part(4, 0, 1, 64), part(4, 0, 1, 64), part(8, 1, 1, 4)]
    assert (largest_sum(small), least_end(small), optimal(small, 1.0).size) == (16, 68, 68)


def _smallest(parts: list[Part]) -> int:
    """The smallest arena: in some order, each part as far down as it goes, makes it."""
    return min(end(parts, one_by_one(parts, order)) for order in permutations(range(len(parts))))


@examples(15)
def test_the_best_plan_is_found_and_proved(examples: int) -> None:
    pytest.importorskip("ortools")

    @settings(max_examples=examples)
    @given(st.lists(SOME, max_size=5).map(lambda parts: sorted(parts, key=lambda part: part.first)))
    def check(parts: list[Part]) -> None:
        plan = optimal(parts, 5.0)
        assert plan.optimal
        assert plan.size == _smallest(parts)

    check()


def test_the_bound_tells_how_far_a_simple_plan_is_from_the_best() -> None:
    parts = [part(1, 0, 0), part(2, 0, 2), part(2, 2, 2)]
    plan = find_plan("best-fit", parts, 0.0)
    assert (plan.bound, plan.size, plan.optimal) == (4, 5, False)
    assert optimal(parts, 0.0).optimal


def test_no_solver_is_asked_about_many_parts() -> None:
    parts = [part(1, k, k) for k in range(3001)]
    assert improved(parts, in_order(parts), 3001, 1, 1.0) is None


@pytest.mark.parametrize(
    ("parts", "offsets"),
    [
        ([part(40, 0, 6), part(10, 1, 4), part(40, 2, 8), part(10, 3, 5), part(5, 7, 9)], [0, 40, 50, 90, 90]),
        ([part(8, 0, 6, 8), part(3, 1, 3), part(8, 2, 7, 8), part(4, 4, 8, 8), part(4, 5, 9, 16)], [0, 8, 16, 8, 32]),
        ([part(4, 0, 1), part(4, 2, 3)], [0, 0]),
    ],
    ids=["the smallest gap", "alignment", "one after the other"],
)
def test_best_fit(parts: list[Part], offsets: list[int]) -> None:
    assert list(best_fit(parts)) == offsets


def test_many_parts_take_little_work() -> None:
    draw = random.Random(1)
    firsts = sorted(draw.randrange(2000) for _ in range(2000))
    parts = [part(draw.randrange(1, 4000), first, first + draw.randrange(40)) for first in firsts]
    assert end(parts, largest_first(parts)) <= 1.1 * largest_sum(parts)
