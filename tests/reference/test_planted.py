"""Faults that are planted in the rules of the analysis: the references notice them."""

import pytest

from tests.reference.planted import PLANTED, first
from tests.tiers import every


@pytest.mark.parametrize("name", every(10, list(PLANTED), str))
def test_a_fault_in_the_rules_is_noticed(name: str) -> None:
    kind, most = PLANTED[name]
    assert first(name, kind, most) is not None
