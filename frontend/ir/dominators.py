"""Which block dominates which: the algorithm of Cooper, Harvey and Kennedy, over the blocks of one region."""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.frontend.ir.ir import Block, Region


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """The immediate dominator of every reachable block of a region (the entry block is its own), after Cooper, Harvey and Kennedy."""
    order = _postorder(region.blocks[0])
    number = {block: i for i, block in enumerate(order)}
    predecessors: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in _successors(block):
            predecessors[successor].append(block)
    entry = region.blocks[0]
    found = {entry: entry}
    changed = True
    while changed:
        changed = False
        for block in reversed(order[:-1]):
            best: Block | None = None
            for other in predecessors[block]:
                if other in found:
                    best = other if best is None else _meet(other, best, found, number)
            assert best is not None
            if found.get(block) is not best:
                found[block] = best
                changed = True
    return found


def dominance_spans(above: Mapping[Block, Block]) -> dict[Block, tuple[int, int]]:
    """For each block its number and the last number among the blocks that it dominates, in a preorder of the tree.

    In: the immediate dominator of each block, the entry block being its own. A block dominates those whose numbers lie in its span.
    """
    below: dict[Block, list[Block]] = {block: [] for block in above}
    root: Block | None = None
    for block, dominator in above.items():
        if block is dominator:
            root = block
        else:
            below[dominator].append(block)
    first: dict[Block, int] = {}
    spans: dict[Block, tuple[int, int]] = {}
    stack = [] if root is None else [root]
    while stack:
        block = stack[-1]
        if block in first:
            stack.pop()
            spans.setdefault(block, (first[block], len(first) - 1))
        else:
            first[block] = len(first)
            stack += below[block]
    return spans


def _meet(a: Block, b: Block, found: dict[Block, Block], number: dict[Block, int]) -> Block:
    while a is not b:
        while number[a] < number[b]:
            a = found[a]
        while number[b] < number[a]:
            b = found[b]
    return a


def _postorder(entry: Block) -> list[Block]:
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(_successors(entry)))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(_successors(successor))))
                break
        else:
            order.append(block)
            stack.pop()
    return order


def _successors(block: Block) -> list[Block]:
    return block.ops[-1].successors if block.ops else []
