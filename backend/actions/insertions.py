"""New ops by place, inserted together: each block is written once."""

from __future__ import annotations

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block, Op, Value


class Insertions:
    """New ops of one rewrite; a method gives the list at a place, and `place` inserts all.

    At the end of a block, the list ahead of its terminator (which may be a free) comes first.
    """

    def __init__(self) -> None:
        self._starts: dict[Block, list[Op]] = {}
        self._ends: dict[Block, list[Op]] = {}
        self._ahead: dict[Op, list[Op]] = {}
        self._behind: dict[Op, list[Op]] = {}

    def start(self, block: Block) -> list[Op]:
        """What comes before the first op of `block`."""
        return self._starts.setdefault(block, [])

    def end(self, block: Block) -> list[Op]:
        """What comes before the terminator of `block`."""
        return self._ends.setdefault(block, [])

    def ahead(self, op: Op) -> list[Op]:
        """What comes right before `op`."""
        return self._ahead.setdefault(op, [])

    def behind(self, op: Op) -> list[Op]:
        return self._behind.setdefault(op, [])

    def at_definition(self, value: Value) -> list[Op]:
        """What comes right after the definition of `value`."""
        return self.start(value.owner) if isinstance(value.owner, Block) else self.behind(value.owner)

    def place(self) -> None:
        """Put the ops into their blocks."""
        filled = [block for places in (self._starts, self._ends) for block, new in places.items() if new]
        filled += [
            op.parent
            for places in (self._behind, self._ahead)
            for op, new in places.items()
            if new and op.parent is not None
        ]
        for block in dict.fromkeys(filled):
            ops = list(self._starts.get(block, ()))
            terminator = block.terminator
            for op in block.ops:
                ops += self._ahead.get(op, ())
                if op is terminator:
                    ops += self._ends.get(block, ())
                ops.append(op)
                ops += self._behind.get(op, ())
            block.replace_ops(ops)


def put_on_edge(terminator: Op, successor: int, between: Block, ops: list[Op], sent: list[Value], index: int) -> None:
    """Put `ops` on an edge through the new block `between`, number `index` of the region.

    It goes on to the former successor, with `sent` for the arguments there.
    """
    target = terminator.successors[successor]
    assert target.parent is not None
    for op in [*ops, build.branch(target, sent)]:
        between.append(op)
    target.parent.insert(index, between)
    terminator.successors[successor] = between
    terminator.mark_changed()
