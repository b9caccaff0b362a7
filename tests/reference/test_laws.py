"""Random programs: the analysis decides nothing that a naive reference forbids."""

import pytest

import ownlog
from tests.execution.programs.choices import Choices
from tests.execution.soundness import OUTSIDE, WHOLE, deallocate
from tests.reference.laws import BUFFERS, laws
from tests.reference.paths import run
from tests.tiers import spans

_LAWS = laws()
_MANY = spans(300, 50, first=0)
_TOO_STRICT = {"tensors: plain": {105, 297}, "tensors: moving": {151, 262}, "tensors: parts": {160}}
"""Seeds of programs that do the same as decided, and of which the definition of a conflict forbids something: it knows
less of numbers than the proofs that parts are apart.
"""
_EDGES = [kind for kind in _LAWS if kind.startswith("edges")]


@pytest.mark.parametrize("seeds", [pytest.param(range(3), id="first"), *_MANY])
@pytest.mark.parametrize("kind", [kind for kind in _LAWS if kind not in _EDGES])
def test_nothing_is_decided_that_a_reference_forbids(kind: str, seeds: range) -> None:
    found = {seed: told for seed in seeds if (told := [*_LAWS[kind](seed)])}
    strict = _TOO_STRICT.get(kind, set())
    assert {seed: told for seed, told in found.items() if seed not in strict} == {}
    assert strict.intersection(seeds) <= found.keys()


@pytest.mark.parametrize("seeds", [pytest.param(range(1), id="first"), *_MANY])
@pytest.mark.parametrize("kind", _EDGES)
def test_buffers_at_the_edges_have_one_owner(kind: str, seeds: range) -> None:
    assert {seed: told for seed in seeds if (told := [*_LAWS[kind](seed)])} == {}


def test_runs_come_to_their_end() -> None:
    """A run that ends early says nothing of leaks; few do."""
    runs = ended = 0
    for make in BUFFERS.values():
        for seed in range(3):
            seen = run(ownlog.parse(deallocate(make(Choices(seed)).partition(OUTSIDE)[0], WHOLE)), "ownership")
            runs, ended = runs + seen.runs, ended + seen.ended
    assert ended >= 0.8 * runs > 0
