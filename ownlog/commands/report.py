"""`ownlog report`: a page about a module."""

from __future__ import annotations

from pathlib import Path

import click

from ownlog.base.errors import Diagnostic, UsageError
from ownlog.base.files import write_text
from ownlog.commands.common import (
    WithPasses,
    analysis_of,
    bufferization_option,
    engine_option,
    make_engine,
    model_option,
    module_at,
    stage_option,
)
from ownlog.commands.completion import passes
from ownlog.commands.query import function_option
from ownlog.file_names import FileName


@click.command(cls=WithPasses, short_help="Write an HTML page about a module.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
@click.option(
    "-o", "output", type=FileName(), metavar="FILE", help="Where to write the page, or the graph; - is standard output."
)
@click.option(
    "--dot",
    "graph",
    type=click.Choice(("cfg", "ownership")),
    help=(
        "Write a graph for Graphviz in place of the page: of the blocks and what each one frees, or of where ownership"
        " goes."
    ),
)
@function_option
@click.option(
    "-p",
    "--pass-pipeline",
    shell_complete=passes,
    metavar="TEXT",
    help="Passes whose decisions the page shows, and what they insert; default: buffer-deallocation-pipeline.",
)
@bufferization_option
@stage_option
@model_option
@engine_option
def report(
    path: str,
    output: str | None,
    graph: str | None,
    function: str | None,
    pass_pipeline: str | None,
    bufferization: dict[str, str] | None,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Write one HTML page that shows what was derived about a module: aliases, liveness, ownership, what is freed and
    why.

    Ownership and freeing are those of the passes: of the pipeline's plan, or, with -p
    ownership-based-buffer-deallocation, of what that decides at the ends of blocks. Where there are tensors it shows
    which may share a buffer, and why others are copied. The page needs nothing but a browser, and no network.

    With --dot it writes a graph in place of the page: `ownlog report IN.mlir --dot cfg | dot -Tsvg`.
    """
    if graph is not None:
        write_text(output or "-", _graph(path, graph, function, pass_pipeline, models, engine))
        return
    if output is None:
        raise UsageError(
            Diagnostic("the page needs a file to go to", advice="write -o report.html; -o - is standard output")
        )
    if function is not None:
        raise UsageError(
            Diagnostic(
                "--func goes with --dot: the page is about all functions", advice="choose one at the top of the page"
            )
        )
    from ownlog.report import PIPELINE, ask, page

    analysis = analysis_of(path, models, engine, bufferization)
    ask(analysis)
    write_text(output, page(analysis, pass_pipeline or PIPELINE, make_engine(engine)))


def _graph(
    path: str, graph: str, function: str | None, pass_pipeline: str | None, models: tuple[Path, ...], engine: str | None
) -> str:
    from ownlog.query.reports.graphs import GRAPHS
    from ownlog.query.reports.seen import planned

    return GRAPHS[graph](planned(module_at(path), pass_pipeline, models, make_engine(engine)), function)
