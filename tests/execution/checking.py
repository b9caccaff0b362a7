"""Fails a test with the first of many random programs that goes wrong, shrunk."""

from collections.abc import Sequence

import pytest

from tests.execution.executor import BATCH, Executor
from tests.execution.programs.generator import generate
from tests.execution.soundness import PIPELINES, PLAIN, Maker, Verdict, Way, failures, shrunk

EVERY_RUN = 200
_MANY_FAILURES = 3


def check(
    executor: Executor, seeds: range, pipelines: Sequence[str] = PIPELINES, make: Maker = generate, way: Way = PLAIN
) -> None:
    """Run the program of each seed under each pipeline; fail where one does not stay sound."""
    found: list[tuple[int, Verdict]] = []
    for start in range(seeds.start, seeds.stop, BATCH):
        found += failures(executor, range(start, min(start + BATCH, seeds.stop)), pipelines, make, way)
        # A broken pass fails everywhere, and shrinking the first failure says enough.
        if len(found) >= _MANY_FAILURES:
            break
    if found:
        seed, verdict = found[0]
        others = "".join(f"\nseed {seed}: {verdict.problem.splitlines()[0]}" for seed, verdict in found)
        pytest.fail(
            f"seed {seed}, shrunk: {shrunk(executor, seed, verdict, make, way)}\n==== all failures so far:{others}",
            pytrace=False,
        )
