"""The terminal that somebody reads an answer on: how wide it is, and whether it shows styles."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Screen:
    """A terminal of so many columns and lines; `styled` if it shows bold and faint text."""

    columns: int
    lines: int
    styled: bool

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.styled else text

    def faint(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.styled else text


def screen() -> Screen | None:
    """The terminal of standard output, None for a file or a pipe. Heeds `COLUMNS`, `LINES` and `NO_COLOR`."""
    if not sys.stdout.isatty():
        return None
    size = shutil.get_terminal_size()
    return Screen(size.columns, size.lines, not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


def show_text(text: str, shown_on: Screen) -> None:
    """Print a text on a terminal: with its pager (`PAGER`) where it is longer than that."""
    import click

    if text.count("\n") < shown_on.lines - 1:
        click.echo(text, color=shown_on.styled)
    else:
        click.echo_via_pager(f"{text}\n", color=shown_on.styled)
