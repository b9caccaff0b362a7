"""Postdominance as intervals: which blocks control comes to in any case, as a comparison of numbers.

In the tree of postdominators of a region a block gets the next number of a preorder; what it postdominates is numbered from there to the
end of its subtree. (Dominator trees: `dominators.dominator_tree`, of the region with its edges turned round.)
"""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.dominators import children, dominator_tree, reverse_postorder
from ownlog.frontend.ir.ir import Block, Region

Row = tuple[str | int, ...]
_Node = Block | None
"""A block of a region, or what lies behind all ways out of it."""
_EXIT: _Node = None

RELATIONS = ("postdominance", "immediate_postdominator")


def postdominance_facts(region: Region, naming: Naming, number: int) -> dict[str, list[Row]]:
    """The rows of all relations of this file for one region; one of a single block has none. Its blocks are numbered from `number`."""
    facts: dict[str, list[Row]] = {name: [] for name in RELATIONS}
    if len(region.blocks) < 2:
        return facts
    before = _turned_round(region)
    above = dominator_tree(_EXIT, before.__getitem__)
    below = children(above, above)
    first: dict[_Node, int] = {}
    stack: list[tuple[_Node, bool]] = [(_EXIT, False)]
    while stack:
        node, is_done = stack.pop()
        if node is None:
            first[node] = number - 1
        elif is_done:
            facts["postdominance"].append((naming.block(node), first[node], number + len(first) - 2))
            continue
        else:
            first[node] = number + len(first) - 1
            stack.append((node, True))
            if (over := above[node]) is not None:
                facts["immediate_postdominator"].append((naming.block(node), naming.block(over)))
        stack += [(child, False) for child in below.get(node, ())]
    return facts


def _turned_round(region: Region) -> Mapping[_Node, list[_Node]]:
    """What control comes from to each block, and to the exit of the region.

    Where it may be kept in, one block of each cycle without a way out counts as if it had one.
    """
    before: dict[_Node, list[_Node]] = {_EXIT: []}
    for block in region.blocks:
        before.setdefault(block, [])
        following = block.successors
        for other in dict.fromkeys(following):
            before.setdefault(other, []).append(block)
        if not following:
            before[_EXIT].append(block)
    order = reverse_postorder(_EXIT, before.__getitem__)
    if len(order) < len(before):
        leaving = set(order)
        for block in reversed(reverse_postorder(region.blocks[0], lambda block: block.successors)):
            if block not in leaving:
                before[_EXIT].append(block)
                leaving.update(_leading_to(block, before, leaving))
        # What cannot be reached keeps control as it likes.
        before[_EXIT] += [block for block in region.blocks if block not in leaving]
    return before


def _leading_to(block: Block, before: Mapping[_Node, list[_Node]], known: set[_Node]) -> set[_Node]:
    """The blocks that control comes to `block` from, but for those that are `known` to lead out."""
    found: set[_Node] = {block}
    work: list[_Node] = [block]
    while work:
        for other in before[work.pop()]:
            if other not in found and other not in known:
                found.add(other)
                work.append(other)
    return found
