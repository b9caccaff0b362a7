"""What takes a walk over all ops: those in an op, as a list, and who uses which value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op, Value


def ops_in(op: Op, closed: Callable[[str], bool] | None = None) -> list[Op]:
    """`op` and all ops nested in it, in text order, but not those inside of `closed` ops.

    A list, for those who do not change blocks on their way, in half the time of `walk`.
    """
    found, stack = [op], [_directly_in(op)]
    while stack:
        for inner in stack[-1]:
            found.append(inner)
            if inner.regions and not (closed is not None and closed(inner.name)):
                stack.append(_directly_in(inner))
                break
        else:
            stack.pop()
    return found


def users(ops: list[Op]) -> dict[Value, dict[Op, None]]:
    """The ops that use each value, each of them once, in the order of the list."""
    found: dict[Value, dict[Op, None]] = {}
    for op in ops:
        for value in op.operands:
            found.setdefault(value, {})[op] = None
    return found


def _directly_in(op: Op) -> Iterator[Op]:
    if len(op.regions) == 1 and len(op.regions[0].blocks) == 1:
        return iter(op.regions[0].blocks[0].ops)
    return chain.from_iterable([block.ops for region in op.regions for block in region.blocks])
