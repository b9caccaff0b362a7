"""The decisions about programs that compilers made are those of mlir-opt-22, but for the listed ones, which have a
reason.
"""

import pytest

from tests.bufferize.deciding.corpus import REASONS, read, rows
from tests.bufferize.deciding.marking import HEURISTICS
from tests.shared import require_shared, require_tool, shared_programs
from tests.tiers import every


@pytest.mark.peer
@pytest.mark.parametrize("file", every(25, shared_programs("corpus-tensor"), name=str, slow=3))
def test_decisions_differ_only_where_they_are_listed(file: str) -> None:
    text, mlir_opt = require_shared("corpus-tensor", file).read_text(), require_tool("mlir-opt-22")
    for heuristic in HEURISTICS:
        assert rows(file, text, heuristic, mlir_opt) == read().get((file, heuristic), [])


def test_each_listed_difference_has_a_reason() -> None:
    found = [row for all_ in read().values() for row in all_]
    assert found
    assert {row.reason for row in found} == set(REASONS)
