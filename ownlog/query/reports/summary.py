"""What a module has, function by function: what a notebook shows for an analysis."""

from __future__ import annotations

from collections import Counter

from ownlog.backend.reasons import refused
from ownlog.query.answer import Answer, Heading
from ownlog.query.reports.seen import Planned
from ownlog.rules.engine.program.engine import Row

_OF_ALL = ("blocks", "buffers", "allocations")
_OF_THE_PLAN = {name: name for name in ("frees", "guarded frees", "copies")}
_AT_ENDS = {"frees": "ends that free", "copies": "copies at ends"}


def summary(planned: Planned) -> Answer:
    """For each function its blocks, buffers, allocations, frees (those under an i1, too), copies, and refusals.

    Under the single pass, frees are block ends that free.
    """
    questions = planned.questions
    found = questions.derive("summary.dl", ("counted", "refused_function", "listed"))
    counts = Counter((str(function), str(what)) for function, what, _ in found["counted"])
    messages: dict[str, str] = {}
    for function, message in sorted((str(f), refused(str(reason))[0]) for f, reason in found["refused_function"]):
        messages.setdefault(function, message)
    columns = dict.fromkeys(_OF_ALL) | (_AT_ENDS if planned.at_block_ends else _OF_THE_PLAN)
    rows: list[Row] = [
        (str(f), *(counts[str(f), of_rules or name] for name, of_rules in columns.items()), messages.get(str(f), ""))
        for (f,) in found["listed"]
    ]
    order = {str(op): number for number, (op, *_) in enumerate(questions.base.facts["op"])}
    counted = (Heading(name.replace(" ", "_"), "number", True) for name in columns)
    headings = (Heading("function", "Op"), *counted, Heading("refused", "symbol"))
    return Answer.of(
        headings,
        sorted(rows, key=lambda row: order[str(row[0])]),
        title="Function",
        in_order=True,
        passes=planned.passes,
    )
