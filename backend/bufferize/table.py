"""All that the files of `ops` say, by the names of ops."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.bufferize.ops import arith, bufferization, control, func, others, scf, slices, tensor
from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import Flow, ResultType
from ownlog.frontend.ir.ir import Op

RESULTS: dict[str, ResultType] = {
    **arith.RESULTS,
    **bufferization.RESULTS,
    **others.RESULTS,
    **slices.RESULTS,
    **tensor.RESULTS,
}
FLOWS: dict[str, Flow] = {**arith.FLOWS, **control.FLOWS, **func.FLOWS, **others.FLOWS, **scf.FLOWS}
BUILD: dict[str, Callable[[State, Op], None]] = {
    **arith.BUILD,
    **bufferization.BUILD,
    **control.BUILD,
    **func.BUILD,
    **others.BUILD,
    **scf.BUILD,
    **slices.BUILD,
    **tensor.BUILD,
}
CLASHES = {
    "arith.select": "inconsistent memory space on true/false operands",
    "func.func": "'func.func' op incoming operands of block argument have inconsistent memory spaces",
    "scf.execute_region": "'scf.execute_region' op incoming operands of block argument have inconsistent memory spaces",
    "scf.for": "'scf.for' op init_arg and yielded value bufferize to inconsistent memory spaces",
    "scf.if": "inconsistent memory space on then/else branches",
    "scf.index_switch": "inconsistent memory space on switch cases",
    "scf.while": "'scf.while' op init_arg and yielded value bufferize to inconsistent memory spaces",
}
"""What mlir-opt says where buffers in different memory spaces come together."""
