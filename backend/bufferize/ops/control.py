"""Branches between blocks, functions and calls (dialects cf and func)."""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.backend.bufferize.ops.state import State
from ownlog.backend.bufferize.ops.types import Flow, Types
from ownlog.frontend.ir.ir import Op, Value


def _passed(op: Op) -> Iterator[tuple[int, Value, Value]]:
    """The operands of a branch that become arguments of blocks: their numbers, themselves, and the arguments."""
    groups = op.groups()
    first = len(groups) - len(op.successors)
    at = sum(map(len, groups[:first]))
    for block, group in zip(op.successors, groups[first:], strict=True):
        for value, argument in zip(group, block.arguments, strict=True):
            yield at, value, argument
            at += 1


def _flows(types: Types, op: Op) -> list[tuple[Value, Value]]:
    return [(value, argument) for _, value, argument in _passed(op)]


def _branch(state: State, op: Op) -> None:
    operands = [value if state.is_tensor(value) else state.value(value) for value in op.operands]
    for at, value, argument in _passed(op):
        if state.is_tensor(value):
            operands[at] = state.cast_to(value, argument)
    state.keep(op, operands)


FLOWS: dict[str, Flow] = dict.fromkeys(("cf.br", "cf.cond_br", "cf.switch"), _flows)
BUILD = dict.fromkeys(FLOWS, _branch)
