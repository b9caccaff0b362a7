"""Which node of a graph dominates which; the blocks of a region are the graph most asked about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from ownlog.frontend.ir.ir import Block, Region

N = TypeVar("N", bound=Hashable)


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """The immediate dominator of every reachable block of a region; the entry block is its own."""
    return dominator_tree(region.blocks[0], lambda block: block.successors)


def dominator_tree(entry: N, successors: Callable[[N], Iterable[N]], order: Sequence[N] | None = None) -> dict[N, N]:
    """The immediate dominator of every node that can be reached from `entry`, which is its own (Cooper, Harvey and Kennedy: A simple, fast
    dominance algorithm, 2001). Each node comes behind the one that immediately dominates it. `order`: the reverse postorder, if known."""
    order = reverse_postorder(entry, successors) if order is None else order
    number = {node: at for at, node in enumerate(order)}
    predecessors: list[list[int]] = [[] for _ in order]
    for at, node in enumerate(order):
        for successor in successors(node):
            predecessors[number[successor]].append(at)
    above: list[int | None] = [None] * len(order)
    above[0] = 0
    changed = True
    while changed:
        changed = False
        for at in range(1, len(order)):
            best: int | None = None
            for other in predecessors[at]:
                if above[other] is not None:
                    best = other if best is None else _meet(other, best, above)
            if above[at] != best:
                above[at] = best
                changed = True
    return {node: order[dominator] for node, dominator in zip(order, above, strict=True) if dominator is not None}


def children(nodes: Iterable[N], above: Mapping[N, N]) -> dict[N, list[N]]:
    """Those of `nodes` that each node immediately dominates, in their order. In: the immediate dominator of all that can be reached."""
    below: dict[N, list[N]] = {}
    for node in nodes:
        if node in above and above[node] is not node:
            below.setdefault(above[node], []).append(node)
    return below


def dominance_spans(above: Mapping[Block, Block]) -> dict[Block, tuple[int, int]]:
    """For each block its number and the last number among the blocks that it dominates, in a preorder of the tree.

    In: the immediate dominator of each block, the entry block being its own. A block dominates those whose numbers lie in its span.
    """
    below = children(above, above)
    root = next((block for block, dominator in above.items() if block is dominator), None)
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
            stack += below.get(block, ())
    return spans


def _meet(one: int, other: int, above: Sequence[int | None]) -> int:
    """The closest node that dominates both; nodes are numbered in reverse postorder."""
    while one != other:
        later, earlier = max(one, other), min(one, other)
        dominator = above[later]
        assert dominator is not None
        one, other = dominator, earlier
    return one


def reverse_postorder(entry: N, successors: Callable[[N], Iterable[N]]) -> list[N]:
    """The nodes that can be reached from `entry`, each in front of those that it leads to, but for edges that close cycles. What is visited
    first comes last."""
    order: list[N] = []
    seen = {entry}
    stack = [(entry, iter(successors(entry)))]
    while stack:
        node, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successors(successor))))
                break
        else:
            order.append(node)
            stack.pop()
    return order[::-1]
