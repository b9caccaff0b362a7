"""Derived rows in words."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.report.page.model import BY_FLAG, NOT_OWNED, OWNED, UNKNOWN
from ownlog.report.rows import Rows


class Owned(NamedTuple):
    """Who owns a buffer in a block: sign and words, and the relation and cells of the row that says so."""

    block: str
    sign: int
    text: str
    row: tuple[str, ...]


def sign(state: str) -> int:
    """What an ownership state (as `rules/analysis/program/acquisition.dl` writes them) comes down to."""
    return {"true": OWNED, "false": NOT_OWNED, "unknown": UNKNOWN}.get(state, BY_FLAG)


def ownership(rows: Rows, state: str) -> str:
    """An ownership state in words."""
    plain = {"true": "owned", "false": "not owned", "unknown": "unknown, also at run time"}
    return plain.get(state) or f"owned if {flag(rows, state)}"


def flag(rows: Rows, state: str) -> str:
    """The condition under which a buffer is owned, for a state that is an indicator."""
    found = [(str(kind), str(value)) for _, kind, value in rows.find("indicator", state, None, None) if kind in _FLAGS]
    if not found:
        return f"the indicator {state} says so"
    kind, value = found[0]
    block = rows.cells("defining_block", value, None)
    return _FLAGS[kind].format(value=rows.short(value), block=rows.block_name(block[0]) if block else "its block")


_FLAGS = {
    "argument": "the flag passed beside {value} is set",
    "result": "the flag returned beside {value} is set",
    "retained": "the deallocation at the end of {block} says so",
    "selected": "the buffer that {value} was selected from is",
    "flag": "no free on the way has cleared the flag of {value}",
}


def definition(rows: Rows, value: str) -> str:
    """What defines a value: `by memref.alloc`, `as argument 0 of ^bb1`."""
    arguments = rows.find("block_argument", None, None, value)
    if arguments:
        block, position = str(arguments[0][0]), arguments[0][1]
        if rows.holds("function_entry", block, None):
            return f"as parameter {position}"
        return f"as argument {position} of {rows.block_name(block)}"
    results = rows.find("result", None, None, value)
    return f"by {rows.naming.ops[str(results[0][0])].name}" if results else ""


def allocation(rows: Rows, leader: str, sites: list[str]) -> str:
    """Where the allocation of a class comes from."""
    named = rows.find("global_buffer", leader, None)
    if named:
        return f"the global {named[0][1]}"
    if rows.holds("returned_by_call", None, leader):
        return "fresh, returned by a call"
    if rows.holds("heap_allocation", None, None, leader):
        return "an allocation on the heap"
    if rows.holds("fresh", leader):
        return "an allocation that is not freed here"
    if rows.holds("opaque_definition", leader):
        return "whatever its op gives: no model tells"
    if rows.holds("external", leader):
        return "from outside of the function"
    if sites:
        return (
            "one of "
            + ", ".join(map(rows.short, sites[:4]))
            + (f" and {len(sites) - 4} more" if len(sites) > 4 else "")
        )
    return "one of several"


def sentence(text: str) -> str:
    """Words as a sentence."""
    return f"{text[0].upper()}{text[1:]}."
