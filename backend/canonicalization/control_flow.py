"""Ifs and branches with constant conditions, and trivial regions.

Source: the canonicalization patterns of MLIR's scf and cf dialects, those that deallocation needs.
"""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.canonicalization.buffer_casts import uncast
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.constants import truth
from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.language.memrefs import never_fails
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.types import I1


class Structure:
    """Simplifies the control flow of one function."""

    def __init__(self, rewriter: Rewriter) -> None:
        self.rewriter = rewriter
        self.cut: dict[Region, None] = dict.fromkeys(
            region for op in rewriter.ops() for region in op.regions if len(region.blocks) > 1
        )
        self.visits: dict[str, Callable[[Op], bool]] = {
            build.IF: self._visit_if,
            "scf.execute_region": self._visit_execute_region,
            "scf.while": self._visit_while,
            "cf.cond_br": self._visit_branch,
            build.COPY: self._visit_copy,
        }
        """How ops are simplified, by their names; the answer is whether anything changed."""

    def _visit_while(self, op: Op) -> bool:
        from ownlog.backend.canonicalization.while_ifs import move_if_down

        return move_if_down(op, self.rewriter, self._rename)

    def _visit_copy(self, op: Op) -> bool:
        if op.operands[0] is not op.operands[1]:
            return False
        self.rewriter.erase(op)
        return True

    # scf.if

    def _visit_if(self, op: Op) -> bool:
        known = truth(op.operands[0])
        if known is not None:
            region = op.regions[0 if known else 1]
            self._inline(op, region.blocks[0]) if region.blocks else self.rewriter.erase(op)
            return True
        if not op.results and all(map(self._does_nothing, op.regions)):
            self.rewriter.erase(op)
            return True
        changed = self._drop_empty_else(op)
        changed |= self._results_by_condition(op)
        changed |= self._select_results(op)
        return self._drop_unused_results(op) or changed

    def _does_nothing(self, region: Region) -> bool:
        for block in region.blocks:
            self.rewriter.flush_block(block)
        return all(len(block.ops) == 1 for block in region.blocks)

    def _drop_empty_else(self, op: Op) -> bool:
        if op.results or len(op.regions) < 2 or not op.regions[1].blocks or not self._does_nothing(op.regions[1]):
            return False
        for block in op.regions[1].blocks:
            for nested in block.ops:
                self.rewriter.erase(nested)
        op.regions[1] = Region()
        op.regions[1].parent = op
        op.mark_changed()
        return True

    def _results_by_condition(self, op: Op) -> bool:
        """A result that is true on one side and false on the other is the condition, or its negation."""
        if not op.results:
            return False
        ends = [region.blocks[0].terminator for region in op.regions]
        changed = False
        for k, result in enumerate(op.results):
            if result.type is not I1 or not self.rewriter.is_used(result):
                continue
            sides = [truth(end.operands[k]) for end in ends if end is not None]
            if sides == [True, False]:
                self.rewriter.replace(result, op.operands[0])
                changed = True
            elif sides == [False, True]:
                negation = build.xor_i(op.operands[0], self.rewriter.constant(True), self.rewriter.names)
                self.rewriter.replace_by(result, negation)
                changed = True
        return changed

    def _select_results(self, op: Op) -> bool:
        """Results given from outside on both sides become selects before the op.

        If an op only casts such values, and may be dropped, its results become selects as well.
        """
        if not op.results or not all(len(region.blocks) == 1 for region in op.regions):
            return False
        blocks = [region.blocks[0] for region in op.regions]
        idle: bool | None = None
        changed = False
        for k, result in enumerate(op.results):
            if not self.rewriter.is_used(result):
                continue
            given = [block.terminator.operands[k] for block in blocks if block.terminator is not None]
            if any(value.block is block for value, block in zip(given, blocks, strict=True)):
                if idle is None:
                    idle = all(map(self._only_casts, blocks))
                if not idle:
                    continue
            sides = [self._outside(value, block, op) for value, block in zip(given, blocks, strict=True)]
            if sides[0] is sides[1]:
                self.rewriter.replace(result, sides[0])
            else:
                select = build.select(op.operands[0], sides[0], sides[1], self.rewriter.names)
                self.rewriter.replace_by(result, select)
            changed = True
        return changed

    def _only_casts(self, block: Block) -> bool:
        """Does `block` do nothing but cast buffers of outside, to types that tell less?"""
        self.rewriter.flush_block(block)
        for op in block.ops[:-1]:
            source = uncast(op.results[0]) if len(op.results) == 1 else None
            if source is None or source.block is block or not never_fails(source.type, op.results[0].type):
                return False
        return True

    def _outside(self, value: Value, block: Block, op: Op) -> Value:
        """`value`, or the cast that it is in `block` made again in front of `op`, which is around it."""
        if value.block is not block:
            return value
        assert isinstance(value.owner, Op)
        cast = build.cast(value.owner.operands[0], value.type, self.rewriter.names)
        self.rewriter.insert_before(op, [cast])
        return cast.results[0]

    def _drop_unused_results(self, op: Op) -> bool:
        kept = [self.rewriter.is_used(result) for result in op.results]
        if all(kept) or not all(len(region.blocks) == 1 for region in op.regions):
            return False
        for region in op.regions:
            end = region.blocks[0].terminator
            assert end is not None
            self.rewriter.set_operands(end, [value for value, keep in zip(end.operands, kept, strict=True) if keep])
            self.rewriter.leave_out(end)
        self.rewriter.keep_results(op, kept)
        return True

    # Regions

    def _visit_execute_region(self, op: Op) -> bool:
        blocks = op.regions[0].blocks
        if len(blocks) != 1 or "no_inline" in op.properties:
            return False
        if blocks[0].terminator is None or blocks[0].terminator.name != build.YIELD:
            return False
        self._inline(op, blocks[0])
        return True

    def _inline(self, op: Op, block: Block) -> None:
        """Put the ops of `block`, which is in a region of `op`, in the place of `op`."""
        self.rewriter.flush_block(block)
        end = block.terminator
        assert end is not None
        self._rename(block)
        moved = block.ops[:-1]
        self.rewriter.move_before(op, moved)
        values = list(end.operands)
        block.set_ops([end])
        self.rewriter.replace_op(op, values)

    def _rename(self, block: Block) -> None:
        """Names that are defined in another region too must not meet where they become visible."""
        names = self.rewriter.names
        for op in block.ops:
            for name in dict.fromkeys(value.name for value in op.results):
                if name and names.is_shared(name):
                    names.release(name)
                    self.rewriter.rename([value for value in op.results if value.name == name], names.again(name))
                    op.mark_changed()

    # Branches

    def _visit_branch(self, op: Op) -> bool:
        known = truth(op.operands[0])
        if known is not None:
            groups, taken = op.groups(), op.successors[0 if known else 1]
            op.name, op.successors = build.BRANCH, [taken]
            op.properties, op.segments = {}, None
            self.rewriter.set_operands(op, groups[1 if known else 2])
            assert op.parent is not None
            assert op.parent.parent is not None
            self.cut[op.parent.parent] = None
            return True
        return False

    def remove_unreachable(self) -> bool:
        """Remove unreachable blocks, of all regions or where a branch became unconditional; whether there were any."""
        found = False
        for region in self.cut:
            reached = reachable(region)
            gone = [block for block in region.blocks if block not in reached]
            for block in gone:
                for op in block.ops:
                    self.rewriter.erase(op)
            if gone:
                found = True
                region.keep_blocks([block in reached for block in region.blocks])
        self.cut = {}
        return found


def drop_unreachable_blocks(module: Module, effects: Effects) -> None:
    """Remove the blocks of all functions that control never comes to."""
    for function in module.functions(effects):
        if any(len(region.blocks) > 1 for op in function.walk() for region in op.regions):
            rewriter = Rewriter(function, effects)
            Structure(rewriter).remove_unreachable()
            rewriter.flush()


def reachable(region: Region) -> set[Block]:
    """The blocks of a region that control can get to from its entry."""
    reached = {region.blocks[0]}
    waiting = [region.blocks[0]]
    while waiting:
        end = waiting.pop().terminator
        for successor in end.successors if end is not None else ():
            if successor not in reached:
                reached.add(successor)
                waiting.append(successor)
    return reached
