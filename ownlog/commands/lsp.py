"""`ownlog lsp`: the language server for editors."""

from __future__ import annotations

from pathlib import Path

import click

from ownlog.base.extras import require
from ownlog.commands.common import model_option


@click.command(short_help="Serve an editor: messages, hovers, frees beside the lines, why.")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output, which is the only way.")
@model_option
def lsp(stdio: bool, models: tuple[Path, ...]) -> None:
    """Speak the Language Server Protocol, for an editor that starts it.

    It tells errors, and remarks on what the pipeline leaves to run time; who owns the buffer under the cursor, since
    when, until when; where that is defined and where it is freed; which deallocations the pipeline inserts behind which
    lines; and why.
    """
    require("lsp", "pygls.lsp.server", "lsprotocol.types")
    from ownlog.editor.server import serve

    serve(models)
