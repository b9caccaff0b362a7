"""What a module has, function by function: what a notebook shows for an analysis."""

from __future__ import annotations

from collections import Counter

from ownlog.query.answers.answer import Answer, Heading
from ownlog.query.asking.questions import Questions
from ownlog.query.ready.owners import SINGLE_PASS
from ownlog.rules.engine.program.engine import Row

_COUNTS = ("blocks", "buffers", "allocations", "frees", "copies")
_HEADINGS = (Heading("function", "Op"), *(Heading(name, "number", True) for name in _COUNTS), Heading("refused", "symbol"))


def summary(questions: Questions) -> Answer:
    """A row for each function: its blocks, buffers and allocations, the block ends that free and the copies of what is returned; and why
    the ownership-based pass refuses it, if it does."""
    found = questions.derive("summary.dl", ("counted", "refused_function", "listed"))
    counts = Counter((str(function), str(what)) for function, what, _ in found["counted"])
    refused: dict[str, str] = {}
    for function, message in found["refused_function"]:
        refused.setdefault(str(function), str(message))
    rows: list[Row] = [(str(f), *(counts[str(f), what] for what in _COUNTS), refused.get(str(f), "")) for (f,) in found["listed"]]
    order = {str(op): number for number, (op, *_) in enumerate(questions.base.facts["op"])}
    return Answer.of(_HEADINGS, sorted(rows, key=lambda row: order[str(row[0])]), title="Function", in_order=True, passes=SINGLE_PASS)
