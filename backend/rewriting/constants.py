"""Constants in the IR: reading, comparing, and sharing i1 constants in a function.

An integer constant is a value of its type's width, however it is written: `255 : i8` is `-1 : i8`.
"""

from __future__ import annotations

from functools import lru_cache

from ownlog.backend.rewriting import integers
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.literals import INTEGER_TYPE, in_type, integer_literal

_CONSTANTS = frozenset({"arith.constant", "index.bool.constant", "index.constant"})
_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


def truth(value: Value) -> bool | None:
    """The value of an i1 constant; None for anything else."""
    op = value.owner
    if not isinstance(op, Op) or op.name not in _CONSTANTS or value.type.canonical != "i1":
        return None
    number = _number(op.attribute("value"), "i1")
    return None if number is None else bool(number)


def integer(value: Value) -> int | None:
    """The value of an integer constant, signed, of an i1 0 or 1; None for anything else."""
    op = value.owner
    return (
        _number(op.attribute("value"), value.type.canonical) if isinstance(op, Op) and op.name in _CONSTANTS else None
    )


@lru_cache
def _number(text: str | None, type: str) -> int | None:
    found = integer_literal(text) if INTEGER_TYPE.fullmatch(type) else None
    return None if found is None else in_type(found.value, type)


def predicate(op: Op) -> int | None:
    """The number of the predicate of an `arith.cmpi`: eq, ne, slt, sle, sgt, sge, ult, ule, ugt or uge, from 0."""
    number = _number(op.attribute("predicate"), "i64")
    return number if number in range(len(_PREDICATES)) else None


def compare(by: int, left: int, right: int, type: str) -> bool:
    """What the comparison by predicate number `by` gives of two values of an integer type."""
    return integers.compare(_PREDICATES[by], (left, right), type)


def adopt_constants(rewriter: Rewriter) -> None:
    """Let the rewriter use the i1 constants that come first in the function, if there are any.

    If there are several of one value and none comes first, a new one is made there.
    """
    for op in rewriter.entry.ops:
        if op.name != "arith.constant":
            break
        value = truth(op.results[0])
        if value is not None and not rewriter.has_constant(value):
            rewriter.adopt_constant(op, value)
    found: dict[bool, int] = {}
    for op in rewriter.ops():
        if op.name == "arith.constant" and (value := truth(op.results[0])) is not None:
            found[value] = found.get(value, 0) + 1
    for value in (True, False):
        if found.get(value, 0) > 1:
            rewriter.constant(value)


def merge_constant(op: Op, rewriter: Rewriter) -> bool:
    """Replace an i1 constant by the one of the function; whether there was another."""
    value = truth(op.results[0])
    if value is None or not rewriter.has_constant(value) or rewriter.constant(value) is op.results[0]:
        return False
    rewriter.replace_op(op, [rewriter.constant(value)])
    return True
