"""buffer-deallocation-pipeline: all passes from allocations to `memref.dealloc`, in the order of MLIR's pipeline of this name."""

from __future__ import annotations

from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.context import Context, Options
from ownlog.backend.dealloc_op.lowering import lower_deallocations
from ownlog.backend.dealloc_op.simplification import simplify_deallocations
from ownlog.backend.passes.expand_realloc import expand_reallocs
from ownlog.backend.planned.strategy import insert_frees
from ownlog.frontend.ir.ir import Module


def deallocate(module: Module, options: Options, context: Context) -> None:
    """Free every buffer of `module` once, in place.

    In: the options of the ownership pass that the pipeline takes too. Raises InputError for what the ownership pass refuses, and for a
    deallocation that needs the library function where the pipeline runs on functions.
    """
    effects = context.effects(module)
    expand_reallocs(module, False, effects)
    canonicalize(module, effects, context.prover, context.derive)
    fallen_back = insert_frees(module, options, context)
    if fallen_back:
        # What is left to the ownership-based pass takes the way that its results take in MLIR's pipeline, and nothing else does.
        canonicalize(module, effects, context.prover, context.derive, fallen_back)
        simplify_deallocations(module, context, options)
        lower_deallocations(module, effects, context.derive, context.anchor == "func.func")
    eliminate_common_subexpressions(module, effects)
    canonicalize(module, effects, context.prover, context.derive)
