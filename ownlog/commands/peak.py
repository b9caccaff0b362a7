"""`ownlog peak`: how many bytes of the heap a module takes at the worst moment, where, and for which buffers."""

from __future__ import annotations

from pathlib import Path

import click

from ownlog.base.files import write_text
from ownlog.commands.common import (
    WithPasses,
    engine_option,
    format_option,
    make_engine,
    model_option,
    module_at,
    output_option,
    show,
    stage_option,
)
from ownlog.commands.completion import passes
from ownlog.commands.query import function_option
from ownlog.file_names import FileName


@click.command(cls=WithPasses, short_help="Tell how many bytes buffers take at the worst moment, and which.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
@function_option
@click.option(
    "-p",
    "--pass-pipeline",
    "pipeline",
    shell_complete=passes,
    metavar="TEXT",
    help="The passes; '' is none. Default: buffer-deallocation-pipeline.",
)
@click.option(
    "--size",
    "sizes",
    multiple=True,
    metavar="[NAME=]N",
    help="Take the size %n, or size %a[0] of %a, for N; without a name: all others.",
)
@click.option("--points", is_flag=True, help="Tell the bytes at each op where they change.")
@click.option(
    "--svg",
    "drawing",
    type=FileName(),
    metavar="FILE",
    help="Draw the memory of each function after the passes, with the plan of its arena.",
)
@format_option
@output_option
@stage_option
@model_option
@engine_option
def peak(
    path: str,
    function: str | None,
    pipeline: str | None,
    sizes: tuple[str, ...],
    points: bool,
    drawing: str | None,
    form: str,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell the most bytes of the heap that each function takes at once, where, and which buffers make it: in IN.mlir,
    and after the passes.

    What a function calls counts while it runs, what it returns as soon as it has; parameters count where they are
    allocated. "exact": each call comes to it. "at most": a branch or a loop may take less. "at least": sizes that
    nobody tells count as 1, and what is called elsewhere, or again and again, may take more. A program that frees a
    buffer on some paths is taken to free it on all of them.
    """
    from ownlog.backend.context import Context
    from ownlog.backend.passes.pipeline_text import parse_pipeline
    from ownlog.query.reports.peak import Peaks
    from ownlog.query.reports.peak_picture import svg
    from ownlog.query.reports.peak_plans import stories
    from ownlog.query.reports.peak_sizes import Assumptions
    from ownlog.query.reports.seen import PIPELINE

    module = module_at(path)
    steps = PIPELINE if pipeline is None else parse_pipeline(pipeline) if pipeline.strip() else ()
    if drawing is not None:
        write_text(drawing, svg(stories(module, steps, Context(models, make_engine(engine)), Assumptions(sizes))))
        return
    peaks = Peaks(module, steps, Context(models, make_engine(engine)), Assumptions(sizes))
    show(peaks.points(function) if points else peaks.peaks(function), form, output)
