"""Whatever options passes are given, each program gets an output or a diagnostic."""

import pytest

from tests.fuzz.odd_options import attempt
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(120, 20))
def test_no_options_lead_to_an_internal_error(seeds: range) -> None:
    for seed in seeds:
        found, shown = attempt(seed)
        assert found in ("output", "refused"), f"seed {seed}: {found}\n{shown}"
