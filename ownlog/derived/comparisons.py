"""Comparisons of two programs as text for people and as JSON."""

from __future__ import annotations

import json
from typing import Any

from ownlog.backend.verifying import Comparison, Outcome, Place
from ownlog.base.words import counted
from ownlog.derived import verdicts


def text(comparison: Comparison) -> str:
    """The comparison as lines: each function that differs, the verdict on deallocation, and that on all."""
    lines = []
    for outcome in comparison.outcomes:
        if outcome.status != "same":
            lines += _told(outcome)
    judged = comparison.deallocation
    lines.append(verdicts.text(judged))
    same = sum(outcome.status == "same" for outcome in comparison.outcomes)
    functions = counted(len(comparison.outcomes), "function")
    lines.append(f"{comparison.status}: {same} of {functions} the same; deallocation: {judged.status}")
    lines += [f"assumed: {assumption}" for assumption in comparison.assumptions]
    return "\n".join(lines)


def _told(outcome: Outcome) -> list[str]:
    place = outcome.after or outcome.before
    lines = [f"{verdicts.where(place) if place else ''}{outcome.status}: {outcome.function}: {outcome.reason}"]
    lines += [f"  {condition}" for condition in outcome.conditions]
    if outcome.arguments:
        lines.append(f"  seen with {', '.join(outcome.arguments)}")
    for name, found in (("BEFORE", outcome.before), ("AFTER", outcome.after)):
        if found is not None and found.line:
            lines.append(f"  {name}: {found.file}:{found.line}:{found.column}")
    return lines


def json_text(comparison: Comparison) -> str:
    """The comparison as one JSON object."""
    functions = [
        {
            "function": o.function, "verdict": o.status, "reason": o.reason or None, "before": _place(o.before),
            "after": _place(o.after),
            "path": list(o.conditions), "arguments": list(o.arguments),
        }
        for o in comparison.outcomes
    ]  # fmt: skip
    found = {
        "verdict": comparison.status,
        "functions": functions,
        "deallocation": verdicts.json_object(comparison.deallocation),
        "assumptions": comparison.assumptions,
    }
    return json.dumps(found, indent=2)


def sarif_text(comparison: Comparison) -> str:
    """The comparison in SARIF 2.1.0: each function that differs, at its place in the output; faulty deallocation."""
    kinds = {"different": "a function does something else", "unknown": "whether a function does the same is not known"}
    rules = [{"id": kind, "shortDescription": {"text": what}} for kind, what in kinds.items()]
    results = []
    for outcome in comparison.outcomes:
        if outcome.status != "same":
            text = "; ".join([f"{outcome.function}: {outcome.reason}", *outcome.conditions])
            places = [place for place in (outcome.after, outcome.before) if place is not None and place.line]
            result: dict[str, Any] = {
                "ruleId": outcome.status,
                "level": "error" if outcome.status == "different" else "warning",
                "message": {"text": text},
                "locations": [verdicts.sarif_place(place) for place in places[:1]],
                "relatedLocations": [verdicts.sarif_place(place, "before the tool") for place in places[1:]],
            }
            results.append(result)
    return verdicts.sarif([*rules, *verdicts.SARIF_RULES], [*results, *verdicts.sarif_results(comparison.deallocation)])


def _place(place: Place | None) -> dict[str, Any] | None:
    return (
        {"file": place.file, "line": place.line, "column": place.column} if place is not None and place.line else None
    )
