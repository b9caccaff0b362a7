"""tensors-to-buffers: the whole road from tensors to buffers that are freed, as one pass."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.boundaries.equivalent_results import drop_equivalent_results
from ownlog.backend.bufferize.one_shot import one_shot_bufferize
from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.context import Context, Options
from ownlog.backend.empty_tensors.eliminate import eliminate_empty_tensors
from ownlog.frontend.ir.ir import Module

ALWAYS = {"allow-return-allocs-from-loops": "true", "bufferize-function-boundaries": "true"}
"""Options of bufferization that are no question here: what loops and functions return is freed by those that it is given to."""


def bufferize_and_deallocate(
    module: Module, bufferization: Options, deallocation: Options, context: Context, deallocate: Callable[[Module, Options, Context], None]
) -> None:
    """Rewrites the tensors of `module` to buffers and frees each buffer once, in place.

    In: all options of one-shot-bufferize, and those of the pipeline `deallocate`. Raises InputError for what cannot be bufferized or has
    no plan.
    """
    options = {**bufferization, **ALWAYS}
    eliminate_empty_tensors(module, context)
    one_shot_bufferize(module, options, context)
    effects = context.effects(module)
    canonicalize(module, effects, context.prover, context.derive, buffers=True)
    eliminate_common_subexpressions(module, effects)
    drop_equivalent_results(module, effects, context.derive)
    deallocate(module, deallocation, context)
