"""Whatever a user's model says of ops, right or wrong, each program gets an output or a diagnostic."""

from pathlib import Path

import pytest

from tests.fuzz.wrong_models import TOGETHER, attempt
from tests.tiers import spans


@pytest.mark.parametrize("seeds", spans(6 * TOGETHER, TOGETHER))
def test_no_model_leads_to_an_internal_error(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        found, shown = attempt(seed, tmp_path)
        assert found in ("output", "refused"), f"seed {seed}: {found}\n{shown}"
