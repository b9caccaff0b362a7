"""Conditions that are known where they are used: where control comes only by one side of a branch, its condition is a constant.

Source: MLIR's condition propagation of scf.if and cf.cond_br. Which conditions these are, `rules/analysis/program/conditions.dl` says: in
all blocks that are reached only by one side of a branch, and for what a condition is made of, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import I1

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ownlog.backend.rewriting.rewriter import Rewriter
    from ownlog.rules import relations as rel

Known = dict[Op, dict[Value, bool]]
"""By op, the operands that are known where it stands."""


def decides_for_others(op: Op, rewriter: Rewriter) -> bool:
    """Does an op where `op` may lead to use what `op` goes by, or what that is computed from? Only then the rules need to be asked."""
    for value in _sources(op, rewriter):
        users = rewriter.users(value)
        if users != [op] and any(_is_led_to(user, op) for user in users):
            return True
    return False


def _is_led_to(user: Op, op: Op) -> bool:
    """Is `user` in a region of `op`, or, if that has none, in another block?"""
    if op.regions:
        return user.parent is not None and user.parent.is_inside(op)
    return user.parent is not op.parent


def _sources(op: Op, rewriter: Rewriter) -> Iterator[Value]:
    """The i1 values that `op` goes by, and those that they are computed from."""
    traits = rewriter.effects
    if op.successors:
        condition = traits.branch_condition(op)
        waiting = [] if condition is None else [condition]
    else:
        waiting = [value for number in range(len(op.regions)) for value, _ in filter(None, (traits.region_condition(op, number),))]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value.owner, Op):
            waiting += [operand for operand in value.owner.operands if operand.type is I1]


def known_operands(rows: Iterable[rel.KnownOperand], ops: Mapping[str, Op], values: Mapping[str, Value]) -> Known:
    """What the rules say is known, by op; `ops` and `values` are what their names mean."""
    known: Known = {}
    for row in rows:
        known.setdefault(ops[row.op], {})[values[row.value]] = row.truth == "true"
    return known


def use_known_conditions(known: Known, rewriter: Rewriter) -> bool:
    """Let ops of one function use constants in place of operands that are known; whether any did."""
    changed = False
    for op in rewriter.ops() if known else ():
        truths = known.get(op, {})
        if op not in rewriter.erased and any(value in truths for value in op.operands):
            operands = [rewriter.constant(truths[value]) if value in truths else value for value in op.operands]
            rewriter.set_operands(op, operands)
            changed = True
    return changed
