"""The passes by name, with their options, and what a pass run needs to know beside the module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ownlog import rules
from ownlog.backend.context import Context, Options
from ownlog.backend.passes import places
from ownlog.backend.placement.pipeline.placing import ALL, PLACEMENT, STACK_OPTIONS
from ownlog.base.errors import Diagnostic, InputError, UsageError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Module

_LAYOUTS = ("infer-layout-map", "identity-layout-map", "fully-dynamic-layout-map")
CHOICES = {
    "analysis-heuristic": ("bottom-up", "top-down", "bottom-up-from-terminators", "fewest-copies", "fuzzer"),
    "function-boundary-type-conversion": _LAYOUTS,
    "unknown-type-conversion": _LAYOUTS,
    "copy-op": ("clone", "alloc-copy"),
    "arena-mode": ("allocate", "arg"),
    "algorithm": ("trivial", "best-fit", "largest-first", "optimal"),
}
"""Options that are neither flags nor lists, and their values; the same as `copies.COPY_OPS`, which need not be imported to check."""
LISTS = {"placement": (ALL, *PLACEMENT)}
"""Lists that name things of a few, and these."""


@dataclass(frozen=True)
class Pass:
    """A pass: `run` rewrites a module in place.

    `options` has the names it takes with their defaults: "true" or "false" for a flag, "" for a list.
    """

    name: str
    summary: str
    options: Mapping[str, str]
    run: Callable[[Module, Options, Context], None]


@dataclass(frozen=True)
class Step:
    """One pass of a pipeline with the options given to it, and where it stands in the pipeline."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    anchor: str = "builtin.module"  # the op that the pass is run on


def run_passes(module: Module, steps: list[Step], context: Context | None = None) -> None:
    """Run `steps` in order on `module`, in place.

    Raises InputError for a pass or an option that does not exist and RuleError for a faulty model file (before any pass has run), and
    InputError for IR that a pass refuses. Raises Fault where what the passes made is not valid MLIR, unless it is not to be verified.
    """
    context = context or Context()
    if context.models:
        rules.load(context.models)
    checked = [(find_pass(step.name), checked_options(step), step.anchor) for step in steps]

    def run(module: Module, context: Context) -> None:
        for pass_, options, anchor in checked:
            with context.step(pass_.name, module):
                pass_.run(module, options, replace(context, anchor=anchor))

    if context.verify:
        from ownlog.backend.verified import run_and_verify

        run_and_verify(module, run, context)
    else:
        run(module, context)
    context.substitutes.apply(module)


def find_pass(name: str) -> Pass:
    """The pass called `name`; UsageError with the nearest names where there is none."""
    if name in PASSES:
        return PASSES[name]
    raise UsageError(Diagnostic(f"'{name}' does not refer to a registered pass or pass pipeline", advice=find_advice(name)))


def find_advice(name: str) -> str:
    """What to say to somebody who asks for a pass that does not exist: the nearest names, or where to find all."""
    return did_you_mean(similar(name, PASSES)) or "`ownlog opt --list-passes` names all passes, `ownlog opt --help` tells what they do"


def checked_options(step: Step) -> Options:
    """All options of a pass, those of the step set. Raises UsageError for one that the pass does not have, or not with this value."""
    pass_ = PASSES[step.name]
    options = dict(pass_.options)
    for name, value in step.options:
        if name not in options:
            known = ", ".join(options) or "none"
            raise UsageError(Diagnostic(f"<Pass-Options-Parser>: no such option {name}", advice=f"options of {step.name}: {known}"))
        if pass_.options[name] == "":
            options[name] = _checked_list(step, name, value)
            continue
        if name in CHOICES:
            if value not in CHOICES[name]:
                problem = f"invalid value '{value}' for the option {name} of {step.name}"
                raise UsageError(Diagnostic(problem, advice=f"write {' or '.join(CHOICES[name])}"))
            options[name] = value
            continue
        if pass_.options[name].isdecimal():
            if not value.isdecimal():
                raise UsageError(Diagnostic(f"invalid value '{value}' for the option {name} of {step.name}", advice="write a number"))
            options[name] = value
            continue
        if value not in ("", "true", "false", "1", "0"):
            raise UsageError(Diagnostic(f"invalid value '{value}' for the option {name} of {step.name}", advice="write true or false"))
        options[name] = "false" if value in ("false", "0") else "true"
    return options


def _checked_list(step: Step, name: str, value: str) -> str:
    """The list `value` of the option `name`. Raises InputError for what may not be in it."""
    for item in value.split(",") if value and name in LISTS else ():
        if item not in LISTS[name]:
            advice = did_you_mean(similar(item, LISTS[name])) or f"write some of {', '.join(LISTS[name])}"
            raise UsageError(Diagnostic(f"invalid value '{item}' for the option {name} of {step.name}", advice=advice))
    return value


def _deallocate(module: Module, options: Options, context: Context) -> None:
    from ownlog.backend.block_ends.emit import insert_deallocations
    from ownlog.backend.block_ends.filling import FILLED_FROM, block_end_actions, refusals
    from ownlog.rules.typed_rows import relation_names

    naming = Naming(module, effects := context.effects(module))
    facts = extract_facts(module, naming, {**options, **context.substitutes.options})
    found = rules.derive(facts, context.models, context.engine, relation_names(*FILLED_FROM))
    if refused := refusals(found, naming):
        raise InputError(*refused)
    if context.witness is not None:
        context.witness(facts, naming)
    insert_deallocations(block_end_actions(found, naming), effects, options["copy-op"])


def _expand_realloc(module: Module, options: Options, context: Context) -> None:
    from ownlog.backend.passes.expand_realloc import expand_reallocs

    expand_reallocs(module, options["emit-deallocs"] == "true", context.effects(module))


def _lower(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.dealloc_op.lowering import lower_deallocations

    lower_deallocations(module, context.effects(module), context.about, context.anchor == "func.func")


def _run_pipeline(module: Module, options: Options, context: Context) -> None:
    if context.verify:
        from ownlog.backend.passes.gate import deallocate_and_check

        deallocate_and_check(module, options, context)
    else:
        from ownlog.backend.passes.deallocation_pipeline import deallocate

        deallocate(module, options, context)


def _canonicalize(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.canonicalization.canonicalize import canonicalize

    canonicalize(module, context.effects(module), context.prover, context.about, buffers=True)


def _simplify(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.dealloc_op.simplification import simplify_deallocations

    simplify_deallocations(module, context)


def _eliminate(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions

    eliminate_common_subexpressions(module, context.effects(module))


def _one_shot_bufferize(module: Module, options: Options, context: Context) -> None:
    from ownlog.backend.bufferize.one_shot import one_shot_bufferize

    one_shot_bufferize(module, options, context)


def _allocate_empty_tensors(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.empty_tensors.allocate import allocate_empty_tensors

    allocate_empty_tensors(module)


def _eliminate_empty_tensors(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.empty_tensors.eliminate import eliminate_empty_tensors

    eliminate_empty_tensors(module, context)


def _drop_equivalent_results(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.boundaries.equivalent_results import drop_equivalent_results

    drop_equivalent_results(module, context.effects(module), context.about)


def _results_to_out_params(module: Module, options: Options, context: Context) -> None:
    from ownlog.backend.boundaries.out_params import results_to_out_params

    results_to_out_params(module, options, context)


def _deallocate_with_copies(module: Module, _: Options, context: Context) -> None:
    from ownlog.backend.passes.with_copies import deallocate_with_copies

    deallocate_with_copies(module, context)


_ARENA_OPTIONS = {"algorithm": "optimal", "arena-mode": "allocate", "solver-time-limit": "2", "strict": "false"}
_OUT_PARAM_OPTIONS = dict.fromkeys(("add-result-attr", "hoist-dynamic-allocs", "hoist-static-allocs", "modify-public-functions"), "false")


def _insert_tensor_copies(module: Module, options: Options, context: Context) -> None:
    from ownlog.backend.bufferize.one_shot import insert_tensor_copies

    insert_tensor_copies(module, options, context)


_COPY_OPTIONS = {"allow-return-allocs-from-loops": "false", "bufferize-function-boundaries": "false", "must-infer-memory-space": "false"}
_ONE_SHOT_OPTIONS = {
    "allow-return-allocs-from-loops": "false",
    "allow-unknown-ops": "false",
    "analysis-fuzzer-seed": "",
    "analysis-heuristic": "bottom-up",
    "buffer-alignment": "64",
    "bufferize-function-boundaries": "false",
    "check-parallel-regions": "true",
    "copy-before-write": "false",
    "dialect-filter": "",
    "dump-alias-sets": "false",
    "function-boundary-type-conversion": "infer-layout-map",
    "must-infer-memory-space": "false",
    "no-analysis-func-filter": "",
    "print-conflicts": "false",
    "test-analysis-only": "false",
    "unknown-type-conversion": "infer-layout-map",
    "use-encoding-for-memory-space": "false",
}


_PIPELINE_OPTIONS = {"private-function-dynamic-ownership": "false", "dealloc-at-block-end": "false", "placement": ""}
_ROAD_OPTIONS = {
    **{name: _ONE_SHOT_OPTIONS[name] for name in ("allow-unknown-ops", "buffer-alignment")},
    "analysis-heuristic": "fewest-copies",
    **{name: _ONE_SHOT_OPTIONS[name] for name in ("function-boundary-type-conversion", "unknown-type-conversion")},
}
_ROAD_ALWAYS = ("allow-return-allocs-from-loops", "bufferize-function-boundaries")
"""Set in any case; they may be written, as for one-shot-bufferize."""


def _tensors_to_buffers(module: Module, options: Options, context: Context) -> None:
    from ownlog.backend.passes.tensors_to_buffers import bufferize_and_deallocate

    for name in _ROAD_ALWAYS:
        if options[name] == "false":
            problem = f"tensors-to-buffers cannot do without {name}"
            raise InputError(
                Diagnostic(problem, advice="leave the option out, or write --one-shot-bufferize and --buffer-deallocation-pipeline")
            )
    bufferization = {**_ONE_SHOT_OPTIONS, **{name: options[name] for name in (*_ROAD_OPTIONS, *_ROAD_ALWAYS)}}
    bufferize_and_deallocate(module, bufferization, {name: options[name] for name in _PIPELINE_OPTIONS}, context, _run_pipeline)


PASSES: dict[str, Pass] = {
    pass_.name: pass_
    for pass_ in (
        Pass(
            "expand-realloc",
            "write memref.realloc as an allocation, a copy and a view",
            {"emit-deallocs": "true"},
            _expand_realloc,
        ),
        Pass(
            "ownership-based-buffer-deallocation",
            "insert bufferization.dealloc and pass ownership indicators, so that each buffer is freed once",
            {"private-function-dynamic-ownership": "false", "alloc-ops": "", "dealloc-ops": "", "copy-op": "clone"},
            _deallocate,
        ),
        Pass(
            "buffer-deallocation",
            "as MLIR's former pass: copy where control comes together, so that no i1 has to tell who owns what",
            {},
            _deallocate_with_copies,
        ),
        Pass("buffer-deallocation-simplification", "drop from deallocations what aliases allow to, and split them", {}, _simplify),
        Pass(
            "buffer-deallocation-pipeline",
            "from allocations to memref.dealloc: all passes that deallocation takes",
            _PIPELINE_OPTIONS,
            _run_pipeline,
        ),
        Pass(
            "tensors-to-buffers",
            "from tensors to buffers that are freed: bufferization, clean-up and deallocation",
            {**_ROAD_OPTIONS, **dict.fromkeys(_ROAD_ALWAYS, "true"), **_PIPELINE_OPTIONS},
            _tensors_to_buffers,
        ),
        Pass("static-memory-planner", "let buffers of fixed sizes be parts of one allocation", _ARENA_OPTIONS, places.plan_memory),
        Pass(
            "static-memory-planner-analysis",
            "the same, as the pass of this name in newer versions of mlir-opt: what is not freed in its block is refused",
            {**_ARENA_OPTIONS, "algorithm": "trivial", "strict": "true"},
            places.plan_memory,
        ),
        Pass("canonicalize", "simplify what deallocation leaves behind", {"test-convergence": "false"}, _canonicalize),
        Pass("cse", "keep one of several ops that compute the same", {}, _eliminate),
        Pass(
            "one-shot-bufferize",
            "rewrite tensors to buffers, with copies only where they are needed",
            _ONE_SHOT_OPTIONS,
            _one_shot_bufferize,
        ),
        Pass("eliminate-empty-tensors", "let empty tensors be parts of what they are inserted into", {}, _eliminate_empty_tensors),
        Pass("buffer-results-to-out-params", "let callers allocate what functions return", _OUT_PARAM_OPTIONS, _results_to_out_params),
        Pass("drop-equivalent-buffer-results", "drop results that are always a parameter", {}, _drop_equivalent_results),
        Pass("empty-tensor-to-alloc-tensor", "write tensor.empty as bufferization.alloc_tensor", {}, _allocate_empty_tensors),
        Pass("buffer-hoisting", "let allocations stand where all uses of them are below", {}, places.hoist),
        Pass("buffer-loop-hoisting", "let allocations leave loops whose rounds can share them", {}, places.hoist_out_of_loops),
        Pass("buffer-call-inlining", "let functions that may give back an argument stand in place of their calls", {}, places.inline),
        Pass("buffer-reading-through", "let ops read what a buffer repeats in place of that", {}, places.read_through),
        Pass("buffer-splitting", "let contents of a buffer that nobody needs at a time be in buffers of their own", {}, places.split),
        Pass("buffer-sinking", "let allocations stand right in front of what needs them first", {}, places.sink),
        Pass("buffer-keeping", "let allocations be what they would get a copy of", {}, places.keep),
        Pass("buffer-reuse", "let allocations take over buffers that are freed before them", {}, places.reuse),
        Pass("optimize-allocation-liveness", "free buffers right behind their last use", {}, places.free_earlier),
        Pass(
            "promote-buffers-to-stack",
            "let small buffers that no scope hands out be on the stack",
            STACK_OPTIONS,
            places.promote,
        ),
        Pass("test-tensor-copy-insertion", "write the copies of tensors that bufferization makes", _COPY_OPTIONS, _insert_tensor_copies),
        Pass("bufferization-lower-deallocations", "write bufferization.dealloc as comparisons and memref.dealloc", {}, _lower),
    )
}
