"""What the page says about tensors: which may share a buffer, and what keeps uses of them from being in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.query.because import place_of
from ownlog.query.reports.tensor_uses import REASONS, Use, Uses
from ownlog.report.aliases import COLOURS, letters
from ownlog.report.page.model import Copied, CopyReason, Tensor, TensorClass, Tensors
from ownlog.report.reasons import ReasonTable
from ownlog.rules.explain.names import function_part, short_name

if TYPE_CHECKING:
    from ownlog.derived.tensors import Decisions as Decided

COPIES = 2_000
"""Uses out of place that a page tells about."""


def nothing() -> Tensors:
    """What is said of a module without tensors."""
    return {"passes": "", "tensors": [], "classes": [], "copied": [], "left_out": 0}


def gather_tensors(decided: Decided, functions: list[str], reasons: ReasonTable) -> Tensors:
    """What was decided about the tensors in some functions; those that are not among them are left out."""
    numbers = {name: number for number, name in enumerate(functions)}
    store = decided.explanations.explainer.store
    first_of = {
        str(value): str(first) for value, first in store.rows("buffer_class") if function_part(str(value)) in numbers
    }
    tensors = [name for name in decided.naming.values if name in first_of]
    classes = _classes(decided, tensors, first_of, numbers)
    number_of = {first: number for number, first in enumerate(dict.fromkeys(first_of[name] for name in tensors))}
    places = {name: place_of(decided.naming, name) for name in tensors}
    # By the facts: what bufferization has changed since has another type, and its op another name.
    types = {str(value): str(kind) for value, kind in decided.facts["value_type"]}
    shown: list[Tensor] = [
        {
            "name": short_name(name),
            "type": types[name],
            "line": reasons.line(place.position.line) if (place := places[name]) is not None else 1,
            "group": number_of[first_of[name]],
        }
        for name in tensors
    ]
    copied = _uses_with_reasons(decided, numbers)
    questions = Uses(decided)
    return {
        "passes": decided.passes,
        "tensors": shown,
        "classes": classes,
        "copied": [
            _copied(decided, op, questions.use(op, operand, value), numbers, reasons)
            for op, operand, value in copied[:COPIES]
        ],
        "left_out": max(0, len(copied) - COPIES),
    }


def _uses_with_reasons(decided: Decided, numbers: dict[str, int]) -> list[tuple[str, int, str]]:
    """The uses that must not be in place, in the order of the text: op, operand and tensor."""
    store = decided.explanations.explainer.store
    refused = {row[:2] for relation in ("out_of_place", *REASONS) for row in store.rows(relation)}
    uses = (
        (str(op), int(str(operand)), str(value))
        for op, operand, value in store.rows("tensor_use")
        if (op, operand) in refused
    )
    found = [use for use in uses if function_part(use[0]) in numbers]
    return sorted(found, key=lambda use: (decided.naming.ops[use[0]].start, use[1]))


def _classes(
    decided: Decided, tensors: list[str], first_of: dict[str, str], numbers: dict[str, int]
) -> list[TensorClass]:
    """The classes of tensors in the order of their first members; letters start again in each function."""
    store = decided.explanations.explainer.store
    members: dict[str, list[int]] = {}
    for number, name in enumerate(tensors):
        members.setdefault(first_of[name], []).append(number)
    read_only = {str(value) for (value,) in store.rows("read_only")}
    counts: dict[int, int] = {}
    classes: list[TensorClass] = []
    for first, inside in members.items():
        function = numbers[function_part(first)]
        count = counts[function] = counts.get(function, -1) + 1
        classes.append(
            {
                "function": function,
                "letter": letters(count),
                "colour": count % COLOURS,
                "members": inside,
                "read_only": any(tensors[number] in read_only for number in inside),
            }
        )
    return classes


def _copied(decided: Decided, op: str, use: Use, numbers: dict[str, int], reasons: ReasonTable) -> Copied:
    place = place_of(decided.naming, op)
    whys: list[CopyReason] = [
        {
            "text": because.meaning,
            "places": [(role.replace("_", "-"), reasons.line(where.position.line)) for role, where in because.places],
            "why": reasons.of(because.derivation),
        }
        for because in use.reasons
    ]
    return {
        "function": numbers[function_part(op)],
        "line": reasons.line(place.position.line) if place is not None else 1,
        "op": next(str(row[1]) for row in decided.explanations.explainer.store.matching("op", (op, None, None, None))),
        "value": use.value,
        "verdict": use.verdict,
        "reasons": whys,
    }
