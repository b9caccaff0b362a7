"""The option `placement` of the deallocation pipeline: which passes that decide where buffers live run in it, and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib import import_module

from ownlog.backend.context import Context, Options
from ownlog.frontend.ir.ir import Module

ALL = "all"
PLACING = "placement="
"""With the name of a step behind it, what that is called."""
PLACEMENT = (
    *("inlining", "reading", "splitting", "sinking"),
    *("freeing", "keeping", "hoisting", "reuse", "stack"),
)
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


_AHEAD = {
    "inlining": ("picking.inlining", "inline"),
    "reading": ("ahead.reading", "read_through"),
    "splitting": ("ahead.splitting", "split"),
    "sinking": ("ahead.sinking", "sink"),
}
"""The steps before anything is freed, in order: the module below `placement` and its function."""
_BEHIND = {
    "keeping": ("keeping", "keep"),
    "hoisting": ("hoisting", "lift_out_of_loops"),
    "reuse": ("reuse", "reuse"),
}
"""The same for those behind it, but for the last one, which has options."""


def place_before(module: Module, names: Collection[str], context: Context) -> None:
    """Split and move allocations of `module`, in place, before anything is planned: what is freed, and where, goes by where they are."""
    _run(_AHEAD, module, names, context)


def place_behind(module: Module, names: Collection[str], context: Context) -> None:
    """Let buffers of `module`, in which all is freed, live elsewhere, in place."""
    _run(_BEHIND, module, names, context)
    if "stack" in names:
        from ownlog.backend.placement.stack import promote

        with context.step(f"{PLACING}stack", module):
            promote(module, {**STACK_OPTIONS, "promote-freed": "true"}, context)


def _run(steps: Mapping[str, tuple[str, str]], module: Module, names: Collection[str], context: Context) -> None:
    for step, (where, function) in steps.items():
        if step in names:
            with context.step(f"{PLACING}{step}", module):
                getattr(import_module(f"ownlog.backend.placement.{where}"), function)(module, context)
