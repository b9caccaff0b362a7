"""buffer-deallocation-pipeline: all passes from allocations to `memref.dealloc`, in the order of MLIR's pipeline of this name."""

from __future__ import annotations

from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.context import Context, Options
from ownlog.backend.passes.expand_realloc import expand_reallocs
from ownlog.backend.planned.strategy import insert_frees
from ownlog.frontend.ir.ir import Module


def deallocate(module: Module, options: Options, context: Context) -> None:
    """Free every buffer of `module` once, in place.

    In: the options of the ownership pass that the pipeline takes too. Raises InputError for what has no plan.
    """
    effects = context.effects(module)
    expand_reallocs(module, False, effects)
    canonicalize(module, effects, context.prover, context.derive)
    insert_frees(module, options, context, effects)
    eliminate_common_subexpressions(module, effects)
    canonicalize(module, effects, context.prover, context.derive)
