"""Conditions that are known from the side of a branch that leads to their use.

Source: MLIR's condition propagation of scf.if and cf.cond_br; here for all blocks reached by one side only, and for the
parts of a condition, too (`rules/analysis/program/conditions.dl`).
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.text.types import I1

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ownlog.backend.rewriting.rewriter import Rewriter
    from ownlog.rules import relations as rel

Known = dict[Op, dict[Value, bool]]
"""By op, the operands that are known where it stands."""


_FEW, _DEEP, _SHORT = 4, 8, 16
"""So many users of a condition, ops around each, and ops in a block are looked at one by one: most have no more."""


class Decisions:
    """Which ops of a function decide by a condition what is known elsewhere.

    Those with an op that they may lead to which uses their condition, or its operands. Only then the rules are asked.
    """

    def __init__(self, rewriter: Rewriter) -> None:
        self.rewriter = rewriter
        self._uses: dict[Value, list[int]] = {}

    @cached_property
    def places(self) -> dict[Op, int]:
        """By op, how many stand in front of it: those that it is in are among them."""
        return {op: place for place, op in enumerate(self.rewriter.ops())}

    @cached_property
    def ends(self) -> dict[Op, int]:
        """By op, the place of the last op in it, which is its own where there is none."""
        ends: dict[Op, int] = {}
        for op in reversed(self.rewriter.ops()):
            end = ends.setdefault(op, self.places[op])
            if (above := op.parent_op) is not None:
                ends.setdefault(above, end)
        return ends

    @cached_property
    def logical(self) -> list[int]:
        """The places of the ops that use i1 values."""
        return [
            place for place, op in enumerate(self.rewriter.ops()) if any(operand.type is I1 for operand in op.operands)
        ]

    def for_others(self, op: Op) -> bool:
        """Does `op` decide for others?"""
        if not op.successors and not self.rewriter.effects.rows("conditional_region", op.name):
            return False
        conditions = self._conditions(op)
        if not op.regions:
            return not all(
                self.rewriter.is_only_used_by(value, lambda user: user.parent is op.parent)
                for value in _sources(conditions)
            )
        if any(self._is_used_in(op, value) for value in conditions):
            return True
        # Of what a condition is made there may be much, and it may be the same for many.
        if not any(map(_made_of, conditions)):
            return False
        logical = _has_logical(op)
        if logical is False or (logical is None and not self._is_within(self.logical, op)):
            return False
        return any(self._is_within(self._uses_of(value), op) for value in _sources(conditions))

    def _is_used_in(self, op: Op, value: Value) -> bool:
        """Does an op in `op` use `value`? Most values have few users, and most users are not deeply nested."""
        users = list(self.rewriter.first_users(value, _FEW + 1))
        answers = [_is_in(op, user) for user in users]
        if True in answers:
            return True
        if len(users) > _FEW or None in answers:
            return self._is_within(self._uses_of(value), op)
        return False

    def _is_within(self, places: list[int], op: Op) -> bool:
        """Is one of `places`, which are in order, that of an op in `op`?"""
        number = bisect_right(places, self.places[op])
        return number < len(places) and places[number] <= self.ends[op]

    def _uses_of(self, value: Value) -> list[int]:
        """The places of the users of `value`, in order."""
        if value not in self._uses:
            self._uses[value] = sorted(self.places[user] for user in self.rewriter.users(value))
        return self._uses[value]

    def _conditions(self, op: Op) -> list[Value]:
        """The i1 values that `op` goes by."""
        traits = self.rewriter.effects
        if op.successors:
            condition = traits.branch_condition(op)
            return [] if condition is None else [condition]
        return [
            value
            for number in range(len(op.regions))
            for value, _ in filter(None, (traits.region_condition(op, number),))
        ]


def _is_in(op: Op, user: Op) -> bool | None:
    """Is `user` in a region of `op`? None where it is nested deeper than is worth going up."""
    above = user.parent_op
    for _ in range(_DEEP):
        if above is None or above is op:
            return above is op
        above = above.parent_op
    return None


def _has_logical(op: Op) -> bool | None:
    """Does an op in the regions of `op` use an i1? None where there is more in them than is worth a look at each."""
    for region in op.regions:
        for block in region.blocks:
            if len(block.ops) > _SHORT or any(inner.regions for inner in block.ops):
                return None
            if any(operand.type is I1 for inner in block.ops for operand in inner.operands):
                return True
    return False


def _made_of(value: Value) -> list[Value]:
    """The i1 values that an i1 is computed from."""
    return [operand for operand in value.owner.operands if operand.type is I1] if isinstance(value.owner, Op) else []


def _sources(conditions: list[Value]) -> Iterator[Value]:
    """These i1 values, and those that they are computed from, each once."""
    waiting = [*conditions]
    seen: set[Value] = set()
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.add(value)
        yield value
        waiting += _made_of(value)


def known_operands(rows: Iterable[rel.KnownOperand], ops: Mapping[str, Op], values: Mapping[str, Value]) -> Known:
    """What the rules say is known, by op; `ops` and `values` are what their names mean."""
    known: Known = {}
    for row in rows:
        known.setdefault(ops[row.op], {})[values[row.value]] = row.truth == "true"
    return known


def use_known_conditions(known: Known, rewriter: Rewriter) -> bool:
    """Use constants for known operands in one function; whether there were any."""
    changed = False
    for op in rewriter.ops() if known else ():
        truths = known.get(op)
        if truths is not None and op not in rewriter.erased and any(value in truths for value in op.operands):
            changed = True
            operands = [rewriter.constant(truths[value]) if value in truths else value for value in op.operands]
            rewriter.set_operands(op, operands)
    return changed
