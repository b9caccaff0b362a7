"""Loops and branches with regions (dialects scf and shape)."""

from __future__ import annotations

from ownlog.backend.bufferize.ops.slices import insert_part
from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import Flow, Types
from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op, Value

Pairs = list[tuple[Value, Value]]

FOR, WHILE, FORALL = "scf.for", "scf.while", build.FORALL
_BOUNDS = 3


def _around(op: Op) -> Op:
    around = op.parent_op
    assert around is not None
    return around


def _for(types: Types, op: Op) -> Pairs:
    arguments = op.regions[0].blocks[0].arguments[1:]
    return [
        *zip(op.operands[_BOUNDS:], arguments, strict=True),
        *zip(arguments, op.results, strict=True),
        *zip(op.results, arguments, strict=True),
    ]


def _while(types: Types, op: Op) -> Pairs:
    return [*zip(op.operands, op.regions[0].blocks[0].arguments, strict=True)]


def _forall(types: Types, op: Op) -> Pairs:
    outs = op.groups()[-1]
    return [*_shared(op), *zip(outs, op.results, strict=True)]


def _shared(op: Op) -> Pairs:
    """What threads share, and the arguments that it is in the region."""
    outs, arguments = op.groups()[-1], op.regions[0].blocks[0].arguments
    return list(zip(outs, arguments[len(arguments) - len(outs) :], strict=True))


def _targets(op: Op) -> list[tuple[Value, list[Value]]]:
    """The operands of what ends a region, each with the values that it goes to."""
    around = _around(op)
    if around.name == FOR:
        arguments = around.regions[0].blocks[0].arguments[1:]
        return [
            (value, [argument, result])
            for value, argument, result in zip(op.operands, arguments, around.results, strict=True)
        ]
    if around.name == WHILE and op.parent is around.regions[1].blocks[0]:
        return [
            (value, [argument])
            for value, argument in zip(op.operands, around.regions[0].blocks[0].arguments, strict=True)
        ]
    if around.name == WHILE:
        after = around.regions[1].blocks[0].arguments
        return [(value, list(pair)) for value, *pair in zip(op.operands[1:], after, around.results, strict=True)]
    return [(value, [result]) for value, result in zip(op.operands, around.results, strict=True)]


def _handed(types: Types, op: Op) -> Pairs:
    return [(value, target) for value, targets in _targets(op) for target in targets]


def _enter(state: State, op: Op) -> None:
    """An op with regions: its operands, the arguments of its regions and its results are buffers now."""
    first = {FOR: _BOUNDS}.get(op.name, 0)
    carried = op.operands[first:] if op.name in (FOR, WHILE) else []
    arguments = op.regions[0].blocks[0].arguments[1 if op.name == FOR else 0 :] if carried else []
    operands = [*state.values(op.operands[: len(op.operands) - len(carried)])]
    for value, argument in zip(carried, arguments, strict=True):
        operands.append(state.cast_to(value, argument) if state.is_tensor(value) else state.value(value))
    state.keep(op, operands)
    for region in op.regions:
        for argument in region.blocks[0].arguments if region.blocks else ():
            if state.argument(argument):
                op.mark_changed()
    for result in state.tensors_in(op.results):
        state.become(result)
        op.mark_changed()


def _hand_over(state: State, op: Op) -> None:
    targets = _targets(op)
    first = len(op.operands) - len(targets)
    operands = state.values(op.operands[:first])
    for value, found in targets:
        operands.append(state.cast_to(value, found[0]) if state.is_tensor(value) else state.value(value))
    state.keep(op, operands)


def _enter_forall(state: State, op: Op) -> None:
    for out, argument in _shared(op):
        state.define_argument(argument, state.buffer(out))
    outs = op.groups()[-1]
    for out, result in zip(outs, op.results, strict=True):
        state.define(result, state.buffer(out))
    block = op.regions[0].blocks[0]
    block.keep_arguments([not state.is_tensor(argument) for argument in block.arguments])
    kept = [state.values(group) for group in op.groups()[:-1]]
    state.without_results(op)
    op.set_groups([*kept, []])
    state.emit(op)


def _insertions(state: State, op: Op) -> None:
    """What threads insert at their end they insert one after the other in front of it."""
    for block in op.regions[0].blocks:
        for insertion in list(block.ops):
            state.take(insertion)
            insert_part(state, insertion, insertion.operands[0], insertion.operands[1])
        block.replace_ops([])
    state.take(op)
    op.mark_changed()
    # As a new op, which the text may leave out.
    op.source = None
    state.emit(op)


FLOWS: dict[str, Flow] = {
    FOR: _for,
    WHILE: _while,
    FORALL: _forall,
    **dict.fromkeys(("scf.yield", "scf.condition", "shape.assuming_yield"), _handed),
}
BUILD = {
    **dict.fromkeys((FOR, WHILE, "scf.if", "scf.index_switch", "scf.execute_region", "shape.assuming"), _enter),
    **dict.fromkeys(("scf.yield", "scf.condition", "shape.assuming_yield"), _hand_over),
    FORALL: _enter_forall,
    "scf.forall.in_parallel": _insertions,
}
