"""empty-tensor-to-alloc-tensor: each `tensor.empty` becomes an allocation of its own, which cse does not merge.

Source: MLIR's `-empty-tensor-to-alloc-tensor`.
"""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block
from ownlog.frontend.ir.module import Module


def allocate_empty_tensors(module: Module) -> None:
    """Replace every `tensor.empty` of `module` by a `bufferization.alloc_tensor`, in place; unused ones go."""
    used = {value for op in module.walk() for value in op.operands}
    unused: dict[Block, None] = {}
    for op in module.walk():
        if op.name != build.EMPTY:
            continue
        if op.parent is not None and used.isdisjoint(op.results):
            unused[op.parent] = None
            continue
        op.name, op.properties = build.ALLOC_TENSOR, {}
        # The sizes; what is copied; how large it is said to be.
        op.segments = [len(op.operands), 0, 0]
        op.mark_changed()
    for block in unused:
        block.set_ops([op for op in block.ops if op.name != build.EMPTY])


def _run(module: Module, _: Options, __: Context) -> None:
    allocate_empty_tensors(module)


PASSES = (Pass("empty-tensor-to-alloc-tensor", "write tensor.empty as bufferization.alloc_tensor", _run),)
