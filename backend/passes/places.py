"""The passes that decide where buffers live: each changes nothing that was right (`careful.py`)."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.context import Context, Options
from ownlog.frontend.ir.ir import Module


def _with_care(module: Module, context: Context, name: str, change: Callable[[Module, Context], bool]) -> None:
    from ownlog.backend.passes.careful import change_with_care

    change_with_care(module, context, name, lambda: change(module, context))


def free_earlier(module: Module, _: Options, context: Context) -> None:
    """`optimize-allocation-liveness`."""
    from ownlog.backend.placement.earlier_frees import free_earlier as run

    _with_care(module, context, "optimize-allocation-liveness", lambda m, c: run(m, c.effects(m), c.derive))


def hoist(module: Module, _: Options, context: Context) -> None:
    """`buffer-hoisting`."""
    from ownlog.backend.placement.hoisting import hoist as run

    _with_care(module, context, "buffer-hoisting", run)


def hoist_out_of_loops(module: Module, _: Options, context: Context) -> None:
    """`buffer-loop-hoisting`."""
    from ownlog.backend.placement.hoisting import hoist_out_of_loops as run

    _with_care(module, context, "buffer-loop-hoisting", run)


def split(module: Module, _: Options, context: Context) -> None:
    """`buffer-splitting`."""
    from ownlog.backend.placement.ahead.splitting import split as run

    _with_care(module, context, "buffer-splitting", run)


def sink(module: Module, _: Options, context: Context) -> None:
    """`buffer-sinking`."""
    from ownlog.backend.placement.ahead.sinking import sink as run

    _with_care(module, context, "buffer-sinking", run)


def inline(module: Module, _: Options, context: Context) -> None:
    """`buffer-call-inlining`."""
    from ownlog.backend.placement.picking.inlining import inline as run

    _with_care(module, context, "buffer-call-inlining", run)


def merge(module: Module, _: Options, context: Context) -> None:
    """`buffer-select-merging`."""
    from ownlog.backend.placement.picking.merging import merge as run

    _with_care(module, context, "buffer-select-merging", run)


def guard(module: Module, _: Options, context: Context) -> None:
    """`buffer-loop-guarding`."""
    from ownlog.backend.placement.ahead.guarding import guard as run

    _with_care(module, context, "buffer-loop-guarding", run)


def keep(module: Module, _: Options, context: Context) -> None:
    """`buffer-keeping`."""
    from ownlog.backend.placement.keeping import keep as run

    _with_care(module, context, "buffer-keeping", run)


def reuse(module: Module, _: Options, context: Context) -> None:
    """`buffer-reuse`."""
    from ownlog.backend.placement.reuse import reuse as run

    _with_care(module, context, "buffer-reuse", run)


def swap(module: Module, _: Options, context: Context) -> None:
    """`buffer-loop-swapping`."""
    from ownlog.backend.placement.swapping import swap as run

    _with_care(module, context, "buffer-loop-swapping", run)


def promote(module: Module, options: Options, context: Context) -> None:
    """`promote-buffers-to-stack`."""
    from ownlog.backend.placement.stack import promote as run

    _with_care(module, context, "promote-buffers-to-stack", lambda changed, within: run(changed, options, within))


def plan_memory(module: Module, options: Options, context: Context) -> None:
    """`static-memory-planner`."""
    from ownlog.backend.passes.careful import change_with_care
    from ownlog.backend.placement.arena.static_memory import plan_memory as run

    change_with_care(module, context, "static-memory-planner", lambda: run(module, options, context))
