"""buffer-deallocation-pipeline: from allocations to `memref.dealloc`, with the gate behind it."""

from __future__ import annotations

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Pass
from ownlog.backend.passes.deallocation_pipeline import PipelineOptions, deallocate
from ownlog.backend.passes.gate import deallocate_and_check
from ownlog.frontend.ir.module import Module


def deallocate_buffers(module: Module, options: PipelineOptions, context: Context) -> None:
    """Free every buffer of `module` once, in place, and check that with the gate.

    Raises InputError for what has no plan, and for what is unsound in every way.
    """
    if context.gate:
        deallocate_and_check(module, options, context)
    else:
        deallocate(module, options, context)


PASSES = (
    Pass(
        "buffer-deallocation-pipeline",
        "from allocations to memref.dealloc: all passes that deallocation takes",
        deallocate_buffers,
        PipelineOptions,
    ),
)
