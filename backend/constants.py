"""Constants in the IR: reading them, and having each i1 constant once in a function."""

from __future__ import annotations

import re

from ownlog.backend.rewriter import Rewriter
from ownlog.frontend.ir import Op, Value

_TRUTH = {"true": True, "false": False, "1 : i1": True, "0 : i1": False, "-1 : i1": True, "true : i1": True, "false : i1": False}
_INTEGER = re.compile(r"(-?\s*\d+)(?:\s*:\s*\w+)?")


def truth(value: Value) -> bool | None:
    """The value of an i1 constant; None for anything else."""
    op = value.owner
    if not isinstance(op, Op) or op.name != "arith.constant":
        return None
    return _TRUTH.get((op.attribute("value") or "").strip())


def integer(value: Value) -> int | None:
    """The value of an integer constant; None for anything else."""
    op = value.owner
    if not isinstance(op, Op) or op.name not in ("arith.constant", "index.constant"):
        return None
    known = truth(value)
    if known is not None:
        return int(known)
    found = _INTEGER.fullmatch((op.attribute("value") or "").strip())
    return None if found is None else int(found[1].replace(" ", ""))


def adopt_constants(rewriter: Rewriter) -> None:
    """Let the rewriter answer with the i1 constants that stand first in the function, where there are any.

    Where the function has several constants of one value and none of them stands first, a new one is made there.
    """
    for op in rewriter.entry.ops:
        if op.name != "arith.constant":
            break
        value = truth(op.results[0])
        if value is not None and not rewriter.has_constant(value):
            rewriter.adopt_constant(op, value)
    found: dict[bool, int] = {}
    for op in rewriter.function.walk():
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
