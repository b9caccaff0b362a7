"""Verdicts of the checker as text for people, as JSON, and as SARIF for other tools."""

from __future__ import annotations

import json
from typing import Any

from ownlog.backend.checking import Step, Verdict
from ownlog.backend.checking.verdict import MESSAGES
from ownlog.backend.verifying import Place
from ownlog.base.errors import Diagnostic, Position
from ownlog.base.version import __version__
from ownlog.base.words import counted


def text(verdict: Verdict) -> str:
    """The verdict as lines: each finding with its path, then the verdict in one word, and what was assumed."""
    lines = []
    for finding in verdict.findings:
        last = finding.steps[-1]
        place = Position(last.file, last.line, last.column) if last.line else None
        severity = "error" if finding.certain else "undecided"
        lines.append(str(Diagnostic(finding.message, place, last.source_line, severity=severity)))
        lines += [f"  {_line(step)}{step.text}" for step in finding.steps]
        if finding.doubt:
            lines.append(f"  not certain: {finding.doubt}")
        if finding.advice:
            lines.append(f"  help: {finding.advice}")
    lines.append(
        f"{verdict.status}: {counted(verdict.allocations, 'allocation')} followed,"
        f" {counted(len(verdict.findings), 'finding')}"
    )
    if verdict.proved and verdict.status == "clean":
        lines.append(f"proved: {counted(verdict.proved, 'obligation')}")
    lines += [f"assumed: {assumption}" for assumption in verdict.assumptions]
    return "\n".join(lines)


def json_object(verdict: Verdict) -> dict[str, Any]:
    """The verdict as what JSON can say."""
    findings = [
        {
            "kind": f.kind, "message": f.message, "function": f.function, "value": f.value, "certain": f.certain,
            "doubt": f.doubt or None, "advice": f.advice or None,
            "path": [{"line": s.line, "column": s.column, "file": s.file, "text": s.text} for s in f.steps],
        }
        for f in verdict.findings
    ]  # fmt: skip
    return {
        "verdict": verdict.status, "allocations": verdict.allocations, "findings": findings,
        "assumptions": verdict.assumptions, "proved": verdict.proved,
    }  # fmt: skip


def json_text(verdict: Verdict) -> str:
    """The verdict as one JSON object."""
    return json.dumps(json_object(verdict), indent=2)


def sarif_text(verdict: Verdict) -> str:
    """The verdict in SARIF 2.1.0, each path as a code flow."""
    return sarif(SARIF_RULES, sarif_results(verdict))


SARIF_RULES = [{"id": kind, "shortDescription": {"text": f"a buffer {what}"}} for kind, what in MESSAGES.items()]
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
            "ruleId": f.kind,
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
        }
        for f in verdict.findings
    ]


def sarif_place(step: Step | Place, what: str = "") -> dict[str, Any]:
    """A place as SARIF has it, with what is there."""
    region = {"startLine": max(step.line, 1), "startColumn": max(step.column, 1)}
    place: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": step.file}, "region": region}}
    if what:
        place["message"] = {"text": what}
    return place


def where(place: Step | Place) -> str:
    """The beginning of a line about a place in a text; nothing where no text was read for it."""
    return f"{place.file}:{place.line}:{place.column}: " if place.line else ""


def _line(step: Step) -> str:
    return f"{step.line}: " if step.line else ""
