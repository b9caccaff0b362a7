"""buffer-deallocation-pipeline: all passes from allocations to `memref.dealloc`, in the order of MLIR's pipeline."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.context import Context
from ownlog.backend.ownership.strategy import insert_frees
from ownlog.backend.pass_definition import Options, option, spelled
from ownlog.backend.passes.expand_realloc import expand_reallocs
from ownlog.backend.placement.steps import ALL, PLACEMENT, chosen, place
from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.syntax.structure import MODULE

PLANNING = "plan-deallocations"
"""What the step that frees buffers by plan is called."""


@dataclass(frozen=True)
class PipelineOptions(Options):
    """The options of the deallocation pipeline."""

    private_function_dynamic_ownership: bool = option(False, "Let private functions take and give ownership.")
    dealloc_at_block_end: bool = option(
        False, "Free at the ends of blocks, as mlir-opt does, and not after the last use."
    )
    placement: tuple[str, ...] = option(
        (), "Passes that decide where buffers live, and run in the pipeline.", (ALL, *PLACEMENT)
    )


def deallocate(module: Module, options: PipelineOptions, context: Context, at_ends: Collection[str] = ()) -> None:
    """Free every buffer of `module` once, in place.

    Functions `at_ends` get deallocations at block ends instead of a plan; then no buffer is placed. Raises InputError
    for what has no plan.
    """
    effects = context.effects(module)
    with context.step("expand-realloc", module):
        expand_reallocs(module, False, effects)
    with context.step("canonicalize", module):
        canonicalize(module, effects, context.prover, context.about)
    placed = frozenset() if at_ends else chosen(options.placement)
    place(module, placed, context, before=True)
    if at_ends:
        deallocate_some_at_ends(module, options, context, at_ends)
    else:
        with context.step(PLANNING, module):
            insert_frees(module, spelled(options), context, effects)
    with context.step("cse", module):
        eliminate_common_subexpressions(module, effects)
    with context.step("canonicalize", module):
        again = None if placed else [function for function in module.functions(effects) if _may_simplify(function)]
        canonicalize(module, effects, context.prover, context.about, again)
    place(module, placed, context, before=False)


def _may_simplify(function: Op) -> bool:
    """Is there more in a canonical function now than frees? They leave nothing to simplify, unless they end a clone."""
    return any(
        op.name == build.CLONE or (op.name != build.FREE and (op.source is None or (op.touched and not op.regions)))
        for op in ops_in(function)
    )


def deallocate_some_at_ends(module: Module, options: Options, context: Context, at_ends: Collection[str]) -> None:
    """Free every buffer of `module` once, in place: at block ends in the functions `at_ends`, else by plan."""
    from ownlog.backend.dealloc_op.lowering import lower_deallocations
    from ownlog.backend.dealloc_op.simplification import simplify_deallocations
    from ownlog.backend.passes.fallback import insert_frees_and_deallocations

    with context.step(PLANNING, module):
        insert_frees_and_deallocations(module, spelled(options), context, at_ends)
    effects = context.effects(module)
    with context.step("canonicalize", module):
        canonicalize(module, effects, context.prover, context.about)
    with context.step("buffer-deallocation-simplification", module):
        simplify_deallocations(module, context)
    with context.step("bufferization-lower-deallocations", module):
        lower_deallocations(module, effects, context.about, context.anchor != MODULE)
