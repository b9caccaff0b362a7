"""`ownlog corpus`: many files at once, and questions about what was derived."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ownlog.base.errors import Diagnostic, InputError, OwnlogError, UsageError, report, say
from ownlog.base.files import folder_problem, read_text, write_text
from ownlog.base.words import counted
from ownlog.commands.common import (
    Seconds,
    ended_as_told,
    engine_option,
    format_option,
    model_option,
    output_option,
    show,
    text_or_json_option,
    write_stream,
)
from ownlog.commands.completion import relations as of_relations
from ownlog.corpus.data.outcome import PIPELINE
from ownlog.file_names import FileName, FolderName

if TYPE_CHECKING:
    from rich.console import Console

    from ownlog.corpus.run import Executor

_UNITS = {"": 1 << 20, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_SMALLEST = 32 << 20
_BAD = ("undecided", "unsupported", "rejected", "timeout", "out-of-memory", "crashed")
"""What becomes of files that are not ok."""
_SHOWN = 10
"""Lines of lists that name nothing, of which each has a message."""
_STOPPED = "stopped; what was done is saved, and --resume goes on"


class _Size(click.ParamType[int]):
    """A size in MiB, or with a unit: 512, 512M, 2G."""

    name = "SIZE"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        unit = value[-1:].upper() if value[-1:].isalpha() else ""
        try:
            size = int(float(value.removesuffix(value[-1:]) if unit else value) * _UNITS[unit])
        except (KeyError, ValueError, OverflowError):
            self.fail(f"'{value}' is not a size; write for example 512M or 2G", param, ctx)
        if size < _SMALLEST:
            self.fail("no file can be analysed in less than 32M", param, ctx)
        return size


class _Run(click.Command):
    """The value of --pipeline stands behind a =, so that `--pipeline PATH` means what it looks like."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f"--pipeline={PIPELINE}" if arg == "--pipeline" else arg for arg in args])


@click.group(short_help="Analyse many files, and ask about what was derived.")
def corpus() -> None:
    """Analyse many files, keep what was derived, ask questions about it."""


@corpus.command(cls=_Run, short_help="Analyse files and write a data set.")
@click.argument("paths", nargs=-1, type=FileName(), metavar="PATH...")
@click.option("-o", "output", type=FolderName(), required=True, metavar="OUT", help="Folder for the data set.")
@click.option("--resume", is_flag=True, help="Go on with a data set: only what changed or is missing is done.")
@click.option(
    "--pipeline", metavar="[=TEXT]", help=f"Rewrite each file, too, with these passes; without TEXT: {PIPELINE}."
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Files at a time; default: as many as there are processors.",
)
@click.option("--timeout", type=Seconds(), default=60.0, show_default=True, metavar="SECONDS", help="For each file.")
@click.option(
    "--memory", type=_Size(), default="2G", show_default=True, help="Memory for one file, such as 512M or 2G."
)
@click.option(
    "--executor",
    type=click.Choice(["processes", "dask"]),
    default="processes",
    show_default=True,
    help="Who does the work.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Dask scheduler, tcp://HOST:PORT; without: a cluster on this machine."
)
@click.option(
    "--strict",
    is_flag=True,
    help="End with exit status 1 where a file is not ok: undecided is not, whatever a pipeline did.",
)
@click.option(
    "--fail-on", multiple=True, type=click.Choice(_BAD), help="End with exit status 1 where this becomes of a file."
)
@click.option(
    "--save-every",
    type=Seconds(min_open=False),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="Time between savings.",
)
@click.option(
    "--relation",
    "relations",
    multiple=True,
    shell_complete=of_relations,
    metavar="NAME",
    help=(
        'Keep this one, too, beside facts, decisions and answers; may be repeated; "all" keeps all public relations.'
    ),
)
@model_option
@engine_option
def run(
    paths: tuple[str, ...],
    output: str,
    resume: bool,
    pipeline: str | None,
    jobs: int | None,
    timeout: float,
    memory: int,
    executor: str,
    scheduler: str | None,
    strict: bool,
    fail_on: tuple[str, ...],
    save_every: float,
    relations: tuple[str, ...],
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Analyse all files that the PATHs name (files, folders, globs, .txt lists of those) and write a data set.

    A process does one file after the other, each with the limits to itself; where a file ends it, the next one has a
    new process. What becomes of a file is a row of OUT/files.parquet, and never stops the others. The exit status is 0
    once all are done, whatever became of them, unless --strict or --fail-on says otherwise.
    """
    _require_all()
    from ownlog.corpus.data.outcome import Options, told
    from ownlog.corpus.inputs import find_inputs
    from ownlog.corpus.progress import Bar
    from ownlog.corpus.run import Run, outcome_counts
    from ownlog.corpus.run import run as run_corpus

    if scheduler is not None and executor != "dask":
        raise UsageError(Diagnostic("--scheduler is for the executor dask", advice="add --executor dask"))
    if pipeline is not None:
        _check_pipeline(pipeline)
        _check_paths(paths)
    # A run lasts: what it no longer needs should be given back, and what is loaded stays.
    gc.freeze()
    gc.enable()
    options = Options(pipeline, tuple(map(str, models)), engine, timeout, memory, relations)
    warnings: list[Diagnostic] = []
    task = Run(find_inputs(paths, warnings), Path(output), options, resume, save_every)
    _warn(warnings)
    with ended_as_told(_STOPPED), _executor(executor, jobs or os.cpu_count() or 1, scheduler) as execute, Bar() as bar:
        try:
            store = run_corpus(task, execute, bar)
        except OSError as error:
            problem = folder_problem(output, error)
            raise InputError(problem._replace(advice=f"{problem.advice}; --resume goes on")) from None
    found = outcome_counts(store)
    counts = ", ".join(f"{count} {told(outcome, pipeline)}" for outcome, count in found.items())
    say(bar.rate)
    click.echo(f"{counted(len(store.reports), 'file')}: {counts}")
    failed = sum(count for outcome, count in found.items() if outcome in (_BAD if strict else fail_on))
    sys.exit(1 if failed else 0)


@corpus.command(short_help="Ask a data set in SQL.")
@click.argument("folder", metavar="OUT", type=FileName(path_type=Path))
@click.argument("query", metavar="SQL")
@format_option
@output_option
def sql(folder: Path, query: str, form: str, output: str) -> None:
    """Ask a data set in DuckDB's SQL:

    `files` is a view, and so is every relation; "-" reads the query from standard input.
    """
    _require_all("duckdb")
    from ownlog.corpus.data.sql import as_arrow, as_json, ask, readable

    result = ask(folder, read_text("-") if query == "-" else query)
    if form == "arrow":
        write_stream(output, lambda: as_arrow(result))
    elif form == "json":
        write_text(output, as_json(result))
    elif form != "table" or result.headings:
        show(readable(result) if form == "table" else result, form, output)


@corpus.command(short_help="Tell what a data set comes to.")
@click.argument("folder", metavar="OUT", type=FileName(path_type=Path))
@click.option(
    "--top", type=click.IntRange(min=1), default=10, show_default=True, metavar="N", help="Reasons and ops to list."
)
@text_or_json_option
@output_option
def summary(folder: Path, top: int, form: str, output: str) -> None:
    """Tell what a data set comes to: outcomes and reasons, unsupported ops, precision, what is left to do at run
    time.
    """
    _require_all("duckdb")
    from ownlog.corpus.data.summary import show as show_summary
    from ownlog.corpus.data.summary import summarize

    found = summarize(folder, top)
    if form == "json":
        _print_json(found.as_data(), output)
    else:
        _print_tables(lambda console: show_summary(found, console), output)


@corpus.command(short_help="Compare two data sets.")
@click.argument("before", metavar="OUT1", type=FileName(path_type=Path))
@click.argument("after", metavar="OUT2", type=FileName(path_type=Path))
@click.option(
    "--examples",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    metavar="N",
    help="Rows to show for each relation.",
)
@click.option(
    "--relation",
    "relations",
    multiple=True,
    shell_complete=of_relations,
    metavar="NAME",
    help="Compare only this one; may be repeated.",
)
@text_or_json_option
@output_option
def diff(before: Path, after: Path, examples: int, relations: tuple[str, ...], form: str, output: str) -> None:
    """Tell which outcomes, decisions and facts changed from one data set to another: first what the pipeline acts on.

    Lines and columns do not count, unless --relation op_position asks for them.

    As for diff(1), the exit status is 0 where nothing changed, 1 where something did, and 2 where the two could not be
    compared.
    """
    try:
        _require_all("duckdb")
        from ownlog.corpus.data.diff import compare
        from ownlog.corpus.data.diff import show as show_changes

        found = compare(before, after, examples, relations)
    except OwnlogError as error:
        report(error.diagnostics)
        sys.exit(2)
    if form == "json":
        _print_json(found.as_data(), output)
    else:
        _print_tables(lambda console: show_changes(found, console), output)
    sys.exit(0 if found.equal else 1)


def _require_all(*modules: str) -> None:
    from ownlog.base.extras import require

    require("corpus", "rich", "pyarrow", "pyarrow.parquet", *modules)


def _warn(warnings: list[Diagnostic]) -> None:
    """Tell the first of what there is to say about lines of lists, and how many more there are."""
    report(warnings[:_SHOWN])
    if len(warnings) > _SHOWN:
        say(f"{counted(len(warnings) - _SHOWN, 'more line')} of lists with nothing there")


def _check_pipeline(pipeline: str) -> None:
    """Raises InputError for what is no pipeline, or has an unknown pass or option: once, and not for each file."""
    from ownlog.backend.passes.pipeline_text import parse_pipeline
    from ownlog.backend.passes.registry import run_passes
    from ownlog.frontend import parse

    run_passes(parse("", "<empty>"), parse_pipeline(pipeline))


def _check_paths(paths: tuple[str, ...]) -> None:
    """Raises UsageError where passes stand as a path: those of --pipeline are written behind a =."""
    from ownlog.backend.passes.pipeline_text import parse_pipeline

    for path in paths:
        if os.path.lexists(path):
            continue
        try:
            parse_pipeline(path)
        except InputError:
            continue
        raise UsageError(
            Diagnostic(f"no such file or folder: '{path}'", advice=f"to run these passes, write '--pipeline={path}'")
        )


@contextmanager
def _executor(name: str, jobs: int, scheduler: str | None) -> Iterator[Executor]:
    if name == "processes":
        from ownlog.corpus.executors import run_in_processes

        yield lambda requests, options: run_in_processes(requests, options, jobs)
        return
    from ownlog.base.extras import require

    require("dask", "distributed")
    from ownlog.corpus.executors import run_on_cluster
    from ownlog.workers.cluster import connected

    with connected(scheduler, jobs) as client:
        yield lambda requests, options: run_on_cluster(requests, options, client)


def _print_json(data: object, output: str) -> None:
    import json

    write_text(output, json.dumps(data, indent=1, default=str) + "\n")


def _print_tables(show_on: Callable[[Console], None], output: str) -> None:
    import io

    from rich.console import Console

    if output == "-":
        show_on(Console())
        return
    written = io.StringIO()
    show_on(Console(file=written))
    write_text(output, written.getvalue())
