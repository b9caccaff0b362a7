"""In which order ops are decided: LLVM's heuristics (SEMANTICS 3.1 of One-Shot Bufferize in LLVM 22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ownlog.frontend.ir.ir import Block, Module, Op

HEURISTICS = ("bottom-up", "top-down", "bottom-up-from-terminators")


def postorder(top: Block) -> Iterator[Op]:
    """All ops in `top`, nested ones before what they are nested in."""
    stack: list[tuple[Op | None, Iterator[Op]]] = [(None, iter(top.ops))]
    while stack:
        owner, rest = stack[-1]
        op = next(rest, None)
        if op is not None:
            stack.append((op, iter([inner for region in op.regions for block in region.blocks for inner in block.ops])))
        else:
            stack.pop()
            if owner is not None:
                yield owner


def in_order(module: Module, heuristic: str, is_terminator: Callable[[Op], bool]) -> list[Op]:
    """The ops with tensors among operands or results, in the order in which `heuristic` decides them."""
    ops = [op for op in postorder(module.top) if any(value.type.canonical.startswith("tensor<") for value in (*op.operands, *op.results))]
    if heuristic == "top-down":
        return ops
    if heuristic == "bottom-up":
        return ops[::-1]
    chosen: dict[Op, None] = {}
    for op in ops:
        if is_terminator(op) and op.operands:
            _chain(op, chosen)
    for op in reversed(ops):
        chosen.setdefault(op)
    return list(chosen)


def _chain(terminator: Op, chosen: dict[Op, None]) -> None:
    """A terminator and what leads to its operands, in its own region."""
    home = terminator.parent
    waiting = [terminator]
    while waiting:
        op = waiting.pop(0)
        if op in chosen:
            continue
        chosen[op] = None
        for value in op.operands:
            owner = value.owner
            if isinstance(owner, Op) and value.type.canonical.startswith("tensor<") and home is not None and owner.parent is not None:
                if owner.parent.parent is home.parent:
                    waiting.append(owner)
