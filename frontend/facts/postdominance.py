"""Postdominance as intervals of numbers.

In the tree of postdominators of a region a block gets the next number of a preorder; it postdominates those from there
to the end of its subtree. (Dominator trees: `dominators.dominator_tree`, of the reversed graph.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ownlog.frontend.ir.dominators import children, dominator_tree, reverse_postorder
from ownlog.frontend.ir.graphs import Graph, of_graph

Row = tuple[str | int, ...]
_EXIT = -1
"""The node of a region's graph that lies behind all ways out of it."""

RELATIONS = ("postdominance", "immediate_postdominator")


def postdominance_facts(graph: Graph, names: Sequence[str], number: int) -> dict[str, list[Row]]:
    """The rows of this file's relations for a region's graph; its blocks have `names`, and numbers from `number` on."""
    spans, above = _tree(graph)
    return {
        "postdominance": [(names[node], number + first, number + last) for node, first, last in spans],
        "immediate_postdominator": [(names[node], names[over]) for node, over in above],
    }


class _Tree(NamedTuple):
    """The tree of postdominators: each block's interval of numbers, and its immediate postdominator."""

    spans: list[tuple[int, int, int]]
    above: list[tuple[int, int]]


@of_graph
def _tree(graph: Graph) -> _Tree:
    before = _turned_round(graph)
    above = dominator_tree(_EXIT, before.__getitem__)
    below = children(above, above)
    found = _Tree([], [])
    first: dict[int, int] = {}
    stack: list[tuple[int, bool]] = [(_EXIT, False)]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            found.spans.append((node, first[node], len(first) - 2))
            continue
        # The exit comes first, and has no number.
        first[node] = len(first) - 1
        if node != _EXIT:
            stack.append((node, True))
            if (over := above[node]) != _EXIT:
                found.above.append((node, over))
        stack += [(child, False) for child in below.get(node, ())]
    return found


def _turned_round(graph: Graph) -> Mapping[int, list[int]]:
    """The predecessors of each block, and of the exit of the region.

    One block of each cycle without a way out counts as if it had one.
    """
    before: dict[int, list[int]] = {_EXIT: []}
    for node, following in enumerate(graph):
        before.setdefault(node, [])
        for other in dict.fromkeys(following):
            before.setdefault(other, []).append(node)
        if not following:
            before[_EXIT].append(node)
    order = reverse_postorder(_EXIT, before.__getitem__)
    if len(order) < len(before):
        leaving = set(order)
        for node in reversed(reverse_postorder(0, graph.__getitem__)):
            if node not in leaving:
                before[_EXIT].append(node)
                leaving.update(_leading_to(node, before, leaving))
        # What cannot be reached keeps control as it likes.
        before[_EXIT] += [node for node in range(len(graph)) if node not in leaving]
    return before


def _leading_to(node: int, before: Mapping[int, list[int]], known: set[int]) -> set[int]:
    """The blocks that control comes to `node` from, but for those that are `known` to lead out."""
    found = {node}
    work = [node]
    while work:
        for other in before[work.pop()]:
            if other not in found and other not in known:
                found.add(other)
                work.append(other)
    return found
