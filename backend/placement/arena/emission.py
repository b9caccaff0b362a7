"""An arena in a function: one allocation, or the first argument, and views of it instead of allocations."""

from __future__ import annotations

from collections.abc import Mapping

from ownlog.backend.placement.arena.arenas import Arena
from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.text.types import Type


def emit(arena: Arena, given: Value | None) -> None:
    """Make each allocation of an arena a view at its offset, and drop the frees.

    The memory is `given`, or else allocated in the function's first block, before its first op with a part in it or at
    the end, and freed at returns.
    """
    names = Names(arena.function)
    offsets = dict(zip(arena.allocations, arena.plan.offsets, strict=True))
    memory = given
    if memory is None:
        type, attributes = Type.get(f"memref<{arena.plan.size}xi8>"), {"alignment": f"{arena.alignment} : i64"}
        allocation = build.alloc(type, [], dict(attributes), names, "arena")
        allocation.because = tuple(reason for op in offsets for reason in _because(op))
        memory = allocation.results[0]
        _allocate(arena.function, allocation, offsets)
        _free_at_returns(arena.function, memory)
    blocks: dict[Block, None] = {}
    for op in (*offsets, *arena.frees):
        assert op.parent is not None
        blocks[op.parent] = None
    gone = set(arena.frees)
    for block in blocks:
        ops: list[Op] = []
        for op in block.ops:
            if op in offsets:
                ops.append(_offset(op, offsets[op], memory, names))
            if op not in gone:
                ops.append(op)
        block.replace_ops(ops)


def _offset(op: Op, offset: int, memory: Value, names: Names) -> Op:
    """Makes an allocation a view. Out: where it begins."""
    begin = build.index(offset, names)
    begin.because = _because(op)
    op.name, op.properties, op.attrs, op.segments = build.VIEW, {}, {}, None
    op.set_operands([memory, begin.results[0]])
    op.because += begin.because
    op.mark_changed()
    return begin


def _because(op: Op) -> tuple[Reason, ...]:
    return (("arena_part", (op,)),)


def _allocate(function: Op, allocation: Op, offsets: Mapping[Op, int]) -> None:
    entry = function.regions[0].blocks[0]
    holders = {_in_block(op, entry) for op in offsets}
    at = next((k for k, op in enumerate(entry.ops) if op in holders), len(entry.ops) - 1)
    entry.replace_ops([*entry.ops[:at], allocation, *entry.ops[at:]])


def _in_block(op: Op, block: Block) -> Op | None:
    """The op of `block` that has `op` in it, or is it; None where there is none."""
    found: Op | None = op
    while found is not None and found.parent is not block:
        found = found.parent_op
    return found


def _free_at_returns(function: Op, memory: Value) -> None:
    for block in function.regions[0].blocks:
        last = block.terminator
        if last is not None and not last.successors:
            block.replace_ops([*block.ops[:-1], build.free(memory), last])
