"""`ownlog opt`: passes over MLIR text."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.api.pieces import SPLIT_MARKER
from ownlog.base.errors import Diagnostic, UsageError, say
from ownlog.base.files import check_folder
from ownlog.base.suggestions import as_a_file, did_you_mean, similar
from ownlog.base.version import NEWEST_LLVM, OLDEST_LLVM
from ownlog.base.words import counted
from ownlog.command_words import Words, end_of_options
from ownlog.commands.common import Seconds, chosen_stage, engine_option, make_engine, model_option, stage_option
from ownlog.commands.completion import files, pass_flags, passes
from ownlog.commands.opt_run import Wanted, run_many, run_one
from ownlog.file_names import FileName, FolderName

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ownlog.backend.pass_definition import Step
    from ownlog.rules.engine.program.engine import Engine


IDLE = frozenset(
    """--verify-each --mlir-disable-threading --mlir-print-debuginfo --mlir-print-op-on-diagnostic
    --mlir-print-stacktrace-on-diagnostic
    --mlir-pretty-debuginfo --mlir-print-ir-module-scope --mlir-use-nameloc-as-prefix --no-implicit-module
    --mlir-timing-display --mlir-output-format --mlir-pass-statistics-display --mlir-diagnostic-verbosity-level
    --mlir-enable-debugger-hook
    --mlir-pass-pipeline-crash-reproducer --mlir-pass-pipeline-local-reproducer
    --mlir-very-unsafe-disable-verifier-on-parsing
    --verify-roundtrip --verify-region-info --color""".split()
)
"""Flags of mlir-opt that change nothing here: what they ask for holds always, or cannot be seen."""
_INPUTS = "ownlog.inputs"
"""Where click's context has what stands behind a `--`."""


class _Opt(click.Command):
    """Its help tells the passes, too, and shells complete them."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [
            *super().shell_complete(ctx, incomplete),
            *(pass_flags(incomplete) if incomplete.startswith("-") else ()),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Click would tell no more which words stand behind it, where all are inputs.
        end = end_of_options(args, self)
        ctx.meta[_INPUTS] = args[end + 1 :]
        return super().parse_args(ctx, args[:end])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from ownlog.backend.pass_definition import described
        from ownlog.backend.passes.registry import PASSES

        with formatter.section("Passes"):
            for pass_ in PASSES.values():
                formatter.write_dl([(f"--{pass_.name}", pass_.summary)])
                if options := list(described(pass_.options)):
                    formatter.indent()
                    formatter.write_dl(options)
                    formatter.dedent()
        with formatter.section("Flags of mlir-opt that are accepted and change nothing"):
            formatter.write_text(" ".join(sorted(IDLE)))


@click.command(
    cls=_Opt,
    context_settings={"ignore_unknown_options": True},
    short_help="Run passes over MLIR text, as mlir-opt does.",
)
@click.argument(
    "arguments", nargs=-1, type=click.UNPROCESSED, shell_complete=files, metavar="[IN.mlir]... [--PASS[=OPTIONS]]..."
)
@click.option("-o", "--o", "output", type=FileName(), metavar="FILE", help="Where to write; default: standard output.")
@click.option(
    "--output-dir",
    type=FolderName(),
    metavar="DIR",
    help="Folder for the results of several inputs, under the inputs' names.",
)
@click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Inputs at a time, with --output-dir; default: 1."
)
@click.option(
    "-p",
    "--pass-pipeline",
    shell_complete=passes,
    metavar="TEXT",
    help="Passes as builtin.module(func.func(a,b{option=value})).",
)
@click.option(
    "--split-input-file", is_flag=True, help="Treat the pieces between // ----- lines as inputs of their own [=MARKER]."
)
@click.option("--split-marker", default=SPLIT_MARKER, hidden=True)
@click.option(
    "--output-split-marker",
    "joint",
    metavar="TEXT",
    help="What stands between the results of pieces; default: as in the input.",
)
@click.option("--verify-diagnostics", is_flag=True, help="Check the diagnostics against expected-error comments.")
@click.option(
    "--allow-unregistered-dialect", is_flag=True, help="Accepted as in mlir-opt; ops in generic form are always read."
)
@click.option("--mlir-print-op-generic", "generic", is_flag=True, help="Print all ops in generic form.")
@click.option(
    "--target-llvm",
    "llvm",
    type=click.IntRange(OLDEST_LLVM, NEWEST_LLVM),
    metavar="VERSION",
    help=f"Write as this version of LLVM does, {OLDEST_LLVM} to {NEWEST_LLVM}; default: as the input is written.",
)
@click.option("--mlir-print-local-scope", is_flag=True, help="Accepted as in mlir-opt; goes with the generic form.")
@click.option(
    "--mlir-timing",
    "timing",
    is_flag=True,
    help=(
        "Say on standard error how long each phase took; with -j, the sum of what the processes took of the processor."
    ),
)
@click.option(
    "--mlir-print-ir-before-all", "dump_before", is_flag=True, help="Print the IR before each pass to standard error."
)
@click.option(
    "--mlir-print-ir-after-all", "dump_after", is_flag=True, help="Print the IR after each pass to standard error."
)
@click.option(
    "--mlir-print-ir-before", "dumps_before", multiple=True, metavar="PASS", help="Print the IR before this pass."
)
@click.option(
    "--mlir-print-ir-after", "dumps_after", multiple=True, metavar="PASS", help="Print the IR after this pass."
)
@click.option(
    "--mlir-print-ir-after-change",
    "dump_changed",
    is_flag=True,
    help="Print the IR after passes only where they changed it.",
)
@click.option("--dump-pass-pipeline", is_flag=True, help="Say on standard error which passes run, with their options.")
@click.option("--list-passes", is_flag=True, help="Print the names of all passes, one a line, and read no input.")
@click.option(
    "--dealloc-at-block-end", is_flag=True, help="Let the pipeline free at the ends of blocks, as mlir-opt does."
)
@click.option(
    "--no-gate",
    is_flag=True,
    help="Print the output unchecked: without the gate, and the verifier behind it.",
)
@click.option(
    "--cross-check",
    is_flag=True,
    help="Derive decisions about tensors again with another engine (clingo, or native Soufflé).",
)
@click.option(
    "--alias-token-op", metavar="OP", help="Op that passes tell allocations apart by, in place of the pointer's."
)
@click.option("--clone-op", metavar="OP", help="Op that passes copy buffers with, in place of bufferization.clone.")
@click.option(
    "--stats",
    "--mlir-pass-statistics",
    "stats",
    is_flag=True,
    help="Say on standard error what was not planned, and what was proved.",
)
@click.option(
    "--remarks", type=click.Choice(("missed", "all")), help="Say what is copied, or left to run time, and why [=all]."
)
@click.option(
    "--remarks-output",
    type=FileName(),
    metavar="FILE",
    help="Write the remarks, all of them, as YAML, as LLVM writes its own.",
)
@click.option(
    "--emit-proofs",
    type=FolderName(),
    metavar="DIR",
    help="Write the obligations of all simplifications as SMT-LIB 2, a file for each.",
)
@click.option(
    "--prover-timeout",
    type=Seconds(),
    default=5.0,
    metavar="SECONDS",
    help="For each shape of an obligation; default: 5.",
)
@stage_option
@model_option
@engine_option
def opt(
    arguments: tuple[str, ...],
    output: str | None,
    output_dir: str | None,
    jobs: int | None,
    pass_pipeline: str | None,
    split_input_file: bool,
    split_marker: str,
    joint: str | None,
    verify_diagnostics: bool,
    allow_unregistered_dialect: bool,
    generic: bool,
    llvm: int | None,
    mlir_print_local_scope: bool,
    timing: bool,
    dump_before: bool,
    dump_after: bool,
    dumps_before: tuple[str, ...],
    dumps_after: tuple[str, ...],
    dump_changed: bool,
    dump_pass_pipeline: bool,
    list_passes: bool,
    dealloc_at_block_end: bool,
    no_gate: bool,
    cross_check: bool,
    alias_token_op: str | None,
    clone_op: str | None,
    stats: bool,
    remarks: str | None,
    remarks_output: str | None,
    emit_proofs: str | None,
    prover_timeout: float,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Run passes over MLIR text, as mlir-opt does; "-" is standard input.

    Passes run in the order in which they are given; `ownlog opt --list-passes` names them. With --output-dir there may
    be many inputs: files, folders (the .mlir files in them and below), globs, or .txt lists of those. Each result has
    the path of its input below the folder that is named, or the last one in which all that is named stands. An input
    that fails, be it in one piece of many (--split-input-file), has no output and does not stop the others; what an
    earlier run left in its place stays. Results in one of the folders are no inputs: what is in a folder with a file
    .ownlog-results is left out by every command where a folder or a glob around it is named, and taken where that
    folder, or something in it, is named itself (of DIR: only files). A folder for results elsewhere gets no such file:
    what is in it is an input as any other.
    """
    from ownlog.api.process import Request
    from ownlog.api.watch import EVERY, Dumps, Watch
    from ownlog.backend.context import Context
    from ownlog.backend.passes.registry import PASSES, checked_options, find_pass
    from ownlog.backend.proofs.prover import Prover
    from ownlog.backend.rewriting.substitutes import Substitutes

    started = _clocks()
    flags = [a for a in arguments if a.startswith("-") and a != "-"]
    paths = [*(a for a in arguments if a not in flags), *click.get_current_context().meta.get(_INPUTS, ())]
    flags = [flag for flag in flags if flag.partition("=")[0] not in IDLE]
    steps = _steps(flags, pass_pipeline)
    if "" in paths:
        raise UsageError(Diagnostic("'' is no name for a file", advice="name one"))
    _check_outputs(paths, output, output_dir, jobs)
    for name in (*dumps_before, *dumps_after):
        find_pass(name)
    every = dump_after or (dump_changed and not dumps_after)
    dumps = Dumps(EVERY if dump_before else dumps_before, EVERY if every else dumps_after, dump_changed)
    if dealloc_at_block_end:
        steps = _at_block_end(steps)
    for step in steps:
        checked_options(step)
    if list_passes:
        click.echo("\n".join(PASSES))
        return
    if dump_pass_pipeline:
        _say_pipeline(steps)
    if emit_proofs is not None:
        check_folder(emit_proofs)
    prover = Prover(prover_timeout, keep_scripts=emit_proofs is not None)
    substitutes = Substitutes(alias_token_op, clone_op)
    chosen = make_engine(engine)
    other = _other(chosen) if cross_check else None
    context = Context(models, chosen, prover=prover, substitutes=substitutes, gate=not no_gate, cross_check=other)
    wanted = Wanted(stats, remarks, remarks_output, emit_proofs)
    marker = split_marker if split_input_file else None
    remarked = remarks is not None or remarks_output is not None
    request = Request(
        steps,
        context,
        marker,
        verify_diagnostics,
        chosen_stage(),
        generic,
        llvm,
        Watch(dumps),
        joint,
        remarked,
        counted=stats,
    )
    if output_dir is not None:
        status = run_many(paths, output_dir, jobs or 1, request, wanted)
    else:
        status = int(run_one(paths[0] if paths else "-", "-" if output is None else output, request, wanted))
    if timing:
        wall, processor = (now - then for now, then in zip(_clocks(), started, strict=True))
        say(request.watch.report(wall, processor))
    sys.exit(status)


def _other(chosen: Engine | None) -> Engine:
    """The engine that cross-checks the one that was chosen."""
    from ownlog.rules.engine.choose import default_engine, other_engine

    return other_engine((chosen or default_engine()).name)


def _clocks() -> tuple[float, float]:
    """Seconds by the clock, and of the processor in this process and those that it waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter(), time.process_time() + children.ru_utime + children.ru_stime


def _check_outputs(paths: list[str], output: str | None, folder: str | None, jobs: int | None) -> None:
    if folder is not None:
        if output is not None:
            raise UsageError(Diagnostic("-o cannot be combined with --output-dir", advice="leave one of them out"))
        if not paths:
            raise UsageError(Diagnostic("no input for --output-dir", advice="name files, or folders that hold some"))
        return
    if jobs is not None:
        raise UsageError(Diagnostic("--jobs is for many inputs", advice="add --output-dir DIR"))
    if len(paths) > 1:
        raise UsageError(
            Diagnostic(
                f"one input expected, got {', '.join(paths)}", advice="for several, name a folder: --output-dir DIR"
            )
        )


def _at_block_end(steps: list[Step]) -> list[Step]:

    from ownlog.backend.pass_definition import has_option
    from ownlog.backend.passes.registry import find_pass

    option = "dealloc-at-block-end"
    told = [
        (
            step._replace(options=(*step.options, (option, "true")))
            if has_option(find_pass(step.name).options, option)
            else step
        )
        for step in steps
    ]
    if told == steps:
        raise UsageError(
            Diagnostic(f"no pass here has the option {option}", advice="add --buffer-deallocation-pipeline")
        )
    return told


def _say_pipeline(steps: list[Step]) -> None:
    from ownlog.backend.passes.pipeline_text import pipeline_text

    say(f"Pass Manager with {counted(len(steps), 'pass', 'passes')}:\nbuiltin.module({pipeline_text(steps)})")


def _flag_advice(flag: str) -> str | None:
    """The file that is called as `flag` is, or the flags and passes that are written almost so; None where none is."""
    from ownlog.backend.passes.registry import PASSES

    known = [
        name for option in opt.params if isinstance(option, click.Option) and not option.hidden for name in option.opts
    ]
    names = [name[2:] for name in (*known, *IDLE) if name.startswith("--")]
    return as_a_file(flag) or did_you_mean(
        [f"--{name}" for name in similar(flag.partition("=")[0].lstrip("-"), [*names, *PASSES])]
    )


def _steps(flags: list[str], pipeline: str | None) -> list[Step]:
    from ownlog.backend.passes.pipeline_text import parse_pipeline, step_of
    from ownlog.backend.passes.registry import PASSES, find_advice

    if pipeline is not None:
        if flags:
            raise UsageError(
                Diagnostic(
                    f"--pass-pipeline cannot be combined with {flags[0]}", advice="name all passes in the pipeline"
                )
            )
        return parse_pipeline(pipeline, anchored=True)
    for flag in flags:
        name = flag.lstrip("-").partition("=")[0]
        if name not in PASSES:
            words = click.get_current_context().find_object(Words)
            written = words.written(flag) if words is not None else flag
            raise UsageError(
                Diagnostic(f"unknown option or pass '{written}'", advice=_flag_advice(written) or find_advice(name))
            )
    return [step_of(flag) for flag in flags]
