"""Buffers flow through ops where mlir-opt-22's alias analysis sees them flow."""

import re

import pytest

from tests.models.flows import FLOWS, REASONS, TABLE, Arrivals, arrivals, lines
from tests.models.kinds import rows_by_op
from tests.shared import require_tool

FLOW = {
    "alternative_regions", "branch", "entry_operand_group", "entry_operands", "exposes", "first_region_argument",
    "global_like", "region_branch", "region_flow", "select_like", "view_like",
}  # fmt: skip
"""The kinds of row that say how buffers flow."""

_LLVM = "its operands are LLVM's values"
NO_BUFFERS = {
    "affine.parallel": "its results are numbers",
    "llvm.br": _LLVM,
    "llvm.cond_br": _LLVM,
    "llvm.switch": _LLVM,
    "memref.extract_aligned_pointer_as_index": "no op makes a buffer of an index",
    "scf.forall": "its results are tensors",
    "shape.with_shape": "its result is a shape with its value, no buffer",
    "scf.parallel": "fixed_results: its results are no buffers",
}
"""Ops with such rows that no buffer flows through, to a value of another op."""


@pytest.fixture(scope="module")
def measured() -> tuple[Arrivals, Arrivals]:
    """What we say, and what mlir-opt says."""
    require_tool("mlir-opt-22")
    return arrivals()


def test_no_flow_that_mlir_opt_sees_is_left_out(measured: tuple[Arrivals, Arrivals]) -> None:
    ours, theirs = measured
    assert {op for op, pairs in theirs.items() if pairs - ours[op]} == REASONS.keys()


def test_the_table_is_what_is_measured() -> None:
    require_tool("mlir-opt-22")
    assert TABLE.read_text().splitlines() == list(lines()), "python -m tests.models.table writes it anew"


def test_every_op_that_buffers_flow_through_is_asked() -> None:
    asked = set(re.findall(r"^func\.func @([\w.]+)\(", FLOWS.read_text(), re.MULTILINE))
    about = {op for op, rows in rows_by_op().items() if FLOW & rows.keys() and not op.startswith("test.")}
    assert about - asked == NO_BUFFERS.keys()
