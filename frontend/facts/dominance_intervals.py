"""Dominance as intervals: a preorder numbering of all definitions, so that "dominates" is a comparison of numbers.

Blocks nest: the regions of an op lie between what stands before and after it in its block, and the blocks that a block dominates come after
its own ops. In a walk of that tree a definition gets the next number, and what it dominates is exactly what is numbered between it and the
end of its block's subtree. (Dominator trees: `dominance.immediate_dominators`; numbering: the classic ancestor test on trees.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from ownlog.frontend.ir.dominators import children, immediate_dominators
from ownlog.frontend.ir.ir import Block, Module, Op, Region, Value

_Below = Mapping[Block, list[Block]]
"""The blocks that each block of a region immediately dominates."""


def dominance_intervals(module: Module, closed: Set[Op] = frozenset(), type: str = "") -> Iterator[tuple[Value, int, int]]:
    """Every value with `enter` and `exit`: it dominates the definitions whose `enter` is greater than its own and at most `exit`.

    Blocks that cannot be reached are numbered as if nothing dominated them. The regions of the ops `closed` are not looked into. With a
    `type`, only values of that are numbered.
    """
    found: list[tuple[Value, Block]] = []
    leave: dict[Block, int] = {}
    stack = [(module.top, _passed(module.top, {}, found, closed, type))]
    while stack:
        block, inner = stack[-1]
        following = next(inner, None)
        if following is None:
            leave[block] = len(found) - 1
            stack.pop()
        else:
            stack.append((following[0], _passed(*following, found, closed, type)))
    for number, (value, block) in enumerate(found):
        yield value, number, leave[block]


def _passed(
    block: Block, below: _Below, found: list[tuple[Value, Block]], closed: Set[Op], type: str
) -> Iterator[tuple[Block, _Below]]:
    """Walk through `block`: what it defines is added to `found`. Gives the blocks to walk through in between, and what is below those."""
    found += [(value, block) for value in block.arguments if not type or value.type.canonical == type]
    at, ops = 0, block.ops
    for number in [number for number, op in enumerate(ops) if op.regions and op not in closed]:
        _add(ops[at:number], block, found, type)
        # What the op itself defines comes after what its regions do.
        at = number
        for region in ops[number].regions:
            yield from _roots(region)
    _add(ops[at:] if at else ops, block, found, type)
    for child in below.get(block, ()):
        yield child, below


def _add(ops: list[Op], block: Block, found: list[tuple[Value, Block]], type: str) -> None:
    if type:
        found += [(value, block) for op in ops for value in op.results if value.type.canonical == type]
    else:
        found += [(value, block) for op in ops for value in op.results]


def _roots(region: Region) -> Iterator[tuple[Block, _Below]]:
    """The entry block with all that it dominates, then each block that cannot be reached."""
    if len(region.blocks) < 2:
        yield from [(block, {}) for block in region.blocks]
        return
    above = immediate_dominators(region)
    yield region.blocks[0], children(region.blocks, above)
    yield from [(block, {}) for block in region.blocks if block not in above]
