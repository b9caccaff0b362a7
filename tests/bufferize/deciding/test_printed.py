"""What is written onto ops by `dump-alias-sets` and `print-conflicts` is what mlir-opt-22 writes."""

import pytest

from tests.bufferize.deciding.printed import FILES, ours, read, splits, theirs
from tests.shared import require_tool
from tests.tiers import every

_MODULE = "upstream/Dialect/Bufferization/Transforms/one-shot-module-bufferize-analysis.mlir"
OTHERWISE = {
    (_MODULE, 41): "results of one external function may share memory",
    (_MODULE, 42): "results of one external function may share memory",
    (
        "corpus-tensor/multi_func/h_fn_const_result.mlir",
        0,
    ): "the callee returns a constant: nothing may be written to that",
}
"""The splits of which something else is told on purpose, and why (docs/bufferization.md)."""


@pytest.mark.peer
@pytest.mark.parametrize("file", every(4, FILES, name=str))
def test_alias_sets_and_what_may_not_be_written_to(file: str) -> None:
    mlir_opt, found = require_tool("mlir-opt-22"), 0
    for split, text in splits(file, mlir_opt):
        mine, other = ours(text), theirs(text, mlir_opt)
        if (file, split) in OTHERWISE:
            assert mine != other
            found += len(mine.sets)
            continue
        assert mine.decided == other.decided, split
        assert mine.sets == other.sets, split
        assert mine.written == other.written, split
        found += len(mine.sets)
    assert found


@pytest.mark.peer
@pytest.mark.parametrize("file", every(4, FILES, name=str))
def test_conflicts_are_among_those_that_mlir_opt_tells(file: str) -> None:
    mlir_opt, known = require_tool("mlir-opt-22"), read()
    for split, text in splits(file, mlir_opt):
        if (file, split) in OTHERWISE:
            continue
        mine, other = ours(text).conflicts, theirs(text, mlir_opt).conflicts
        assert len(mine) == len(other) == len(known.get((file, split), [])), split
        for number, told in enumerate(mine):
            assert told in known[file, split][number], (split, number)
