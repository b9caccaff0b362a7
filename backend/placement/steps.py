"""The option `placement` of the deallocation pipeline: the steps that decide where buffers live, in order.

A step has one name: of the option, its module, its function and its file of rules; as a pass it is `buffer-` and this
name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from importlib import import_module
from typing import NamedTuple

from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass
from ownlog.frontend.ir.module import Module

ALL = "all"
PLACING = "placement="
"""With the name of a step behind it, what that is called."""


class Placement(NamedTuple):
    """A step: it runs `before` anything is planned or behind that; `alone` if it is a pass of its own, too."""

    name: str
    summary: str
    before: bool = False
    alone: bool = True

    def run(self, module: Module, context: Context) -> bool:
        """Rewrite `module`, in place; whether it was changed where memory is freed."""
        step: Callable[[Module, Context], bool] = getattr(
            import_module(f"ownlog.backend.placement.{self.name}"), self.name
        )
        return step(module, context)


STEPS = (
    Placement("inlining", "let functions that may give back an argument stand in place of their calls", before=True),
    Placement("reading", "let ops read what a buffer repeats in place of that", before=True),
    Placement(
        "splitting", "let contents of a buffer that nobody needs at a time be in buffers of their own", before=True
    ),
    Placement("sinking", "let allocations stand right in front of what needs them first", before=True),
    Placement("keeping", "let allocations be what they would get a copy of"),
    Placement("hoisting", "let allocations leave loops where that costs no memory", alone=False),
    Placement("reuse", "let allocations take over buffers that are freed before them"),
    Placement("stack", "put small buffers on the stack that are freed where they are made", alone=False),
)
FREEING = "freeing"
"""No step, but what the plan goes by (`rules/analysis/plan/functions.dl`)."""
PLACEMENT = (*(step.name for step in STEPS if step.before), FREEING, *(step.name for step in STEPS if not step.before))
"""What the option may name, beside all of them."""


def chosen(names: Collection[str]) -> frozenset[str]:
    """The steps that the option names."""
    return frozenset(PLACEMENT) if ALL in names else frozenset(names)


def place(module: Module, names: Collection[str], context: Context, *, before: bool) -> None:
    """Run steps on `module`, in place: those before planning, or those after it."""
    for step in STEPS:
        if step.before == before and step.name in names:
            with context.step(f"{PLACING}{step.name}", module):
                step.run(module, context)


def _alone(step: Placement, module: Module, _: Options, context: Context) -> bool:
    return step.run(module, context)


PASSES = tuple(
    Pass(f"buffer-{step.name}", step.summary, partial(_alone, step), careful=True) for step in STEPS if step.alone
)
