"""`ownlog recheck`: proofs checked again, by another solver."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click

from ownlog.base.files import write_text
from ownlog.commands.common import Seconds, output_option
from ownlog.file_names import FileName


@click.command(short_help="Check proofs again, with another solver.")
@click.argument("directory", type=FileName(path_type=Path), metavar="DIR")
@click.option("--timeout", type=Seconds(), default=10.0, metavar="SECONDS", help="For each obligation; default: 10.")
@output_option
def recheck(directory: Path, timeout: float, output: str) -> None:
    """Check with cvc5 the obligations that `ownlog opt --emit-proofs DIR` or `ownlog check --emit-proofs DIR` wrote.

    Prints each file that is not valid, and how many are; the exit status is 0 if all are valid, else 1.
    """
    from collections import Counter

    from ownlog.backend.proofs.recheck import REFUTED, UNKNOWN, UNREADABLE, VALID
    from ownlog.backend.proofs.recheck import recheck as check

    counts: Counter[str] = Counter()
    lines: list[str] = []
    # Who reads along sees each line when it is known.
    say: Callable[[str], None] = click.echo if output == "-" else lines.append
    for checked in check(directory, timeout):
        counts[checked.state] += 1
        if checked.state != VALID:
            say(f"{checked.path}: {checked.state}: {checked.detail}")
    say(", ".join(f"{counts[state]} {state}" for state in (VALID, REFUTED, UNKNOWN, UNREADABLE)))
    if output != "-":
        write_text(output, "\n".join([*lines, ""]))
    sys.exit(0 if counts[VALID] == counts.total() else 1)
