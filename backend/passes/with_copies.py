"""buffer-deallocation: what MLIR's former pass of this name does, on the pipeline's plan.

Buffers are copied where control flow merges, so that each value to free is owned on all paths. Since a copy shows if a
buffer is written that is read under another name, functions in which that may happen get i1s instead. The checker
verifies the output.
"""

from __future__ import annotations

from collections.abc import Collection

from ownlog.backend.canonicalization.control_flow import drop_unreachable_blocks
from ownlog.backend.context import Context
from ownlog.backend.ownership.strategy import insert_frees
from ownlog.backend.pass_definition import Options, Pass, spelled
from ownlog.backend.passes.deallocation_pipeline import deallocate_some_at_ends
from ownlog.backend.passes.gate import deallocate_and_check
from ownlog.backend.placement.copies import hand_over_copies
from ownlog.frontend.ir.module import Module


def deallocate_with_copies(module: Module, options: Options, context: Context) -> None:
    """Free every buffer of `module` once, in place, and check that with the gate.

    Remarks say which functions get no copies. Raises InputError for what has no plan, and for what is unsound in every
    way; then the module is unchanged.
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
        effects = context.effects(module)
        insert_frees(module, spelled(options), context, effects, copies.lent(module, context))


PASSES = (
    Pass(
        "buffer-deallocation",
        "as MLIR's former pass: copy where control comes together, so that no i1 has to tell who owns what",
        deallocate_with_copies,
    ),
)
