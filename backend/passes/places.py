"""The passes that decide where buffers live: each changes nothing that was right (`careful.py`)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ownlog.backend.context import Context, Options
from ownlog.frontend.ir.ir import Module


def _with_care(name: str, where: str, function: str) -> Callable[[Module, Options, Context], None]:
    """The pass `name`, done by that function (of a module and a context) of the module `where` below `placement`, whose import waits."""

    def run(module: Module, _: Options, context: Context) -> None:
        from ownlog.backend.passes.careful import change_with_care

        change = getattr(import_module(f"ownlog.backend.placement.{where}"), function)
        change_with_care(module, context, name, lambda: change(module, context))

    return run


hoist = _with_care("buffer-hoisting", "hoisting", "hoist")
hoist_out_of_loops = _with_care("buffer-loop-hoisting", "hoisting", "hoist_out_of_loops")
inline = _with_care("buffer-call-inlining", "picking.inlining", "inline")
read_through = _with_care("buffer-reading-through", "ahead.reading", "read_through")
split = _with_care("buffer-splitting", "ahead.splitting", "split")
sink = _with_care("buffer-sinking", "ahead.sinking", "sink")
keep = _with_care("buffer-keeping", "keeping", "keep")
reuse = _with_care("buffer-reuse", "reuse", "reuse")


def free_earlier(module: Module, _: Options, context: Context) -> None:
    """`optimize-allocation-liveness`."""
    from ownlog.backend.passes.careful import change_with_care
    from ownlog.backend.placement.earlier_frees import free_earlier as run

    change_with_care(module, context, "optimize-allocation-liveness", lambda: run(module, context.effects(module), context.about))


def promote(module: Module, options: Options, context: Context) -> None:
    """`promote-buffers-to-stack`."""
    from ownlog.backend.passes.careful import change_with_care
    from ownlog.backend.placement.stack import promote as run

    change_with_care(module, context, "promote-buffers-to-stack", lambda: run(module, options, context))


def plan_memory(module: Module, options: Options, context: Context) -> None:
    """`static-memory-planner`."""
    from ownlog.backend.passes.careful import change_with_care
    from ownlog.backend.placement.arena.static_memory import plan_memory as run

    change_with_care(module, context, "static-memory-planner", lambda: run(module, options, context))
