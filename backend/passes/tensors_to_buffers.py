"""tensors-to-buffers: the whole road from tensors to buffers that are freed, as one pass."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.boundaries.equivalent_results import drop_equivalent_results
from ownlog.backend.bufferize.deciding.analysis import FEWEST_COPIES
from ownlog.backend.bufferize.deciding.snapshot import Snapshot
from ownlog.backend.bufferize.one_shot import UndecidedError, one_shot_bufferize
from ownlog.backend.bufferize.rewriting.assembly import assemble_in_place
from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.context import Context, Options
from ownlog.backend.empty_tensors.eliminate import eliminate_empty_tensors
from ownlog.frontend.forms.registry import ops_within
from ownlog.frontend.ir.ir import Module, Op

ASSEMBLING = "assemble-in-place"
"""What the step is called that lets parts be computed where they belong."""


def bufferize_and_deallocate(
    module: Module, bufferization: Options, deallocation: Options, context: Context, deallocate: Callable[[Module, Options, Context], None]
) -> None:
    """Rewrites the tensors of `module` to buffers and frees each buffer once, in place.

    In: all options of one-shot-bufferize, over function boundaries, and those of the pipeline `deallocate`. Raises InputError for what
    cannot be bufferized or has no plan.
    """
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
        deallocate(module, deallocation, context)


def _bufferize(module: Module, options: Options, context: Context) -> None:
    """Bufferizes `module`, after steps that are to save copies; where it cannot be then, without them."""
    before, remarks = Snapshot(module), len(context.remarks)
    try:
        _improve(module, context, options["analysis-heuristic"] == FEWEST_COPIES)
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
