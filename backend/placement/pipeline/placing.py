"""The option `placement` of the deallocation pipeline: which passes that decide where buffers live run in it, and when."""

from __future__ import annotations

from collections.abc import Collection

from ownlog.backend.context import Context, Options
from ownlog.frontend.ir.ir import Module

ALL = "all"
PLACEMENT = ("inlining", "merging", "splitting", "guarding", "sinking", "freeing", "keeping", "hoisting", "swapping", "reuse", "stack")
"""What the option may name, beside all of them; `freeing` is no pass, but what the plan goes by (`rules/analysis/plan/functions.dl`)."""
STACK_OPTIONS = {
    "max-alloc-size-in-bytes": "1024",
    "max-frame-size-in-bytes": "65536",
    "max-rank-of-allocated-memref": "1",
    "promote-freed": "false",
}
"""The options of promote-buffers-to-stack with their defaults."""


def chosen(options: Options) -> frozenset[str]:
    """The passes that the option names."""
    names = frozenset(filter(None, options.get("placement", "").split(",")))
    return frozenset(PLACEMENT) if ALL in names else names


def place_before(module: Module, names: Collection[str], context: Context) -> None:
    """Split and move allocations of `module`, in place, before anything is planned: what is freed, and where, goes by where they are."""
    if "inlining" in names:
        from ownlog.backend.placement.picking.inlining import inline

        inline(module, context)
    if "merging" in names:
        from ownlog.backend.placement.picking.merging import merge

        merge(module, context)
    if "splitting" in names:
        from ownlog.backend.placement.ahead.splitting import split

        split(module, context)
    if "guarding" in names:
        from ownlog.backend.placement.ahead.guarding import guard

        guard(module, context)
    if "sinking" in names:
        from ownlog.backend.placement.ahead.sinking import sink

        sink(module, context)


def place_behind(module: Module, names: Collection[str], context: Context) -> None:
    """Let buffers of `module`, in which all is freed, live elsewhere, in place."""
    if "keeping" in names:
        from ownlog.backend.placement.keeping import keep

        keep(module, context)
    if "hoisting" in names:
        from ownlog.backend.placement.hoisting import lift_out_of_loops

        lift_out_of_loops(module, context)
    if "swapping" in names:
        from ownlog.backend.placement.swapping import swap

        swap(module, context)
    if "reuse" in names:
        from ownlog.backend.placement.reuse import reuse

        reuse(module, context)
    if "stack" in names:
        from ownlog.backend.placement.stack import promote

        promote(module, {**STACK_OPTIONS, "promote-freed": "true"}, context)
