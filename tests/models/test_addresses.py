"""Views have their aligned pointers where the dialect files say, in LLVM IR."""

import re
import subprocess

import pytest

import ownlog
from tests.models.kinds import rows_by_op
from tests.models.measure import Probe, probes
from tests.shared import require_tool

SAYING = {op: rows for op, rows in rows_by_op().items() if {"keeps_address", "byte_shift"} & rows.keys()}
LOWERING = (
    "--expand-strided-metadata", "--lower-affine", "--convert-vector-to-llvm", "--finalize-memref-to-llvm",
    "--convert-func-to-llvm", "--convert-arith-to-llvm", "--convert-index-to-llvm", "--reconcile-unrealized-casts",
)  # fmt: skip


def distance(probe: Probe, shift: int | None) -> str:
    """What LLVM computes the distance between a view and what it is a view of to be, less the operand that says it."""
    module = ownlog.parse(probe.program(probe.line("r")))
    view = next(op for op in module.walk() if op.name == probe.op)
    source, result = view.operands[0], view.results[0]
    lines = [
        probe.line("r"),
        f"%from = memref.extract_aligned_pointer_as_index {source.ref} : {source.type} -> index",
        f"%to = memref.extract_aligned_pointer_as_index {result.ref} : {result.type} -> index",
        "%distance = arith.subi %to, %from : index",
        (
            f"%rest = arith.subi %distance, {view.operands[shift].ref} : index"
            if shift is not None
            else "%rest = arith.addi %distance, %none : index"
        ),
    ]
    none = "  %none = arith.constant 0 : index\n"
    text = (
        f"func.func @probe({probe.arguments}) -> index {{\n{none}  "
        + "\n  ".join(lines)
        + "\n  return %rest : index\n}\n"
    )
    for command in (
        [require_tool("mlir-opt-22"), *LOWERING],
        [require_tool("mlir-translate-22"), "--mlir-to-llvmir"],
        [require_tool("opt-22"), "-O1", "-S"],
    ):
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    (returned,) = re.findall(r"^  ret i64 (\S+)$", text, re.MULTILINE)
    return str(returned)


@pytest.mark.peer
@pytest.mark.parametrize("op", SAYING)
def test_the_pointer_of_a_view_is_where_its_row_says(op: str) -> None:
    (probe,) = [probe for probe in probes() if probe.op == op]
    shifts = SAYING[op].get("byte_shift")
    assert distance(probe, int(shifts[0][0]) if shifts else None) == "0"


@pytest.mark.peer
def test_a_shift_that_is_left_out_would_be_noticed() -> None:
    (probe,) = [probe for probe in probes() if probe.op == "memref.view"]
    assert distance(probe, None) != "0"
