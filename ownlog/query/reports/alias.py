"""`ownlog alias`: which buffers share an allocation with a value: always, perhaps (and when) or never."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from ownlog.base.errors import Diagnostic, InputError
from ownlog.query.answer import Answer, Heading
from ownlog.query.questions import Questions
from ownlog.rules.explain.names import short_name

_HEADINGS = (
    Heading("value", "Value"),
    Heading("alias", "symbol"),
    Heading("condition", "symbol"),
    Heading("because", "symbol"),
)
_REASONS = {
    "same": "whatever holds one of them holds the other",
    "older": "{value} was there before the allocation of {other} was made",
    "newer": "{other} was there before the allocation of {value} was made",
    "apart": "they hold different allocations",
}
_HOW = {
    "same": "both may hold {site}",
    "outside": "{site} and {other_site} may be the same where the function is called",
    "global": "{site} and {other_site} are the same global",
    "unknown": "{site} may be anything that got away, and {other_site} did",
}
_BOTH = "never at one time"
_LISTED = 8

Option = tuple[str, str, str]


def alias(questions: Questions, value: str, function: str | None = None) -> Answer:
    """For each other buffer of the function of `value`: MUST, MAY or NEVER, the conditions of MAY, and why.

    Conditions are necessary: without them the two do not share the allocation. Raises InputError for a function or
    value that does not exist, and for a value that is no buffer.
    """
    within = questions.function(function) if function is not None else None
    full = questions.value(value, within)
    _require_buffer(questions, full)
    found = questions.derive("alias.dl", ("alias_class", "shared", "only_where", "many_sites"), [full])
    options: dict[str, list[Option]] = defaultdict(list)
    for v, other, site, other_site, how in found["shared"]:
        if v == full:
            options[str(other)].append((str(site), str(other_site), str(how)))
    conditions: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
    for v, other, site, other_site, condition, outcome in found["only_where"]:
        if v == full:
            conditions[str(other), str(site), str(other_site)].append((short_name(str(condition)), str(outcome)))
    too_many = {
        value: f"it may hold {count} allocations, too many to tell conditions" for value, count in found["many_sites"]
    }
    rows = []
    for v, other, kind, reason in found["alias_class"]:
        if v != full:
            continue
        names = {"value": short_name(full), "other": short_name(str(other))}
        if kind == "may":
            told = [(option, conditions[str(other), option[0], option[1]]) for option in options[str(other)]]
            because = _because(told) if told else too_many.get(full, "nothing rules it out")
            rows.append((str(other), "MAY", _condition([needed for _, needed in told]), because))
        else:
            rows.append((str(other), str(kind).upper(), "", _REASONS[str(reason)].format(**names)))
    return Answer.of(_HEADINGS, questions.in_text_order(rows, (0,)), title="alias", in_order=True)


def without_never(answer: Answer) -> Answer:
    """The answer of `alias` without the buffers that never share the allocation: they are most, and only counted."""
    rows = tuple(row for row in answer.rows if row[1] != "NEVER")
    others = len(answer.rows) - len(rows)
    left_out = (
        f"and {others} that NEVER {'shares' if others == 1 else 'share'} it: --never lists"
        f" {'it' if others == 1 else 'them'}"
    )
    return replace(answer, rows=rows, left_out=left_out if others else "")


def _condition(options: list[list[tuple[str, str]]]) -> str:
    """The options as alternatives; nothing where one of them has no condition."""
    alternatives = list(dict.fromkeys(_all_of(needed) for needed in options if not _contradicts(needed)))
    if not alternatives:
        return _BOTH if options else ""
    single = [needed[0] for needed in options if len(needed) == 1]
    if "" in alternatives or len({condition for condition, _ in single}) < len(set(single)):
        # No condition, or a single one whatever its outcome.
        return ""
    return " or ".join(f"({text})" if " and " in text and len(alternatives) > 1 else text for text in alternatives)


def _because(options: list[tuple[Option, list[tuple[str, str]]]]) -> str:
    """The options in words, grouped by condition; impossible ones are only counted, unless there are no others."""
    possible = [(option, needed) for option, needed in options if not _contradicts(needed)]
    groups: dict[str, list[str]] = defaultdict(list)
    for (site, other_site, how), needed in possible or options:
        text = _HOW[how].format(site=short_name(site), other_site=short_name(other_site))
        groups[_all_of(needed)].append(text)
    texts = []
    for where, found in groups.items():
        more = f", or {len(found) - _LISTED} more of that kind" if len(found) > _LISTED else ""
        texts.append(f"{', or '.join(found[:_LISTED])}{more}{f', where {where}' if where and len(groups) > 1 else ''}")
    left = len(options) - len(possible) if possible else 0
    if left:
        texts.append(
            f"{left} other way{'s' if left > 1 else ''} would take a condition that was true for one and false for the"
            " other"
        )
    return "; ".join(texts)


def _all_of(needed: Iterable[tuple[str, str]]) -> str:
    outcomes: dict[str, list[str]] = defaultdict(list)
    for condition, outcome in needed:
        outcomes[condition].append(outcome)
    return " and ".join(
        (
            f"{condition} is {found[0]}"
            if len(set(found)) == 1
            else f"{condition} was true for one and false for the other"
        )
        for condition, found in outcomes.items()
    )


def _contradicts(needed: list[tuple[str, str]]) -> bool:
    return len({condition for condition, _ in needed}) < len(set(needed))


def _require_buffer(questions: Questions, value: str) -> None:
    types = {str(row[0]): str(row[1]) for row in questions.base.rows(["value_type"])["value_type"]}
    if (value,) not in questions.base.rows(["buffer"])["buffer"]:
        advice = "only memrefs have an allocation to share"
        raise InputError(
            Diagnostic(f"{value} is not a buffer: its type is {types.get(value, 'unknown')}", advice=advice)
        )
