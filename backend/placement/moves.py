"""Ops that stand elsewhere: many moves at once, in one walk over each block that they touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ownlog.frontend.ir.ir import Block, Op


@dataclass(frozen=True)
class Move:
    """`op` goes to the block of `anchor`, right `behind` it, or else in front of it."""

    op: Op
    anchor: Op
    behind: bool = False


def carry_out(moves: Iterable[Move]) -> None:
    """Move ops, in place. What goes in front of an anchor keeps the order of the moves; of what goes behind it, the last move comes first.

    No op is moved twice, and no anchor moves.
    """
    before: dict[Op, list[Op]] = {}
    behind: dict[Op, list[Op]] = {}
    moved: set[Op] = set()
    blocks: dict[Block, None] = {}
    for move in moves:
        if move.behind:
            behind.setdefault(move.anchor, []).append(move.op)
        else:
            before.setdefault(move.anchor, []).append(move.op)
        moved.add(move.op)
        blocks.update((op.parent, None) for op in (move.op, move.anchor) if op.parent is not None)
    for block in blocks:
        block.replace_ops(list(_reordered(block.ops, before, behind, moved)))


def _reordered(ops: Iterable[Op], before: dict[Op, list[Op]], behind: dict[Op, list[Op]], moved: set[Op]) -> Iterator[Op]:
    for op in ops:
        yield from before.get(op, ())
        if op not in moved:
            yield op
        yield from reversed(behind.get(op, ()))
