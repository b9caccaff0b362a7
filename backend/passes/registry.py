"""The passes by name, and runs of some of them one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module

from ownlog import rules
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, Step, parsed
from ownlog.base.errors import Diagnostic, UsageError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.frontend.ir.module import Module

_MODULES = {
    "passes.expand_realloc": ("expand-realloc",),
    "passes.ownership_based": ("ownership-based-buffer-deallocation",),
    "passes.with_copies": ("buffer-deallocation",),
    "dealloc_op.simplification": ("buffer-deallocation-simplification",),
    "passes.checked_pipeline": ("buffer-deallocation-pipeline",),
    "passes.tensors_to_buffers": ("tensors-to-buffers",),
    "placement.arena.static_memory": ("static-memory-planner", "static-memory-planner-analysis"),
    "canonicalization.canonicalize": ("canonicalize",),
    "canonicalization.cse": ("cse",),
    "bufferize.one_shot": ("one-shot-bufferize", "test-tensor-copy-insertion"),
    "empty_tensors.eliminate": ("eliminate-empty-tensors",),
    "boundaries.out_params": ("buffer-results-to-out-params",),
    "boundaries.equivalent_results": ("drop-equivalent-buffer-results",),
    "empty_tensors.allocate": ("empty-tensor-to-alloc-tensor",),
    "placement.buffer_hoisting": ("buffer-hoisting",),
    "placement.buffer_loop_hoisting": ("buffer-loop-hoisting",),
    "placement.steps": tuple(
        f"buffer-{name}" for name in ("inlining", "reading", "splitting", "sinking", "keeping", "reuse")
    ),
    "placement.optimize_allocation_liveness": ("optimize-allocation-liveness",),
    "placement.stack": ("promote-buffers-to-stack",),
    "dealloc_op.lowering": ("bufferization-lower-deallocations",),
}
"""The modules below `backend` that define passes, with their names: a run imports only those of its passes."""


class _Passes(Mapping[str, Pass]):
    """The passes by name, in the order of help; each is imported when it is asked for."""

    def __init__(self) -> None:
        self._modules = {name: module for module, names in _MODULES.items() for name in names}

    def __getitem__(self, name: str) -> Pass:
        passes: tuple[Pass, ...] = import_module(f"ownlog.backend.{self._modules[name]}").PASSES
        return next(each for each in passes if each.name == name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


PASSES: Mapping[str, Pass] = _Passes()


def run_passes(module: Module, steps: list[Step], context: Context | None = None) -> None:
    """Run `steps` in order on `module`, in place.

    Raises InputError for an unknown pass or option, RuleError for a faulty model file (both before any pass),
    InputError for refused IR, and Fault for invalid output, unless the gate is off.
    """
    context = context or Context()
    if context.models:
        rules.load(context.models)
    checked = [(find_pass(step.name), checked_options(step), step.anchor) for step in steps]

    def run(module: Module, context: Context) -> None:
        for pass_, options, anchor in checked:
            with context.step(pass_.name, module):
                _run(pass_, module, options, replace(context, anchor=anchor))

    if context.gate:
        from ownlog.backend.verified import run_and_verify

        run_and_verify(module, run, context)
    else:
        run(module, context)
    context.substitutes.apply(module)


def _run(pass_: Pass, module: Module, options: Options, context: Context) -> None:
    if pass_.careful:
        from ownlog.backend.passes.careful import change_with_care

        change_with_care(module, context, pass_.name, lambda: bool(pass_.run(module, options, context)))
    else:
        pass_.run(module, options, context)


def find_pass(name: str) -> Pass:
    """The pass called `name`; UsageError with the nearest names where there is none."""
    if name in PASSES:
        return PASSES[name]
    raise UsageError(
        Diagnostic(f"'{name}' does not refer to a registered pass or pass pipeline", advice=find_advice(name))
    )


def find_advice(name: str) -> str:
    """What to say to somebody who asks for a pass that does not exist: the nearest names, or where to find all."""
    return (
        did_you_mean(similar(name, PASSES))
        or "`ownlog opt --list-passes` names all passes, `ownlog opt --help` tells what they do"
    )


def checked_options(step: Step) -> Options:
    """The options of a pass, with those of the step. Raises UsageError."""
    return parsed(PASSES[step.name].options, step.name, step.options)
