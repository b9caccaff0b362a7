"""What the checker says of a function's body."""

from __future__ import annotations

import ownlog
from ownlog.backend.checking import Verdict, check


def judged(body: str, arguments: str = "", results: str = "") -> Verdict:
    """The verdict of a function `@f` with this body; its first line is line 2."""
    head = f"func.func @f({arguments}){' -> ' + results if results else ''} {{\n"
    return check(ownlog.parse(f"{head}{body.strip()}\n}}\n"))


def lines(verdict: Verdict) -> list[tuple[str, list[int], bool]]:
    """The kind of each finding, the lines of its path, and whether it is certain."""
    return [(finding.kind, [step.line for step in finding.steps], finding.certain) for finding in verdict.findings]
