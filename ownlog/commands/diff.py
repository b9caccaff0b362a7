"""`ownlog diff`: what is decided otherwise about two programs, or about one under two pipelines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ownlog.base.errors import Diagnostic, UsageError
from ownlog.commands.common import analysis_of, engine_option, format_option, model_option, output_option, show
from ownlog.commands.completion import passes
from ownlog.file_names import FileName


@click.command(short_help="Tell what is decided otherwise about two programs, or under two pipelines.")
@click.argument("before", type=FileName(), metavar="A.mlir")
@click.argument("after", type=FileName(), metavar="[B.mlir]", required=False)
@click.option(
    "-p", "--pass-pipeline", "pipelines", multiple=True, shell_complete=passes, metavar="TEXT",
    help="The passes; default: buffer-deallocation-pipeline. Twice: those for A and those for B.",
)  # fmt: skip
@click.option(
    "--stage", "stages", multiple=True, metavar="PASS[#N]",
    help="Of a log of --mlir-print-ir-after-all: the dump after this pass. Twice: A is one dump, and B the other.",
)  # fmt: skip
@format_option
@output_option
@model_option
@engine_option
def diff(
    before: str,
    after: str | None,
    pipelines: tuple[str, ...],
    stages: tuple[str, ...],
    form: str,
    output: str,
    models: tuple[Path, ...],
    engine: str | None,
) -> None:
    """Tell about which buffers something else is decided: who owns them, where they are freed or moved to.

    Two programs are compared under one pipeline, or one under two: `ownlog diff A.mlir -p X -p Y`; or two dumps of a
    log: `ownlog diff LOG --stage X --stage Y`. Buffers go together
    by what defines them and their type, in text order, so that other names, lines and comments are no difference. As
    diff(1): 0 where nothing differs, else 1.
    """
    from ownlog.query.reports.differences import differences

    if len(pipelines) > 2 or len(stages) > 2 or (after is None and max(len(pipelines), len(stages)) < 2):
        advice = "name two programs, or one and two pipelines: -p X -p Y, or dumps of a log: --stage X --stage Y"
        raise UsageError(Diagnostic("two things are compared", advice=advice))
    first, second = (pipelines * 2)[:2] if pipelines else (None, None)
    stage, other_stage = (stages * 2)[:2] if stages else (None, None)
    one = analysis_of(before, models, engine, stage=stage)
    same = after is None and stage == other_stage
    other = one if same else analysis_of(after or before, models, engine, stage=other_stage)
    found = differences(one.planned(first), other.planned(second))
    show(found, form, output)
    sys.exit(1 if found.rows else 0)
