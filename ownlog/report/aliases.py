"""Which buffers share an allocation: classes, and a table of MUST, MAY and NEVER for the buffers of each function."""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.report.page.model import Buffer, Group
from ownlog.report.reasons import ReasonTable
from ownlog.report.rows import FunctionParts, Rows
from ownlog.report.words import allocation

COLOURS = 8

ASKED = 700
"""Buffers of a function up to which the page asks about all of them: that takes a second and some hundred megabytes."""

_MARKS = (("may_alias", "m"), ("never_alias", "n"), ("must_alias", "M"))  # MUST lies inside MAY, so it comes last


def classes(rows: Rows, function: FunctionParts) -> list[tuple[str, list[str]]]:
    """The buffers of a function by allocation: a leader, and the members in text order.

    The rules give each buffer a leader, and `must_alias` also joins different reads of one global where it was asked.
    """
    found: dict[str, list[str]] = {}
    for name in function.buffers:
        same = [name, *(str(other) for _, other in rows.find("must_alias", name, None))]
        heads = [head for other in same for head in rows.cells("alias_class_leader", other, None)]
        found.setdefault(min(heads, key=rows.order.__getitem__), []).append(name)
    return list(found.items())


def group(rows: Rows, leader: str, members: list[str], number: int) -> Group:
    """A class as the page shows it; `number` counts the classes of the function."""
    sites = [site for site in rows.cells("points_to", leader, None) if site in rows.buffer_numbers and site != leader]
    sites.sort(key=rows.order.__getitem__)
    return {
        "letter": letters(number),
        "colour": number % COLOURS,
        "what": allocation(rows, leader, sites),
        "members": [rows.buffer_numbers[name] for name in members],
        "sites": [rows.buffer_numbers[name] for name in sites],
    }


def letters(number: int) -> str:
    """A, B, ..., Z, AA, AB, ..."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def mark_pairs(rows: Rows, functions: list[FunctionParts], buffers: list[Buffer]) -> list[int]:
    """Fill in `aliases`; for each function, of how many buffers aliasing was asked."""
    numbers = rows.buffer_numbers
    tables = {}
    for function in functions:
        first = numbers[function.buffers[0]] if function.buffers else 0
        for name in function.buffers:
            tables[name] = (first, bytearray(b"?" * len(function.buffers)))
    for relation, mark in _MARKS:
        for value, other in rows.store.rows(relation):
            first, table = tables[str(value)]
            table[numbers[str(other)] - first] = ord(mark)
    for name, (first, table) in tables.items():
        table[numbers[name] - first] = ord("=")
        # Where nothing was asked, a long function would have millions of question marks.
        buffers[numbers[name]]["aliases"] = table.decode() if len(table) == 1 or table.strip(b"?=") else ""
    return [
        sum("?" not in (buffers[numbers[name]]["aliases"] or "?") for name in function.buffers)
        for function in functions
    ]


def explain_pairs(
    functions: list[FunctionParts], buffers: list[Buffer], rows: Rows, reasons: ReasonTable, limit: int
) -> None:
    """Fill in `pairs` for the earlier buffer of each pair: MUST first, NEVER last, at most `limit`."""
    for mark in "Mmn":
        for function in functions:
            # What speaks for MAY says more than that nothing rules it out, but takes long to find among many sites.
            may = "points_to_overlap" if rows.holds("small_function", function.name) else "may_alias"
            relation = {"M": "must_alias", "m": may, "n": "never_alias"}[mark]
            for name, other in _pairs(function.buffers, buffers, rows, mark):
                limit -= 1
                if limit < 0:
                    reasons.left_out += 1
                    continue
                why = reasons.why(relation, name, other)
                if why is not None:
                    buffers[rows.buffer_numbers[name]]["pairs"][rows.buffer_numbers[other]] = why


def _pairs(names: list[str], buffers: list[Buffer], rows: Rows, mark: str) -> Iterator[tuple[str, str]]:
    for i, name in enumerate(names):
        table = buffers[rows.buffer_numbers[name]]["aliases"]
        at = table.find(mark, i + 1)
        while at >= 0:
            yield name, names[at]
            at = table.find(mark, at + 1)
