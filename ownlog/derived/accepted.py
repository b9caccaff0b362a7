"""Findings of `ownlog check` that are accepted: by a comment in the program, or by a baseline."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from hashlib import sha256
from typing import Any, NamedTuple

from ownlog.backend.checking.verdict import MESSAGES, Finding, rule_id
from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.files import read_text
from ownlog.base.source import Source
from ownlog.base.suggestions import did_you_mean, similar

IN_BASELINE = "in the baseline"
"""Why a finding is accepted that a baseline has."""

_COMMENT = re.compile(r"//[ \t]*ownlog:[ \t]*(ignore\b.*)")
_IGNORE = re.compile(r"ignore[ \t]*\(([^)]*)\)[ \t]*:[ \t]*(\S.*)")
_ADVICE = "write // ownlog: ignore(leak): REASON"


class _Ignore(NamedTuple):
    """A comment that accepts findings of some kinds on a line; it is at `offset` of the text."""

    kinds: frozenset[str]
    line: int
    reason: str
    offset: int


def accept(findings: Iterable[Finding], source: Source) -> tuple[list[Finding], list[Diagnostic]]:
    """The findings, those that comments of the text accept with the reason; and warnings about the comments.

    `// ownlog: ignore(KIND, ...): REASON` accepts findings on its line, or on the next one if it has a line to itself:
    those whose path begins or ends there.
    """
    warnings: list[Diagnostic] = []
    ignores = list(_ignores(source, warnings))
    used: set[_Ignore] = set()
    accepted = []
    for finding in findings:
        lines = {finding.steps[0].line, finding.steps[-1].line}
        by = next((each for each in ignores if each.line in lines and rule_id(finding.kind) in each.kinds), None)
        if by is not None:
            used.add(by)
            finding = finding._replace(accepted=by.reason)
        accepted.append(finding)
    for each in ignores:
        if each not in used:
            problem = "this comment ignores nothing: no such finding begins or ends on the line"
            warnings.append(source.diagnostic(each.offset, problem, "remove it", "warning"))
    return accepted, warnings


def _ignores(source: Source, warnings: list[Diagnostic]) -> Iterator[_Ignore]:
    known = {rule_id(kind) for kind in MESSAGES}
    for found in _COMMENT.finditer(source.text):
        form = _IGNORE.match(found[1].rstrip())
        if form is None:
            problem = "this comment ignores nothing: it needs kinds of findings, and a reason"
            warnings.append(source.diagnostic(found.start(), problem, _ADVICE, "warning"))
            continue
        kinds = [kind.strip() for kind in form[1].split(",")]
        for kind in kinds:
            if kind not in known:
                advice = did_you_mean(similar(kind, known)) or f"kinds are {', '.join(sorted(known))}"
                problem = f"findings have no kind '{kind}'"
                warnings.append(source.diagnostic(found.start(), problem, advice, "warning"))
        line = source.position(found.start()).line
        if source.line_at(found.start()).lstrip().startswith("//"):
            line = _next_line_with_code(source, line)
        if not known.isdisjoint(kinds):
            yield _Ignore(frozenset(kinds), line, form[2], found.start())


def _next_line_with_code(source: Source, line: int) -> int:
    for number, text in enumerate(source.text.split("\n")[line + 1 - source.first_line :], line + 1):
        if text.strip() and not text.lstrip().startswith("//"):
            return number
    return line


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """A name for each finding of a file, which stays while lines move: by file, function, buffer and kind."""
    seen: Counter[str] = Counter()
    names = []
    for finding in findings:
        file = os.path.normpath(finding.steps[-1].file).replace("\\", "/")
        about = "\0".join((file, finding.kind, finding.function, finding.value))
        names.append(sha256(f"{about}\0{seen[about]}".encode(errors="surrogateescape")).hexdigest()[:16])
        seen[about] += 1
    return names


def known_accepted(findings: Iterable[Finding], baseline: Set[str]) -> list[Finding]:
    """The findings, those of the baseline as accepted."""
    findings = list(findings)
    return [
        finding._replace(accepted=finding.accepted or IN_BASELINE) if name in baseline else finding
        for finding, name in zip(findings, fingerprints(findings), strict=True)
    ]


def read_baseline(path: str) -> frozenset[str]:
    """The fingerprints in what `ownlog check` wrote as JSON or SARIF. Raises InputError for another file."""
    try:
        return frozenset(_fingerprints_in(json.loads(read_text(path))))
    except (ValueError, TypeError, KeyError, AttributeError):
        advice = "make it with ownlog check --format json -o FILE"
        raise InputError(Diagnostic(f"'{path}' is no output of ownlog check in JSON or SARIF", advice=advice)) from None


def _fingerprints_in(written: dict[str, Any]) -> Iterator[str]:
    if "runs" in written:
        for run in written["runs"]:
            yield from (result["partialFingerprints"]["ownlog/v1"] for result in run["results"])
        return
    for judged in written.get("files", [written]):
        yield from (finding["fingerprint"] for finding in judged["findings"])
