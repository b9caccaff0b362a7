"""Comparing the signatures and attributes of two functions, and of the symbol tables around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from ownlog.backend.verifying.program import Program
from ownlog.frontend.forms.dialects.func import split_function_type
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.text.tokens import split_top_level

_OWN = ("sym_name", "sym_visibility", "arg_attrs", "res_attrs")
"""Attributes that are not compared as text."""


class Unlike(NamedTuple):
    """Why two functions are not the same whatever their bodies do; `certain`: whether callers can tell."""

    reason: str
    certain: bool = False


def unlike_signatures(before: Program, after: Program, name: str) -> Unlike | None:
    """The first difference of two functions of one name outside of their bodies; None where there is none."""
    ops = before.op(name), after.op(name)
    if _visibility(ops[0]) != _visibility(ops[1]):
        return Unlike(f"the function is {_visibility(ops[0])} before, and {_visibility(ops[1])} after", certain=True)
    if _tables(before, ops[0]) != _tables(after, ops[1]):
        return Unlike("the functions are in symbol tables of different names")
    may_grow = name in before.internal and name in before.entry
    types = [split_function_type(op.attribute("function_type") or "") for op in ops]
    for kind, one, other in (("parameters", types[0][0], types[1][0]), ("results", types[0][1], types[1][1])):
        if one != (other[: len(one)] if may_grow else other):
            return Unlike(f"the {kind} are not the same", certain=not may_grow)
    for kind, key in (("parameters", "arg_attrs"), ("results", "res_attrs")):
        lists = [_dictionaries(op.attribute(key)) for op in ops]
        numbers = len(types[0][kind == "results"])
        if [*_first(lists[0], numbers)] != [*_first(lists[1], numbers)]:
            return Unlike(f"the attributes of the {kind} may not be the same")
    rest = [dict(program.attributes(name)) for program in (before, after)]
    differing = sorted(
        key for key in rest[0].keys() | rest[1].keys() if key not in _OWN and rest[0].get(key) != rest[1].get(key)
    )
    return Unlike(f"the attribute '{differing[0]}' may not be the same") if differing else None


def tables(program: Program) -> dict[str, tuple[tuple[str, str], ...]]:
    """The attributes of the symbol tables of a program, other than their names, by the path of their names."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    work: list[tuple[Block, str]] = [(program.module.top, "")]
    while work:
        block, path = work.pop()
        for op in block.ops:
            if program.traits.is_symbol_table(op):
                inside = "/".join(part for part in (path, op.attribute("sym_name")) if part)
                kept = tuple(
                    pair
                    for pair in program.attributes(program.naming.op(op))
                    if pair[0] not in ("sym_name", "sym_visibility")
                )
                if kept:
                    found[inside] = found.get(inside, ()) + kept
                work += [(inner, inside) for region in op.regions for inner in region.blocks]
    return found


def _visibility(op: Op) -> str:
    return (op.attribute("sym_visibility") or "public").strip('"')


def _tables(program: Program, op: Op) -> list[str]:
    """The names of the symbol tables around an op."""
    found = []
    around = op.parent_op
    while around is not None:
        if program.traits.is_symbol_table(around) and around.attribute("sym_name"):
            found.append(str(around.attribute("sym_name")))
        around = around.parent_op
    return found


def _dictionaries(text: str | None) -> Sequence[list[str]]:
    """The entries of each dictionary in a list of them."""
    return [sorted(split_top_level(each.strip()[1:-1])) for each in split_top_level((text or "[]").strip()[1:-1])]


def _first(found: Sequence[list[str]], number: int) -> Iterator[list[str]]:
    """So many of them; those that are not there have no entries."""
    for _, entries in zip_longest(range(number), found[:number]):
        yield entries or []
