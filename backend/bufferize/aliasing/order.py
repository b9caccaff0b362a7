"""The order in which ops are decided: the heuristics of One-Shot Bufferize in LLVM 22.

`bottom-up` decides an op before its nested ops, from the end on; `top-down` is the reverse;
`bottom-up-from-terminators` begins with the ops behind the operands of terminators, so that loops get their results in
place. `fuzzer` is for tests: any order is correct.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from ownlog.frontend.ir.ir import Block, Op, Value


def postorder(blocks: Sequence[Block], *, backwards: bool = False) -> Iterator[Op]:
    """All ops in `blocks`, nested ones first; `backwards` reverses regions, blocks and ops."""
    outer = [op for block in blocks for op in block.ops]
    stack: list[tuple[Op | None, Iterator[Op]]] = [(None, iter(_turned(outer, backwards)))]
    while stack:
        owner, rest = stack[-1]
        op = next(rest, None)
        if op is not None:
            inner = [nested for region in op.regions for block in region.blocks for nested in block.ops]
            stack.append((op, iter(_turned(inner, backwards))))
        else:
            stack.pop()
            if owner is not None:
                yield owner


def _turned(ops: list[Op], backwards: bool) -> list[Op]:
    return ops[::-1] if backwards else ops


def is_tensor(value: Value) -> bool:
    """Is it a tensor, by its type?"""
    return value.type.is_tensor


def in_order(
    blocks: Sequence[Block],
    heuristic: str,
    ends: Callable[[Op], bool],
    sources: Callable[[Value], Sequence[Value]],
    seed: int = 0,
) -> list[Op]:
    """The ops in `blocks` with tensors, in the order of `heuristic`.

    `ends` identifies terminators that pass operands on, `sources` gives the buffers that a result may share; `fuzzer`
    shuffles by `seed`.
    """
    if heuristic == "bottom-up-from-terminators":
        chosen: dict[Op, None] = {}
        for op in postorder(blocks):
            if ends(op) and op not in chosen:
                _lead(op, chosen, sources)
        for op in postorder(blocks, backwards=True):
            chosen.setdefault(op)
        return [op for op in chosen if _has_tensors(op)]
    ops = [op for op in postorder(blocks) if _has_tensors(op)]
    if heuristic == "fuzzer":
        random.Random(seed).shuffle(ops)
        return ops
    return ops if heuristic == "top-down" else ops[::-1]


def _has_tensors(op: Op) -> bool:
    return any(map(is_tensor, op.operands)) or any(map(is_tensor, op.results))


def _lead(terminator: Op, chosen: dict[Op, None], sources: Callable[[Value], Sequence[Value]]) -> None:
    """A terminator, and the ops of its region with results that its operands may share buffers with."""
    chosen[terminator] = None
    home = terminator.parent.parent_op if terminator.parent is not None else None
    waiting = [value for value in terminator.operands if is_tensor(value)]
    while waiting:
        value = waiting.pop()
        op = value.owner
        if not isinstance(op, Op) or op in chosen:
            continue
        chosen[op] = None
        if op.parent is not None and (home is None or op.parent.is_inside(home)):
            waiting += [source for source in sources(value) if is_tensor(source)]
