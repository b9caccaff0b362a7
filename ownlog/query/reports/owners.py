"""`ownlog owners`: the owner of each buffer, and what becomes of it.

The pipeline's plan gives a row for each buffer (`lives.py`); `ownership-based-buffer-deallocation` an ownership state
for each buffer in each block.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from ownlog.query.answer import Answer, Heading
from ownlog.query.questions import Questions
from ownlog.query.reports.seen import SINGLE_PASS, Planned
from ownlog.rules.explain.names import short_name

_HEADINGS = tuple(Heading(*column) for column in (
    ("block", "Block"), ("buffer", "Value"), ("ownership", "symbol"), ("because", "symbol"), ("at_end", "symbol"),
))  # fmt: skip
_RELATIONS = ("block_owner", "ownership_source", "forwarded_state", "released", "kept")
_LIVES = tuple(Heading(name, kind, kind == "number") for name, kind in (
    ("line", "number"), ("buffer", "Value"), ("owner", "symbol"), ("since", "symbol"), ("until", "symbol"),
))  # fmt: skip

_SOURCES = {
    "parameter": "a parameter stays the caller's",
    "argument": "an i1 comes with the block argument",
    "allocation": "it is allocated here",
    "kept allocation": "it is allocated where nothing may free it",
    "result": "an i1 comes out of the op with it",
    "call": "a call gives away what it returns",
    "nothing": "its op got no buffer that it could be",
}


def owners(planned: Planned, function: str | None = None) -> Answer:
    """The owners of the buffers of a function (None: of all), under the passes of `planned`.

    Under the plan: a row for each buffer in text order, with its line in the input (None: a pass made it). Under the
    single pass: `block_owners`. Raises InputError.
    """
    if planned.at_block_ends:
        return replace(block_owners(planned.questions, function), passes=planned.passes)
    rows: list[tuple[Any, ...]] = [
        (life.line, life.value, life.owner, life.since, life.until) for life in planned.lives.all(function)
    ]
    return Answer.of(_LIVES, rows, planned.said(), "owner", in_order=True, passes=planned.passes)


def block_owners(questions: Questions, function: str | None = None) -> Answer:
    """The ownership state of each buffer in each block, in the ownership-based pass.

    `ownership` is "unique(true)" for owned, "unique(false)" for not owned, "unique(x)" if the indicator x tells at run
    time, or "unknown". Raises InputError.
    """
    within = questions.function(function) if function is not None else None
    found = questions.derive("owners.dl", _RELATIONS)
    sources = {str(value): str(source) for value, source in found["ownership_source"]}
    operands: dict[str, list[str]] = defaultdict(list)
    for value, operand, state in found["forwarded_state"]:
        operands[str(value)].append(f"{short_name(str(operand))}: {_state(str(state))}")
    ends: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: {"freed": [], "kept": []})
    for relation, word in (("released", "freed"), ("kept", "kept")):
        for block, value, target in dict.fromkeys((row[0], row[1], row[3]) for row in found[relation]):
            ends[str(block), str(value)][word].append(short_name(str(target)))
    homes = {row[0]: row[1] for row in questions.base.rows(["in_function"])["in_function"]}
    rows = []
    for block, value, state, place in found["block_owner"]:
        if within is None or homes[block] == within:
            because = _because(str(value), str(state), str(place), sources, operands)
            rows.append(
                (str(block), str(value), _state(str(state)), because, _end(str(state), ends[str(block), str(value)]))
            )
    return Answer.of(
        _HEADINGS,
        questions.in_text_order(rows, (0, 1)),
        questions.refusals(within),
        "owner",
        in_order=True,
        passes=SINGLE_PASS.name,
    )


def _state(state: str) -> str:
    """An ownership state in the lattice's words."""
    if state in ("uninitialized", "unknown"):
        return state
    kind, _, value = state.partition(" ")
    return f"unique({kind} {short_name(value)})" if value else f"unique({kind})"


def _because(value: str, state: str, place: str, sources: dict[str, str], operands: dict[str, list[str]]) -> str:
    if place == "captured":
        return "nested blocks own nothing of what is around them"
    if place == "live" and state.startswith("retained "):
        return "the deallocation at the end of its own block retained it, and tells"
    source = sources.get(value, "")
    return f"it may be {' or '.join(operands[value])}" if source == "operands" else _SOURCES.get(source, "")


def _end(state: str, ends: dict[str, list[str]]) -> str:
    texts = []
    if ends["freed"]:
        texts.append("freed" if ends["freed"] == [""] else f"freed on the way to {' and '.join(ends['freed'])}")
    if ends["kept"]:
        texts.append(f"kept for {'what comes after' if ends['kept'] == [''] else ' and '.join(ends['kept'])}")
    if state == "false" and texts:
        return "left to its owner"
    return ", ".join(texts) + (", if owned" if texts and state != "true" else "")
