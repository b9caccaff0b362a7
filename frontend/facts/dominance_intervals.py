"""Dominance as intervals: a preorder numbering of all definitions, so that "dominates" is a comparison of numbers.

Blocks nest: the regions of an op lie between what stands before and after it in its block, and the blocks that a block
dominates come after its own ops. In a walk of that tree a definition gets the next number, and what it dominates is
exactly what is numbered between it and the end of its block's subtree. (Dominator trees: `dominators.dominator_tree`;
numbering: the classic ancestor test on trees.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import TypeAlias

from ownlog.frontend.ir.dominators import children, dominator_numbers
from ownlog.frontend.ir.graphs import Graph, graph_of, of_graph
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.text.types import Type

Row: TypeAlias = "tuple[str, int, int]"
_Order: TypeAlias = "tuple[tuple[int, tuple[int, ...]], ...]"
"""The blocks of a region by number, dominators first.

With each, the places of the blocks that dominate nothing behind it any more.
"""


def dominance_intervals(
    top: Block,
    of_value: Mapping[Value, str],
    closed: Set[Op],
    types: Set[Type] | None = None,
    graph: Callable[[Region], Graph] = graph_of,
) -> list[Row]:
    """The name of every value with `enter` and `exit`: it dominates definitions with `enter` in that interval.

    In: the outermost block, the names of values, ops with regions to skip, and types of values (None: all); `graph`
    gives that of a region. Unreachable blocks count as if nothing dominated them.
    """
    walk = _Walk(closed, types, graph)
    walk.through(top)
    return [(of_value[value], number, walk.exits[place]) for number, (value, place) in enumerate(walk.found)]


class _Walk:
    """What a walk over all definitions has found."""

    def __init__(self, closed: Set[Op], types: Set[Type] | None, graph: Callable[[Region], Graph]) -> None:
        self.closed = closed
        self.types = types
        self.graph = graph
        self.found: list[tuple[Value, int]] = []
        """Definitions, with the places of the blocks that they are in."""
        self.exits: list[int] = []
        """By place, the number of the last definition that the block there dominates."""

    def through(self, top: Block) -> None:
        """Walk through a block and all that is in it."""
        waiting = self._entered([top], ((0, (0,)),))
        while waiting:
            block, place, ends, at = waiting.pop()
            if at < 0:
                self._add(block.arguments, place)
            for number in range(max(at, 0), len(block.ops)):
                op = block.ops[number]
                if op.regions and number != at and op not in self.closed:
                    # What the op itself defines comes after what its regions do.
                    waiting.append((block, place, ends, number))
                    for region in reversed(op.regions):
                        if region.blocks:
                            order = _order(self.graph(region)) if len(region.blocks) > 1 else ((0, (0,)),)
                            waiting += self._entered(region.blocks, order)
                    break
                if op.results:
                    self._add(op.results, place)
            else:
                for ended in ends:
                    self.exits[ended] = len(self.found) - 1

    def _add(self, values: Iterable[Value], place: int) -> None:
        self.found += [(value, place) for value in values if self.types is None or value.type in self.types]

    def _entered(self, blocks: list[Block], order: _Order) -> list[tuple[Block, int, list[int], int]]:
        """The blocks of a region, reversed, with their places, the blocks that end with them, and a fresh mark."""
        first = len(self.exits)
        self.exits += [0] * len(blocks)
        steps = [(blocks[node], first + at, [first + end for end in ends], -1) for at, (node, ends) in enumerate(order)]
        return steps[::-1]


@of_graph
def _order(graph: Graph) -> _Order:
    """The order of the blocks of a graph: what the entry block dominates, then each block that cannot be reached."""
    above = dict(dominator_numbers(graph))
    below = children(range(len(graph)), above)
    order: list[int] = []
    waiting = [*reversed([node for node in range(len(graph)) if node not in above]), 0]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(below.get(order[-1], ()))
    place = {node: at for at, node in enumerate(order)}
    sizes = [1] * len(order)
    ends: list[list[int]] = [[] for _ in order]
    for at, node in reversed([*enumerate(order)]):
        ends[at + sizes[at] - 1].append(at)
        if above.get(node, node) != node:
            sizes[place[above[node]]] += sizes[at]
    return tuple([(node, tuple(ends[at])) for at, node in enumerate(order)])
