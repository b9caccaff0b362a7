"""Programs in which parts of tensors move, rewritten to buffers and run: they let others observe the same as if tensors
were values.
"""

from __future__ import annotations

import re

import pytest

from tests.bufferize.rewriting.test_road import freed
from tests.bufferize.running.bufferized import TENSORS, WHOLE, bufferized, observed
from tests.execution.executor import Executor
from tests.shared import require_shared


@pytest.mark.peer
@pytest.mark.parametrize(
    "name",
    [
        "overwritten_late_behind_a_loop_of_blocks", "put_back_behind_a_loop_of_blocks", "read_behind_a_loop_of_blocks",
        "read_behind_a_loop_of_blocks_by_proof",
    ],
)  # fmt: skip
def test_what_was_wrong(executor: Executor, name: str) -> None:
    """Programs that say what they should let others observe."""
    text = require_shared("faults", "rules3", f"{name}.mlir").read_text()
    said = re.search(r"expected: ((?:\d+ ?)+)", text)
    assert said is not None
    ways = [f"{WHOLE} analysis-heuristic={heuristic}" for heuristic in ("bottom-up", "top-down", "fewest-copies")]
    for report in executor.run([freed(text), *(bufferized(text, way) for way in ways)], TENSORS):
        assert observed(report) == [int(number) for number in said[1].split()]
