"""Dominance as intervals: a preorder numbering of all definitions, so that "dominates" is a comparison of numbers.

Blocks nest: the regions of an op lie between what stands before and after it in its block, and the blocks that a block dominates come after
its own ops. In a walk of that tree a definition gets the next number, and what it dominates is exactly what is numbered between it and the
end of its block's subtree. (Dominator trees: `dominance.immediate_dominators`; numbering: the classic ancestor test on trees.)
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from ownlog.base.later import dataclass, field
from ownlog.frontend.ir.dominators import children, immediate_dominators
from ownlog.frontend.ir.ir import Block, Module, Op, Region, Value


def dominance_intervals(module: Module, closed: Set[Op] = frozenset(), type: str = "") -> Iterator[tuple[Value, int, int]]:
    """Every value with `enter` and `exit`: it dominates the definitions whose `enter` is greater than its own and at most `exit`.

    Blocks that cannot be reached are numbered as if nothing dominated them. The regions of the ops `closed` are not looked into. With a
    `type`, only values of that are numbered.
    """
    found: list[tuple[Value, Block]] = []
    leave: dict[Block, int] = {}
    stack = [_Frame(module.top, {})]
    while stack:
        frame = stack[-1]
        if frame.at < 0:
            frame.begin(found, type)
        child = frame.step(found, closed, type)
        if child is not None:
            stack.append(child)
        else:
            leave[frame.block] = len(found) - 1
            stack.pop()
    for number, (value, block) in enumerate(found):
        yield value, number, leave[block]


@dataclass(slots=True)
class _Frame:
    """A block in the middle of the walk: `waiting` are the blocks to enter before the walk goes on with op number `at`."""

    block: Block
    dominated: dict[Block, list[Block]]
    ops: list[Op] = field(default_factory=list)
    """Those that define what is numbered, or have regions."""
    at: int = -1
    inside: bool = False
    waiting: list[_Frame] = field(default_factory=list)

    def begin(self, found: list[tuple[Value, Block]], type: str) -> None:
        """Starts the walk: the arguments of the block are added to the definitions that are passed."""
        self.at = 0
        block = self.block
        found += [(value, block) for value in block.arguments if not type or value.type.canonical == type]
        self.ops = [op for op in block.ops if op.regions or _defines(op, type)] if type else block.ops

    def step(self, found: list[tuple[Value, Block]], closed: Set[Op], type: str) -> _Frame | None:
        """The next block to enter, or None when all is done; definitions that are passed are added, with this block."""
        block, ops = self.block, self.ops
        while True:
            if self.waiting:
                return self.waiting.pop()
            if self.at >= len(ops):
                break
            op = ops[self.at]
            if op.regions and not self.inside and op not in closed:
                self.inside = True
                self.waiting = [frame for region in op.regions for frame in _roots(region)][::-1]
                continue
            self.inside = False
            self.at += 1
            if op.results:
                found += [(value, block) for value in op.results if not type or value.type.canonical == type]
        if self.at == len(ops):
            self.at += 1
            self.waiting = [_Frame(child, self.dominated) for child in reversed(self.dominated.get(block, ()))]
        return self.waiting.pop() if self.waiting else None


def _defines(op: Op, type: str) -> bool:
    results = op.results
    return results[0].type.canonical == type if len(results) == 1 else any(value.type.canonical == type for value in results)


def _roots(region: Region) -> list[_Frame]:
    """The entry block with all that it dominates, then each block that cannot be reached."""
    if len(region.blocks) < 2:
        return [_Frame(block, {}) for block in region.blocks]
    above = immediate_dominators(region)
    dominated = children(region.blocks, above)
    return [_Frame(region.blocks[0], dominated), *(_Frame(block, {}) for block in region.blocks if block not in above)]
