"""Ops that stand elsewhere: many moves at once, in one walk over each block that they touch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriters import Rewriters
from ownlog.frontend.ir.ir import Block, Op, Reason
from ownlog.frontend.ir.module import Module


@dataclass(frozen=True)
class Move:
    """`op` goes to the block of `anchor`, right `behind` it, or else in front of it."""

    op: Op
    anchor: Op
    behind: bool = False


def carry_out(moves: Iterable[Move]) -> None:
    """Move ops, in place; none moves twice, and no anchor moves.

    In front of an anchor the order of the moves is kept, behind it reversed.
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


def _reordered(
    ops: Iterable[Op], before: dict[Op, list[Op]], behind: dict[Op, list[Op]], moved: set[Op]
) -> Iterator[Op]:
    for op in ops:
        yield from before.get(op, ())
        if op not in moved:
            yield op
        yield from reversed(behind.get(op, ()))


def reasons(relation: str, moves: Collection[Move]) -> Callable[[Op], Reason]:
    """For each op that moves, the row of a relation of ops and their anchors."""
    return {move.op: (relation, (move.op, move.anchor)) for move in moves}.__getitem__


def move_in_order(module: Module, moves: Collection[Move], reason: Callable[[Op], Reason], effects: Effects) -> None:
    """Carry out moves in the order of the text, each with its `reason`; moved ops keep unique names."""
    order = {op: number for number, op in enumerate(module.walk())} if moves else {}
    moves = sorted(moves, key=lambda move: order[move.op])
    rewriters = Rewriters(effects)
    for move in moves:
        move.op.because += (reason(move.op),)
        rewriter = rewriters.around(move.op)
        for result in move.op.results:
            if rewriter.names.is_shared(result.name):
                old = result.name
                rewriter.rename([result], rewriter.names.again(old))
                rewriter.names.release(old)
                move.op.mark_changed()
    carry_out(moves)
