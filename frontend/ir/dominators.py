"""Which block dominates which: the algorithm of Cooper, Harvey and Kennedy, over the blocks of one region."""

from __future__ import annotations

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
