"""Which node of a graph dominates which; the blocks of a region are the graph most asked about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from ownlog.frontend.ir.graphs import Graph, graph_of, of_graph
from ownlog.frontend.ir.ir import Block, Region

N = TypeVar("N", bound=Hashable)


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """The immediate dominator of every reachable block of a region; the entry block is its own."""
    blocks = region.blocks
    return {blocks[node]: blocks[above] for node, above in dominator_numbers(graph_of(region))}


@of_graph
def dominator_numbers(graph: Graph) -> tuple[tuple[int, int], ...]:
    """The number of every block of a graph that can be reached, with that of its immediate dominator."""
    return tuple(dominator_tree(0, graph.__getitem__).items())


def dominator_tree(entry: N, successors: Callable[[N], Iterable[N]]) -> dict[N, N]:
    """The immediate dominator of every node reachable from `entry`, which is its own; dominators come first.

    Takes n log n for n edges (Lengauer and Tarjan: A fast algorithm for finding dominators in a flowgraph, 1979).
    """
    nodes, parent, order = _depth_first(entry, successors)
    number = {node: at for at, node in enumerate(nodes)}
    predecessors: list[list[int]] = [[] for _ in nodes]
    for at, node in enumerate(nodes):
        for successor in successors(node):
            predecessors[number[successor]].append(at)
    if not predecessors[0] and all(len(before) == 1 for before in predecessors[1:]):
        # Branches that never meet are that tree.
        return {nodes[at]: nodes[parent[at]] for at in order}
    forest = _Forest(len(nodes))
    semi, above = forest.semi, [0] * len(nodes)
    waiting: dict[int, list[int]] = {}
    for at in range(len(nodes) - 1, 0, -1):
        semi[at] = min(semi[forest.least(other)] for other in predecessors[at])
        waiting.setdefault(semi[at], []).append(at)
        forest.ancestor[at] = over = parent[at]
        for other in waiting.pop(over, ()):
            least = forest.least(other)
            above[other] = least if semi[least] < semi[other] else over
    for at in range(1, len(nodes)):
        if above[at] != semi[at]:
            above[at] = above[above[at]]
    return {nodes[at]: nodes[above[at]] for at in order}


class _Forest:
    """The nodes of a depth first search by number, of which some hang below their parents already."""

    def __init__(self, size: int) -> None:
        self.semi = list(range(size))
        """The semidominator of each node as far as it is known."""
        self.ancestor = [-1] * size
        """A node above each, or -1 for the top of a tree."""
        self._label = list(range(size))
        """The node of the least semidominator on the way from each node to its ancestor, without that."""

    def least(self, node: int) -> int:
        """The node of the least semidominator on the way up from `node`, without the top of its tree."""
        ancestor, label, semi = self.ancestor, self._label, self.semi
        way = []
        at = node
        while ancestor[at] >= 0 and ancestor[ancestor[at]] >= 0:
            way.append(at)
            at = ancestor[at]
        for below in reversed(way):
            over = ancestor[below]
            if semi[label[over]] < semi[label[below]]:
                label[below] = label[over]
            ancestor[below] = ancestor[over]
        return label[node]


def children(nodes: Iterable[N], above: Mapping[N, N]) -> dict[N, list[N]]:
    """The nodes that each node immediately dominates, in their order."""
    below: dict[N, list[N]] = {}
    for node in nodes:
        if node in above and above[node] is not node:
            below.setdefault(above[node], []).append(node)
    return below


def dominance_spans(above: Mapping[Block, Block]) -> dict[Block, tuple[int, int]]:
    """For each block its preorder number in the dominator tree, and the last number of its subtree.

    In: the immediate dominator of each block, the entry block being its own.
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


def reverse_postorder(entry: N, successors: Callable[[N], Iterable[N]]) -> list[N]:
    """The nodes reachable from `entry`, before their successors except for back edges; the last visited come first."""
    nodes, _, order = _depth_first(entry, successors)
    return [nodes[at] for at in order]


def _depth_first(entry: N, successors: Callable[[N], Iterable[N]]) -> tuple[list[N], list[int], list[int]]:
    """The nodes reachable from `entry` in depth first order, with their parents' numbers and reverse postorder."""
    nodes, parent, order = [entry], [0], []
    seen = {entry}
    stack = [(0, iter(successors(entry)))]
    while stack:
        at, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((len(nodes), iter(successors(successor))))
                nodes.append(successor)
                parent.append(at)
                break
        else:
            order.append(at)
            stack.pop()
    return nodes, parent, order[::-1]
