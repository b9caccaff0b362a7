"""`ownlog dialect import`: a file for --dialect of a dialect's definition; `todo`: what is missing in one."""

from __future__ import annotations

from pathlib import Path

import click

from ownlog.base.errors import Diagnostic, UsageError, report
from ownlog.base.files import read_text, write_text
from ownlog.commands.common import analysis_of, engine_option, model_option, name_of, output_option, stage_option
from ownlog.file_names import FileName, FolderName


@click.group(short_help="Teach Ownlog a dialect.")
def dialect() -> None:
    """Make files for --dialect: how the ops of a dialect are read, and what they mean."""


@dialect.command(short_help="List the rows of a model that are missing for a program.")
@click.argument("path", type=FileName(), metavar="IN.mlir")
@stage_option
@output_option
@model_option
@engine_option
def todo(path: str, output: str, models: tuple[Path, ...], engine: str | None) -> None:
    """List what no model says of the ops of IN.mlir, though it matters for buffers or tensors: rows of the kind that
    would say it, each as a comment. Remove the // of those that hold, and name the file with --model.
    """
    from ownlog.query.reports.missing import missing_rows

    analysis = analysis_of(path, models, engine)
    write_text(output, missing_rows(analysis, analysis.questions))


@dialect.command("import", short_help="Make a file of a dialect's definition.")
@click.argument("path", type=FileName(), metavar="FILE")
@click.option(
    "-I", "include", multiple=True, type=FolderName(), metavar="DIR", help="A folder with files that FILE includes."
)
@click.option("--only", metavar="NAME", help="Only the dialect of this name, where FILE has ops of several.")
@output_option
def import_(path: str, include: tuple[str, ...], only: str | None, output: str) -> None:
    """Make a file of FILE, a dialect's ...Ops.td or what llvm-tblgen --dump-json prints of it.

    It says how each op is read and written, and what traits and effects say of it; comments tell what is to be decided,
    since C++ computes it. Edit it as you like, and name it with --dialect.
    """
    from ownlog.frontend.ods.dialect_file import import_records
    from ownlog.frontend.ods.tblgen import dump

    if path.endswith(".td"):
        text = dump(path, include)
    elif include:
        raise UsageError(Diagnostic("-I is for .td files", advice=f"leave it out, or name the .td file, not '{path}'"))
    else:
        text = read_text(path)
    imported = import_records(text, name_of(path), only)
    write_text(output, imported.text)
    report(imported.warnings)
