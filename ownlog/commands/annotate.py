"""`ownlog annotate`: the source with comments about its buffers."""

from __future__ import annotations

from pathlib import Path

import click

from ownlog.base.files import read_text, write_text
from ownlog.commands.common import (
    WithPasses,
    analysis_of,
    bufferization_option,
    engine_option,
    model_option,
    output_option,
    passes_option,
    stage_option,
)
from ownlog.file_names import FileName


@click.command(
    cls=WithPasses, short_help="Write the source back with comments: owners, frees, aliases, what is in place."
)
@click.argument("path", type=FileName(), metavar="IN.mlir")
@passes_option
@click.option("--remove", is_flag=True, help="Take the comments away again.")
@bufferization_option
@output_option
@stage_option
@model_option
@engine_option
def annotate(
    path: str,
    pipeline: str | None,
    remove: bool,
    bufferization: dict[str, str] | None,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Write the source back with a comment at the end of each line that defines buffers: who owns what each holds,
    since when, until when, or what it is another name for. Where there are tensors: which are written to in place, and
    which are copied.

    Lines keep their numbers, and the program is the same. Comments of an earlier run are replaced.
    """
    from ownlog.query.reports.annotated import plain

    if remove:
        write_text(output, plain(read_text(path)))
        return
    write_text(output, analysis_of(path, models, engine, bufferization).annotated(passes=pipeline))
