"""Whether ops have the same text in their regions, up to the names of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.backend.verifying.program import Program
from ownlog.backend.verifying.terms import Terms

if TYPE_CHECKING:
    from ownlog.backend.verifying.state import State
    from ownlog.frontend.ir.ir import Block, Op, Value


def alike(programs: tuple[Program, Program], state: State | None, ops: tuple[Op, Op], terms: Terms | None) -> bool:
    """Whether the regions of two ops hold the same ops; what they use from outside is what it is in `state`."""
    return _Comparison(programs, state, terms).regions(*ops)


def same_op(programs: tuple[Program, Program], before: Op, after: Op) -> bool:
    """Whether two ops that use nothing from outside, such as functions, have the same text, with all inside of them."""
    return _Comparison(programs, None, None).ops(before, after)


class _Comparison:
    def __init__(self, programs: tuple[Program, Program], state: State | None, terms: Terms | None) -> None:
        self.programs = programs
        self.state = state
        self.terms = terms
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}

    def regions(self, before: Op, after: Op) -> bool:
        if len(before.regions) != len(after.regions):
            return False
        for one, other in zip(before.regions, after.regions, strict=True):
            if len(one.blocks) != len(other.blocks):
                return False
            self.blocks |= zip(one.blocks, other.blocks, strict=True)
            for first, second in zip(one.blocks, other.blocks, strict=True):
                if not self._define(first.arguments, second.arguments):
                    return False
        return all(
            len(first.ops) == len(second.ops) and all(map(self.ops, first.ops, second.ops))
            for one, other in zip(before.regions, after.regions, strict=True)
            for first, second in zip(one.blocks, other.blocks, strict=True)
        )

    def ops(self, before: Op, after: Op) -> bool:
        first, second = self.programs
        return (
            before.name == after.name
            and before.segments == after.segments
            and first.attributes(first.naming.op(before)) == second.attributes(second.naming.op(after))
            and len(before.operands) == len(after.operands)
            and all(map(self._same, before.operands, after.operands))
            and [self.blocks.get(block) for block in before.successors] == after.successors
            and self._define(before.results, after.results)
            and self.regions(before, after)
        )

    def _define(self, before: list[Value], after: list[Value]) -> bool:
        if [value.type.canonical for value in before] != [value.type.canonical for value in after]:
            return False
        self.values |= zip(before, after, strict=True)
        return True

    def _same(self, before: Value, after: Value) -> bool:
        if before in self.values:
            return self.values[before] is after
        if self.state is None or self.terms is None:
            return False
        first, second = self.programs
        found = (
            self.state.before.values.get(first.naming.value(before)),
            self.state.after.values.get(second.naming.value(after)),
        )
        return (
            found[0] is not None
            and found[1] is not None
            and self.terms.stripped(found[0]) == self.terms.stripped(found[1])
        )
