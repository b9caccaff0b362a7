"""tensors-to-buffers: the whole road from tensors to buffers that are freed, as one pass."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ownlog.backend.boundaries.equivalent_results import drop_equivalent_results
from ownlog.backend.bufferize.analysis.moved import Snapshot
from ownlog.backend.bufferize.assembly import assemble_in_place
from ownlog.backend.bufferize.one_shot import UndecidedError, one_shot_bufferize
from ownlog.backend.bufferize.ops.settings import FEWEST_COPIES, GREEDY, INFER, LAYOUTS, OneShotOptions
from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.context import Context
from ownlog.backend.empty_tensors.eliminate import eliminate_empty_tensors
from ownlog.backend.pass_definition import Pass, option, spelled
from ownlog.backend.passes.checked_pipeline import deallocate_buffers
from ownlog.backend.passes.deallocation_pipeline import PipelineOptions
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module

ASSEMBLING = "assemble-in-place"
"""What the step is called that lets parts be computed where they belong."""


@dataclass(frozen=True)
class RoadOptions(PipelineOptions):
    """The options of the deallocation pipeline, and those of bufferization that change what comes out."""

    allow_return_allocs_from_loops: bool = option(True, "Let loops yield buffers that they allocate.")
    allow_unknown_ops: bool = option(False, "Leave ops that nobody can bufferize on tensors, between conversions.")
    analysis_heuristic: str = option(
        FEWEST_COPIES,
        "The order in which it is decided who may write in place, or to look for the fewest bytes copied.",
        (*GREEDY, FEWEST_COPIES, "fuzzer"),
    )
    buffer_alignment: int = option(64, "The alignment of new allocations, in bytes.")
    bufferize_function_boundaries: bool = option(True, "Rewrite functions' parameters and results, and calls.")
    function_boundary_type_conversion: str = option(
        INFER, "The layouts of buffers that functions take and return.", LAYOUTS
    )
    unknown_type_conversion: str = option(
        INFER, "The layouts of buffers where tensors that nobody follows become buffers.", LAYOUTS
    )


def bufferize_and_deallocate(module: Module, options: RoadOptions, context: Context) -> None:
    """Rewrites the tensors of `module` to buffers and frees each buffer once, in place.

    Raises InputError for what cannot be bufferized or has no plan, and for options that exclude that.
    """
    shared = {each.name: getattr(options, each.name) for each in fields(OneShotOptions) if hasattr(options, each.name)}
    bufferization = OneShotOptions(**shared)
    for name in ("allow-return-allocs-from-loops", "bufferize-function-boundaries"):
        if spelled(options)[name] == "false":
            problem = f"tensors-to-buffers cannot do without {name}"
            advice = "leave the option out, or write --one-shot-bufferize and --buffer-deallocation-pipeline"
            raise InputError(Diagnostic(problem, advice=advice))
    effects = context.effects(module)
    # A block argument that always gets the same value would count as another tensor.
    branching = [function for function in module.functions(effects) if any(map(_branches, ops_within(function)))]
    with context.step("canonicalize", module):
        canonicalize(module, effects, context.prover, context.about, branching)
    _bufferize(module, bufferization, context)
    effects = context.effects(module)
    with context.step("canonicalize", module):
        canonicalize(module, effects, context.prover, context.about, buffers=True)
    with context.step("cse", module):
        eliminate_common_subexpressions(module, effects)
    with context.step("drop-equivalent-buffer-results", module):
        drop_equivalent_results(module, effects, context.about)
    with context.step("buffer-deallocation-pipeline", module):
        deallocate_buffers(module, options, context)


def _bufferize(module: Module, options: OneShotOptions, context: Context) -> None:
    """Bufferizes `module`, after steps that are to save copies; where it cannot be then, without them."""
    before, remarks = Snapshot(module), len(context.remarks)
    try:
        _improve(module, context, options.analysis_heuristic == FEWEST_COPIES)
        with context.step("one-shot-bufferize", module):
            one_shot_bufferize(module, options, context)
    except UndecidedError:
        before.restore()
        del context.remarks[remarks:]
        with context.step("one-shot-bufferize", module):
            one_shot_bufferize(module, options, context)


def _improve(module: Module, context: Context, fewest: bool) -> None:
    """The steps that save copies, and that no program needs. Raises UndecidedError."""
    if fewest:
        with context.step(ASSEMBLING, module):
            assemble_in_place(module, context)
    with context.step("eliminate-empty-tensors", module):
        eliminate_empty_tensors(module, context, last=fewest)


def _branches(op: Op) -> bool:
    return any(len(region.blocks) > 1 for region in op.regions)


PASSES = (
    Pass(
        "tensors-to-buffers",
        "from tensors to buffers that are freed: bufferization, clean-up and deallocation",
        bufferize_and_deallocate,
        RoadOptions,
    ),
)
