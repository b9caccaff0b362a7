"""The pass one-shot-bufferize: decides, carries it out, and says what cannot be bufferized."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ownlog.backend.bufferize.aliasing.disjoint import Asker
from ownlog.backend.bufferize.aliasing.order import is_tensor
from ownlog.backend.bufferize.analysis.analysis import Analyser
from ownlog.backend.bufferize.analysis.annotate import annotate
from ownlog.backend.bufferize.analysis.instances import separate_iterations
from ownlog.backend.bufferize.analysis.moves import moved
from ownlog.backend.bufferize.analysis.result import Analysis, Changed
from ownlog.backend.bufferize.analysis.second import cross_check
from ownlog.backend.bufferize.bufferize import bufferize, copy_tensors
from ownlog.backend.bufferize.minimize_copies.effort import Effort
from ownlog.backend.bufferize.minimize_copies.weights import OPEN, ROUNDS
from ownlog.backend.bufferize.ops.settings import FEWEST_COPIES, OneShotOptions
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, option
from ownlog.backend.rewriting.effects import Effects
from ownlog.base.errors import Diagnostic, InputError, UsageError
from ownlog.frontend.facts.names import Naming
from ownlog.rules.relations import Uncarried
from ownlog.rules.typed_rows import typed

if TYPE_CHECKING:
    from ownlog.frontend.ir.module import Module


class UndecidedError(InputError):
    """No uses in place were found with which the program can be bufferized. Nothing of it is rewritten yet."""


def one_shot_bufferize(module: Module, options: OneShotOptions, context: Context) -> None:
    """Rewrite `module` to buffers, or with `test-analysis-only` annotate it. Raises InputError."""
    check_options(options)
    _check_combinations(options)
    if not options.test_analysis_only:
        _drop_unused(module, context.effects(module))
    naming, analysis = analysed(module, options, context)
    if options.test_analysis_only:
        annotate(module, naming, analysis, alias_sets=options.dump_alias_sets, conflicts=options.print_conflicts)
        return
    if not options.allow_unknown_ops and (left := [*_left(naming, analysis, options)]):
        raise InputError(*left)
    if analysis.holding:
        raise InputError(*_held(naming, analysis))
    if context.prover.keeps_scripts:
        context.prover.certificates += [part.file(naming) for outcome in analysis.outcomes for part in outcome.parts]
        context.prover.certificates += [*analysis.moved_by, *(question.file() for question in analysis.shown.values())]
    if analysis.outcomes and module.ops:
        context.remarks.append(module.ops[0].diagnostic(_quality(analysis), severity="remark"))
    bufferize(module, naming, analysis, options, context)


def analysed(module: Module, options: OneShotOptions, context: Context) -> tuple[Naming, Analysis]:
    """The decisions about `module`, by names. Raises UndecidedError for what cannot be bufferized."""

    def analyse() -> tuple[Naming, Analysis]:
        naming = Naming(module, context.effects(module))
        return naming, Analyser(module, naming, options, context.models, context.engine, asker, effort).run()

    effort = Effort()
    asker = Asker(context.prover, proves=context.cross_check is not None or context.prover.keeps_scripts)
    separate_iterations(module, options, context)
    naming, analysis = analyse()
    if options.analysis_heuristic == FEWEST_COPIES and not options.test_analysis_only:
        naming, analysis = moved(module, (naming, analysis), context, asker, analyse)
    if refused := faults(analysis, naming, options):
        raise UndecidedError(*refused)
    cross_check(module, naming, analysis, context)
    return naming, analysis


def _quality(analysis: Analysis) -> str:
    """How good the choice of uses in place is, where the fewest copies were looked for."""
    copied, least = (
        sum(outcome)
        for outcome in zip(*((one.cost.copied, one.bound.copied) for one in analysis.outcomes), strict=True)
    )
    said = (
        f"tensors out of place copy {copied:,} bytes, if each loop of unknown bounds runs {ROUNDS} iterations and each"
        f" unknown size is {OPEN}"
    )
    if copied == least:
        return f"{said}: no choice copies fewer"
    over = f"within {100 * (copied - least) / least:.1f} % of the fewest" if least else "a choice may copy fewer"
    is_early = any(one.ended for one in analysis.outcomes)
    return f"{said}: {over}{', as the search reached its limit of steps' if is_early else ''}"


def _drop_unused(module: Module, effects: Effects) -> None:
    """Removes what would be left with tensors, and need not be there: ops that only compute unused results."""
    for function in module.functions(effects):
        ops = [*function.walk()]
        unknown = (op for op in ops if any(map(is_tensor, op.results)) and not effects.says("bufferizable", op.name))
        left = [op for op in unknown if effects.is_removable(op)]
        if not left:
            continue
        used = Counter(value for op in ops for value in op.operands)
        gone = set()
        for op in reversed(left):
            if not any(used[value] for value in op.results):
                gone.add(op)
                used.subtract(op.operands)
        for block in {op.parent: None for op in gone}:
            if block is not None:
                block.set_ops([op for op in block.ops if op not in gone])


def _left(naming: Naming, analysis: Analysis, options: OneShotOptions) -> Iterator[Diagnostic]:
    """What would go on using tensors, because no model tells what it does with them."""
    dialects = options.dialect_filter
    advice = "write it with other ops (mlir-opt's convert-elementwise-to-linalg, for example), or set allow-unknown-ops"
    for name, op in naming.ops.items():
        if name in analysis.known or naming.traits.says("bufferizable", op.name):
            continue
        values = [
            *op.operands,
            *op.results,
            *(value for region in op.regions for block in region.blocks for value in block.arguments),
        ]
        if any(map(is_tensor, values)) and (not dialects or op.name.partition(".")[0] in dialects):
            yield op.diagnostic(f"'{op.name}' op was not bufferized", advice)


def _held(naming: Naming, analysis: Analysis) -> Iterator[Diagnostic]:
    """Values of functions whose types change, while theirs do not."""
    for op in (naming.ops[name] for name in analysis.holding):
        advice = "call the function by its name, or write it with buffers and let callers use to_buffer and to_tensor"
        yield op.diagnostic(
            f"'{op.name}' op reference to function with mismatched type: with buffers it takes or gives others", advice
        )


def _check_combinations(options: OneShotOptions) -> None:
    """Raises UsageError for options that do not go together."""
    problem = advice = ""
    if (options.dump_alias_sets or options.print_conflicts) and not options.test_analysis_only:
        name = "dump-alias-sets" if options.dump_alias_sets else "print-conflicts"
        problem, advice = f"the option {name} of one-shot-bufferize needs test-analysis-only", "give both, or none"
    elif options.copy_before_write and options.test_analysis_only:
        problem = "the option copy-before-write of one-shot-bufferize cannot be used with test-analysis-only"
        advice = "leave one away: what is copied before each write is not analysed"
    elif options.must_infer_memory_space and options.use_encoding_for_memory_space:
        problem = (
            "only one of must-infer-memory-space and use-encoding-for-memory-space is allowed in one-shot-bufferize"
        )
        advice = "leave one away"
    elif (alignment := options.buffer_alignment) & (alignment - 1):
        problem, advice = (
            f"invalid value '{alignment}' for the option buffer-alignment of one-shot-bufferize",
            "write a power of two, or 0",
        )
    if problem:
        raise UsageError(Diagnostic(problem, advice=advice))


def check_options(options: OneShotOptions) -> None:
    """Raises UsageError for options that analysis does not take together."""
    if options.no_analysis_func_filter and not options.bufferize_function_boundaries:
        problem = "the option no-analysis-func-filter of one-shot-bufferize needs bufferize-function-boundaries"
        raise UsageError(Diagnostic(problem, advice="give both, or none"))


def faults(analysis: Analysis, naming: Naming, options: OneShotOptions) -> list[Diagnostic]:
    """What keeps the program from being bufferized, in the order of the text."""
    found = sorted(_faults(analysis, naming, options), key=lambda fault: (naming.ops[fault.op].start, fault.problem))
    return [naming.ops[fault.op].diagnostic(fault.problem, fault.advice) for fault in found]


class Fault(NamedTuple):
    """What keeps an op, by its name in the facts, from being bufferized, and what to do about that."""

    op: str
    problem: str
    advice: str | None = None


def _faults(analysis: Analysis, naming: Naming, options: OneShotOptions) -> Iterator[Fault]:
    """What cannot be bufferized, in mlir-opt's words."""
    unsupported = list(_unsupported(analysis, naming))
    yield from unsupported
    if unsupported:
        return
    for (name, operand), clash in analysis.impossible:
        problem = f"{_op(naming, name)} not bufferizable under the given constraints"
        if clash.read is None or clash.write is None:
            yield Fault(
                name,
                f"{problem}: would write to read-only buffer",
                "write to a copy (bufferization.alloc_tensor with copy)",
            )
            continue
        read, write = (naming.ops[use[0]] for use in (clash.read, clash.write))
        advice = (
            f"{write.name} at line {write.line} would overwrite what {read.name} at line {read.line} reads; copy one of"
            " them"
        )
        first = _first_in_class(analysis, naming, naming.value(naming.ops[name].operands[operand]))
        yield Fault(
            first,
            f"{_op(naming, first)} not bufferizable under the given constraints: cannot avoid RaW conflict",
            advice,
        )
    if not options.allow_return_allocs_from_loops:
        ends = [
            (end.op, naming.traits.first_forwarded(naming.ops[end.op]) or 0, end.operand)
            for end in typed(analysis.derived, Uncarried)
        ]
        uncarried = [Changed(op, operand - start) for op, start, operand in ends]
        reported: dict[str, Changed] = {}
        for changed in sorted([*analysis.changed, *uncarried], key=lambda changed: changed.number):
            reported.setdefault(changed.op, changed)
        for changed in reported.values():
            what = (
                "Condition arg"
                if naming.traits.rows("ending_condition", naming.ops[changed.op].name)
                else "Yield operand"
            )
            advice = "yield what was written into the iter argument, or set allow-return-allocs-from-loops"
            yield Fault(
                changed.op, f"{what} #{changed.number} is not equivalent to the corresponding iter bbArg", advice
            )


def _first_in_class(analysis: Analysis, naming: Naming, value: str) -> str:
    """The first op that uses a tensor that may share memory with `value`, where mlir-opt reports conflicts."""
    members = {naming.values[name] for name in analysis.alias_set(value)}
    return naming.op(
        min((op for op in naming.ops.values() if not members.isdisjoint(op.operands)), key=lambda op: op.start)
    )


def _unsupported(analysis: Analysis, naming: Naming) -> Iterator[Fault]:
    """Ops that analysis does not take at all."""
    for row in analysis.lacking:
        short = naming.ops[row.op].name.partition(".")[2]
        problem = f"{_op(naming, row.op)} {short} ops without `{row.attribute}` are not supported by One-Shot Analysis"
        yield Fault(row.op, problem, f"write `{row.attribute}` if nothing else reads or writes this memory")
    for name in analysis.several_blocks:
        problem = "op or BufferizableOpInterface implementation does not support unstructured control flow"
        advice = "put the blocks into an `scf.execute_region`, which may have several"
        yield Fault(name, f"{_op(naming, name)} {problem}, but at least one region has multiple blocks", advice)
    for name in analysis.ends_otherwise:
        advice = "let all blocks branch to one that hands the results over"
        yield Fault(name, f"{_op(naming, name)} op without unique scf.yield is not supported", advice)


def _op(naming: Naming, name: str) -> str:
    return f"'{naming.ops[name].name}' op"


@dataclass(frozen=True)
class CopyOptions(Options):
    """Those of the options of one-shot-bufferize that say which copies are made."""

    allow_return_allocs_from_loops: bool = option(False, "Let loops yield buffers that they allocate.")
    bufferize_function_boundaries: bool = option(False, "Rewrite functions' parameters and results, and calls.")
    must_infer_memory_space: bool = option(False, "Refuse tensors whose memory space is not known.")


def insert_copies(module: Module, options: CopyOptions, context: Context) -> None:
    """Make the copies of bufferization explicit, on tensors. Raises InputError for what cannot be bufferized."""
    given = OneShotOptions(
        allow_return_allocs_from_loops=options.allow_return_allocs_from_loops,
        bufferize_function_boundaries=options.bufferize_function_boundaries,
        must_infer_memory_space=options.must_infer_memory_space,
    )
    naming, analysis = analysed(module, given, context)
    copy_tensors(module, naming, analysis, given, context)


PASSES = (
    Pass(
        "one-shot-bufferize",
        "rewrite tensors to buffers, with copies only where they are needed",
        one_shot_bufferize,
        OneShotOptions,
    ),
    Pass(
        "test-tensor-copy-insertion", "write the copies of tensors that bufferization makes", insert_copies, CopyOptions
    ),
)
