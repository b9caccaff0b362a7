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
            frame.begin(found, closed, type)
        child = frame.step(found, type)
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
    stops: list[int] = field(default_factory=list)
    """The numbers of the ops with regions to enter, and of the end of the block, last first."""
    at: int = -1
    waiting: list[_Frame] = field(default_factory=list)

    def begin(self, found: list[tuple[Value, Block]], closed: Set[Op], type: str) -> None:
        """Starts the walk: the arguments of the block are added to the definitions that are passed."""
        self.at = 0
        block = self.block
        found += [(value, block) for value in block.arguments if not type or value.type.canonical == type]
        self.stops = [number for number, op in enumerate(block.ops) if op.regions and op not in closed]
        self.stops.append(len(block.ops))
        self.stops.reverse()

    def step(self, found: list[tuple[Value, Block]], type: str) -> _Frame | None:
        """The next block to enter, or None when all is done; definitions that are passed are added, with this block."""
        block = self.block
        while self.stops and not self.waiting:
            stop = self.stops.pop()
            passed = block.ops[self.at : stop]
            if type:
                found += [(value, block) for op in passed for value in op.results if value.type.canonical == type]
            else:
                found += [(value, block) for op in passed for value in op.results]
            self.at = stop
            if self.stops:
                # What the op itself defines comes after what its regions do.
                self.waiting = [frame for region in block.ops[stop].regions for frame in _roots(region)][::-1]
            else:
                self.waiting = [_Frame(child, self.dominated) for child in reversed(self.dominated.get(block, ()))]
        return self.waiting.pop() if self.waiting else None


def _roots(region: Region) -> list[_Frame]:
    """The entry block with all that it dominates, then each block that cannot be reached."""
    if len(region.blocks) < 2:
        return [_Frame(block, {}) for block in region.blocks]
    above = immediate_dominators(region)
    dominated = children(region.blocks, above)
    return [_Frame(region.blocks[0], dominated), *(_Frame(block, {}) for block in region.blocks if block not in above)]
