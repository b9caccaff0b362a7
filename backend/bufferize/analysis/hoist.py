"""Ops that copy something in each iteration move in front of the loop (`rules/bufferize/hoist.dl`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from ownlog.backend.bufferize.analysis.moved import ONCE, Moved
from ownlog.backend.bufferize.ops.state import Scopes
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.rules.relations import HoistedWith, MayHoist
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

DERIVED = relation_names(HoistedWith, MayHoist)


def hoist(module: Module, naming: Naming, found: Found) -> list[Moved]:
    """Move ops of `module` in front of loops, in place. In: rows of `DERIVED`. Out: what moved."""
    rows = TypedRows(found)
    allowed = {(row.op, row.loop) for row in rows(MayHoist)}
    moving: defaultdict[tuple[Op, Block], set[Op]] = defaultdict(set)
    for row in rows(HoistedWith):
        if (row.first, row.loop) in allowed:
            op = naming.ops[row.op]
            assert op.parent is not None
            moving[naming.ops[row.loop], op.parent].add(op)
    _rename(module, naming, {value for ops in moving.values() for op in ops for value in op.results})
    for loop, block in sorted(moving, key=lambda place: (place[0].start, place[1].ops[0].start)):
        _move(loop, block, moving[loop, block])
    return sorted(
        (Moved(naming.ops[op], ONCE, naming.ops[loop]) for op, loop in allowed), key=lambda moved: moved.op.start
    )


def _move(loop: Op, inner: Block, ops: Collection[Op]) -> None:
    outer = loop.parent
    assert outer is not None
    leaving = [op for op in inner.ops if op in ops]
    inner.replace_ops([op for op in inner.ops if op not in ops])
    at = outer.ops.index(loop)
    outer.replace_ops([*outer.ops[:at], *leaving, *outer.ops[at:]])


def _rename(module: Module, naming: Naming, values: Collection[Value]) -> None:
    """Other names for values whose names stand elsewhere, too: they are to be seen in more of the function."""
    if not values:
        return
    scopes, renamed = Scopes(module, naming.traits), set[Value]()
    for value in values:
        assert isinstance(value.owner, Op)
        names = scopes.names(value.owner)
        if names.is_shared(value.name):
            value.name = names.again(value.name)
            value.owner.mark_changed()
            renamed.add(value)
    for op in module.walk() if renamed else ():
        if not renamed.isdisjoint(op.operands):
            op.mark_changed()
