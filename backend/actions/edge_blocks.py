"""A block of its own on an edge of the control flow graph."""

from __future__ import annotations

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block, Op, Value


def put_on_edge(terminator: Op, successor: int, between: Block, ops: list[Op], sent: list[Value], index: int) -> None:
    """Lead the way from `terminator` to its successor number `successor` through the new block `between`, number
    `index` of the region.

    There, control does `ops` and goes on to where it went before, with `sent` for the arguments there.
    """
    target = terminator.successors[successor]
    assert target.parent is not None
    for op in [*ops, build.branch(target, sent)]:
        between.append(op)
    target.parent.insert(index, between)
    terminator.successors[successor] = between
    terminator.mark_changed()
