"""Verdicts of the checker as text for people, as JSON, and as SARIF for other tools."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from ownlog.backend.checking import Finding, Step, Verdict
from ownlog.backend.checking.verdict import ADVICE, MESSAGES, rule_id
from ownlog.backend.verifying import Place
from ownlog.base.errors import Diagnostic, Position
from ownlog.base.version import __version__
from ownlog.base.words import counted
from ownlog.derived.accepted import IN_BASELINE, fingerprints


def text(verdict: Verdict) -> str:
    """The verdict as lines: each finding with its path, then the verdict in one word, and what was assumed."""
    lines = findings_text(verdict)
    lines.append(f"{verdict.status}: {counted(verdict.allocations, 'allocation')} followed, {found(verdict.findings)}")
    if verdict.proved and verdict.status == "clean":
        lines.append(f"proved: {counted(verdict.proved, 'obligation')}")
    lines += [f"assumed: {assumption}" for assumption in verdict.assumptions]
    return "\n".join(lines)


STATUSES = ("error", "undecided", "clean")
"""What a verdict may be, the worst first."""


def worst(verdicts: Iterable[tuple[str, Verdict]], failed: int) -> str:
    """The verdict on all files together; one that cannot be read is an error."""
    found = {verdict.status for _, verdict in verdicts}
    return "error" if failed else next((status for status in STATUSES if status in found), "clean")


def numbers(findings: Iterable[Finding]) -> tuple[int, int]:
    """How many of the findings are certain, and how many are not; accepted ones do not count."""
    open_ones = [finding for finding in findings if not finding.accepted]
    certain = sum(finding.certain for finding in open_ones)
    return certain, len(open_ones) - certain


def found(findings: Sequence[Finding]) -> str:
    """How many findings there are, and how many of them are accepted."""
    number = sum(numbers(findings))
    accepted = len(findings) - number
    return counted(number, "finding") + (f", {accepted} accepted" if accepted else "")


def findings_text(verdict: Verdict) -> list[str]:
    """The findings as lines, each with its path; those that are accepted are left out."""
    lines = []
    for finding in verdict.findings:
        if finding.accepted:
            continue
        last = finding.steps[-1]
        place = Position(last.file, last.line, last.column) if last.line else None
        severity = "error" if finding.certain else "undecided"
        lines.append(str(Diagnostic(finding.message, place, last.source_line, severity=severity)))
        lines += [f"  {_line(step)}{step.text}" for step in finding.steps]
        if finding.doubt:
            lines.append(f"  not certain: {finding.doubt}")
        if finding.advice:
            lines.append(f"  help: {finding.advice}")
    return lines


def json_object(verdict: Verdict) -> dict[str, Any]:
    """The verdict as what JSON can say."""
    findings = [
        {
            "kind": f.kind, "message": f.message, "function": f.function, "value": f.value, "certain": f.certain,
            "doubt": f.doubt or None, "advice": f.advice or None, "accepted": f.accepted or None, "fingerprint": name,
            "path": [{"line": s.line, "column": s.column, "file": s.file, "text": s.text} for s in f.steps],
        }
        for f, name in zip(verdict.findings, fingerprints(verdict.findings), strict=True)
    ]  # fmt: skip
    return {
        "verdict": verdict.status, "allocations": verdict.allocations, "findings": findings,
        "assumptions": verdict.assumptions, "proved": verdict.proved,
    }  # fmt: skip


def json_text(verdict: Verdict) -> str:
    """The verdict as one JSON object."""
    return json.dumps(json_object(verdict), indent=2)


def json_of_many(verdicts: Sequence[tuple[str, Verdict]], failed: int) -> str:
    """The verdicts on files as one JSON object."""
    files = [{"file": file, **json_object(verdict)} for file, verdict in verdicts]
    return json.dumps({"verdict": worst(verdicts, failed), "not_read": failed, "files": files}, indent=2)


def sarif_text(*verdicts: Verdict) -> str:
    """The verdicts in one run of SARIF 2.1.0, each path as a code flow."""
    return sarif(SARIF_RULES, [result for verdict in verdicts for result in sarif_results(verdict)])


SARIF_RULES = [
    {
        "id": rule_id(kind),
        "shortDescription": {"text": f"a buffer {what}"},
        "help": {"text": ADVICE.get(kind, "whether this is a fault is not known: look at the path")},
    }
    for kind, what in MESSAGES.items()
]
"""The kinds of findings, as SARIF has them."""


def sarif(rules: list[dict[str, Any]], results: list[dict[str, Any]]) -> str:
    """A run with these rules and results, in SARIF 2.1.0."""
    run = {"tool": {"driver": {"name": "ownlog", "version": __version__, "rules": rules}}, "results": results}
    return json.dumps(
        {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}, indent=2
    )


def sarif_results(verdict: Verdict) -> list[dict[str, Any]]:
    """The findings as results."""
    return [
        {
            "ruleId": rule_id(f.kind),
            "level": "error" if f.certain else "warning",
            "message": {"text": f.message + (f" (not certain: {f.doubt})" if f.doubt else "")},
            "locations": [sarif_place(f.steps[-1])],
            "codeFlows": [
                {
                    "threadFlows": [
                        {"locations": [{"location": sarif_place(step, step.text)} for step in f.steps if step.line]}
                    ]
                }
            ],
            "partialFingerprints": {"ownlog/v1": name},
            "suppressions": _suppressions(f),
        }
        for f, name in zip(verdict.findings, fingerprints(verdict.findings), strict=True)
    ]


def _suppressions(finding: Finding) -> list[dict[str, str]]:
    if not finding.accepted:
        return []
    kind = "external" if finding.accepted == IN_BASELINE else "inSource"
    return [{"kind": kind, "justification": finding.accepted}]


def sarif_place(step: Step | Place, what: str = "") -> dict[str, Any]:
    """A place as SARIF has it, with what is there."""
    region = {"startLine": max(step.line, 1), "startColumn": max(step.column, 1)}
    uri = quote(step.file.replace("\\", "/"), errors="surrogateescape")
    place: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}
    if what:
        place["message"] = {"text": what}
    return place


def where(place: Step | Place) -> str:
    """The beginning of a line about a place in a text; nothing where no text was read for it."""
    return f"{place.file}:{place.line}:{place.column}: " if place.line else ""


def _line(step: Step) -> str:
    return f"{step.line}: " if step.line else ""
