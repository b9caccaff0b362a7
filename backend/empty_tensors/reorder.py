"""The order of a block's ops in which each part follows its destination and precedes the op that uses it.

A topological sort that keeps the order of the text unless a part has to go first (depth first, Tarjan 1976): then what
the part needs goes in front of it, if it may move. A part that waits for its own user, or for an op bound to its place,
is left out. An op that failed is not tried again before what it waits for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ownlog.backend.empty_tensors.parts import Part
from ownlog.frontend.ir.ir import Block, Op, Value


@dataclass(frozen=True)
class Freedom:
    """Ops that are `free` to move, and `stopping` ops that no part may be taken behind, except `early` and `there`
    ones.
    """

    free: Collection[Op]
    stopping: Collection[Op]
    early: Collection[Op] = frozenset()
    there: Collection[Op] = frozenset()


Node: TypeAlias = "Op | Part"


@dataclass
class _Frame:
    """A node whose turn it is, and what it still waits for."""

    node: Node
    rest: Iterator[Node]


@dataclass
class _Order:
    """The state of one sort."""

    block: Block
    parts: Mapping[tuple[Op, int], Part]
    freedom: Freedom
    done: dict[Node, None] = field(default_factory=dict)
    left_out: set[Part] = field(default_factory=set)
    waits: dict[Node, Node] = field(default_factory=dict)
    """For a node that was tried in vain, what it waits for."""
    stretch: dict[Op, int] = field(default_factory=dict)
    """How many ops that may stop stand in front of an op."""
    among: dict[Node, int] = field(default_factory=dict)
    """The same of the op for which a node was placed."""

    def run(self) -> None:
        stops = 0
        for op in self.block.ops:
            self.stretch[op] = stops
            stops += op in self.freedom.stopping
        for op in self.block.ops:
            if op not in self.done:
                self._place(op)

    def _place(self, root: Op) -> None:
        """Give `root` its place, and before it all that it waits for; without parts that is all placed."""
        stack = [_Frame(root, self.needs(root))]
        open_nodes: set[Node] = {root}
        while stack:
            node = next(stack[-1].rest, None)
            if node is None:
                placed = stack.pop().node
                open_nodes.discard(placed)
                self.done[placed] = None
                self.among[placed] = self.stretch[root]
            elif node not in self.done:
                cause = self._obstacle(node, open_nodes, root)
                if cause is None:
                    open_nodes.add(node)
                    stack.append(_Frame(node, self.needs(node)))
                else:
                    self._leave_out(stack, open_nodes, cause)

    def _obstacle(self, node: Node, open_nodes: set[Node], root: Op) -> Node | None:
        """What keeps `node` from going in front of `root`."""
        if node in open_nodes:
            return node
        cause = self.waits.get(node)
        if cause is not None and cause not in self.done:
            return cause
        if isinstance(node, Part):
            if node.kind == "buffer" and node.op is not root:
                return node.op
            return (
                None if node.insertion in self.freedom.there or self.stretch[node.op] == self.stretch[root] else node.op
            )
        if node not in self.freedom.free:
            return node
        return None if node in self.freedom.early or self.stretch[node] == self.stretch[root] else node

    def _leave_out(self, stack: list[_Frame], open_nodes: set[Node], cause: Node) -> None:
        """Do without the last part on the way; who uses it has its empty tensor again."""
        while stack:
            node = stack.pop().node
            open_nodes.discard(node)
            if isinstance(node, Part):
                self.left_out.add(node)
                break
            self.waits[node] = cause
        stack[-1].rest = self.needs(stack[-1].node)

    def part_at(self, op: Op, operand: int) -> Part | None:
        """The part that stands for operand number `operand` of `op` in this block."""
        part = self.parts.get((op, operand))
        return part if part is not None and part.op.parent is self.block and part not in self.left_out else None

    def needs(self, node: Node) -> Iterator[Node]:
        """What has to stand in front of a node, of what stands in the block."""
        if isinstance(node, Part):
            above = self.part_at(node.insertion, 1)
            if above is not None:
                yield above
            values: Sequence[Value] = (
                node.insertion.operands[1 if above is None else 2 :] if node.there is None else [node.there]
            )
        else:
            parts = [self.part_at(node, k) for k in range(len(node.operands))]
            yield from (part for part in parts if part is not None)
            values = [value for nested in node.walk() for value in nested.operands]
        for value in values:
            if isinstance(value.owner, Op) and value.owner.parent is self.block and value.owner is not node:
                yield value.owner


def reordered(block: Block, parts: Mapping[tuple[Op, int], Part], freedom: Freedom) -> list[Node]:
    """The ops of `block` in the new order with the parts for their uses, without those that cannot be taken.

    A part is as early as the empty tensor was, or right after what it needs: bufferization decides the ops behind
    first, and copies of write-only tensors are the cheapest.
    """
    order = _Order(block, parts, freedom)
    order.run()
    placed = [node for node in order.done if not (isinstance(node, Part) and node in order.left_out)]
    numbers = {node: number for number, node in enumerate(placed)}
    first: dict[int, int] = {}
    for number, node in enumerate(placed):
        if isinstance(node, Op):
            first.setdefault(order.among[node], number)
    for number, node in enumerate(placed):
        if isinstance(node, Part) and node.kind != "buffer":
            ahead = [
                numbers[need]
                for need in (*order.needs(node), node.empty.owner)
                if isinstance(need, (Op, Part)) and need in numbers
            ]
            behind = [other for other in ahead if other < number]
            numbers[node] = max(*behind, first[order.among[node]] - 1) if behind else number
    return sorted(placed, key=lambda node: (numbers[node], isinstance(node, Part)))
