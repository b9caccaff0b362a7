"""`--verify-diagnostics`: compares diagnostics with the input's `expected-error` comments, as mlir-opt does."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ownlog.base.errors import Diagnostic
from ownlog.base.source import Source

_COMMENT = re.compile(
    r"expected-(?P<severity>error|warning|remark|note)(?P<pattern>-re)?"
    r"[ ]*(?:@(?P<where>[+-]\d+|above|below|unknown))?[ ]*\{\{(?P<text>.*)\}\}[ \t\r]*$",
    re.MULTILINE,
)


@dataclass
class _Expectation:
    severity: str
    line: int | None
    text: str
    is_pattern: bool
    offset: int
    met: bool = False

    def fits(self, diagnostic: Diagnostic) -> bool:
        line = diagnostic.position.line if diagnostic.position else None
        if diagnostic.severity != self.severity or line != self.line:
            return False
        if self.is_pattern:
            # Within a pattern, what stands in {{ }} is a regular expression and the rest is literal, as in FileCheck.
            parts = re.split(r"\{\{(.*?)\}\}", self.text)
            expression = "".join(part if i % 2 else re.escape(part) for i, part in enumerate(parts))
            return re.search(expression, diagnostic.message) is not None
        return self.text in diagnostic.message


def check_expected(source: Source, reported: list[Diagnostic]) -> list[Diagnostic]:
    """What differs between the expectations in the text and the reported diagnostics; empty where they agree."""
    expectations = list(_expectations(source))
    problems = []
    for diagnostic in reported:
        met = next((e for e in expectations if not e.met and e.fits(diagnostic)), None)
        if met is None:
            message = f"unexpected {diagnostic.severity}: {diagnostic.message}"
            problems.append(Diagnostic(message, diagnostic.position, diagnostic.source_line))
        else:
            met.met = True
    for e in expectations:
        if not e.met:
            problems.append(source.diagnostic(e.offset, f'expected {e.severity} "{e.text}" was not produced'))
    return problems


def _expectations(source: Source) -> list[_Expectation]:
    found = []
    for match in _COMMENT.finditer(source.text):
        here = source.position(match.start()).line
        where = match["where"]
        line: int | None
        if where == "unknown":
            line = None
        elif where == "below":
            line = _nearest_code_line(source, here, 1)
        elif where == "above":
            line = _nearest_code_line(source, here, -1)
        else:
            line = here + int(where or 0)
        found.append(_Expectation(match["severity"], line, match["text"], match["pattern"] is not None, match.start()))
    return found


def _nearest_code_line(source: Source, line: int, step: int) -> int:
    """The first line after (step 1) or before (-1) `line` without an expectation of its own."""
    lines = source.text.split("\n")
    at = line - source.first_line + step
    while 0 <= at < len(lines) and _COMMENT.search(lines[at]):
        at += step
    return source.first_line + at
