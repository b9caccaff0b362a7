"""Names of files and folders on the command line."""

from __future__ import annotations

from os import PathLike
from typing import Any

import click

from ownlog.base.errors import Diagnostic, UsageError


class FileName(click.Path):
    """The name of a file ("-": a standard stream); an empty one, as of an unset variable, is refused."""

    kind = "file"
    refused: tuple[str, ...] = ("",)

    def convert(self, value: str | PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in self.refused:
            advice = f"name one: {param.opts[0]} {param.metavar}" if isinstance(param, click.Option) else "name one"
            if value:
                advice += f", or ./{value} for one that is called so"
            raise UsageError(Diagnostic(f"'{value}' is no name for a {self.kind}", advice=advice))
        return super().convert(value, param, ctx)


class FolderName(FileName):
    """The name of a folder for what is written, none of which can go to standard output."""

    kind = "folder"
    refused = ("", "-")
