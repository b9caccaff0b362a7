"""`ownlog report`: a page about a module."""

from __future__ import annotations

from pathlib import Path

import click

from ownlog.base.files import write_text
from ownlog.commands.common import WithPasses, analysis_of, bufferization_option, engine_option, make_engine, model_option
from ownlog.commands.completion import passes


@click.command(cls=WithPasses, short_help="Write an HTML page about a module.")
@click.argument("path", type=click.Path(), metavar="IN.mlir")
@click.option("-o", "output", type=click.Path(), required=True, metavar="FILE", help="Where to write the page; - is standard output.")
@click.option(
    "-p",
    "--pass-pipeline",
    shell_complete=passes,
    metavar="TEXT",
    help="Passes whose decisions the page shows, and what they insert; default: buffer-deallocation-pipeline.",
)
@bufferization_option
@model_option
@engine_option
def report(
    path: str, output: str, pass_pipeline: str | None, bufferization: dict[str, str] | None, models: tuple[Path, ...], engine: str | None
) -> None:
    """Write one HTML page that shows what was derived about a module: aliases, liveness, ownership, what is freed and why.

    Ownership and freeing are those of the passes: of the pipeline's plan, or, with -p ownership-based-buffer-deallocation, of what that
    decides at the ends of blocks. Where there are tensors it shows which may share a buffer, and why others are copied. The page needs
    nothing but a browser, and no network.
    """
    from ownlog.report import PIPELINE, ask, page

    analysis = analysis_of(path, models, engine, bufferization)
    ask(analysis)
    write_text(output, page(analysis, pass_pipeline or PIPELINE, make_engine(engine)))
