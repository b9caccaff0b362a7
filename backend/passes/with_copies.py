"""buffer-deallocation: what MLIR's former pass of this name does, on the pipeline's plan.

Where control comes together, buffers are copied, so that each value that is to be freed is owned on all ways; then the
plan frees them. A copy shows where a buffer is written to that somebody else looks at under another name: functions in
which that may happen get no copies, and i1s that say who owns what. The checker looks at what came out.
"""

from __future__ import annotations

from collections.abc import Collection

from ownlog.backend.canonicalization.control_flow import drop_unreachable_blocks
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, spelled
from ownlog.backend.passes.deallocation_pipeline import deallocate_some_at_ends
from ownlog.backend.passes.gate import deallocate_and_check
from ownlog.backend.placement.copies import hand_over_copies
from ownlog.backend.planned.strategy import insert_frees
from ownlog.frontend.ir.module import Module


def deallocate_with_copies(module: Module, options: Options, context: Context) -> None:
    """Free every buffer of `module` once, in place, and check that, as far as the context says.

    Remarks of the context say which functions get no copies. Raises InputError for what has no plan, and for what is
    not sound whichever way it is deallocated; then the module is what it was.
    """
    if context.gate:
        deallocate_and_check(module, options, context, _deallocate)
    else:
        _deallocate(module, options, context)


def _deallocate(module: Module, options: Options, context: Context, at_ends: Collection[str] = ()) -> None:
    # What control never comes to has no plan.
    drop_unreachable_blocks(module, context.effects(module))
    copies = hand_over_copies(module, context, at_ends)
    if at_ends:
        deallocate_some_at_ends(module, options, context, at_ends)
    else:
        insert_frees(
            module,
            spelled(options),
            context,
            context.effects(module),
            lambda naming: copies.lent(module, naming, context),
        )


PASSES = (
    Pass(
        "buffer-deallocation",
        "as MLIR's former pass: copy where control comes together, so that no i1 has to tell who owns what",
        deallocate_with_copies,
    ),
)
