"""Is every use dominated by its definition?

The parser gives the uses for which nesting does not decide that: before the definition, of another block's values, and
in isolated ops.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ownlog.base.errors import InputError
from ownlog.frontend.forms import registry
from ownlog.frontend.ir.dominators import dominance_spans, immediate_dominators
from ownlog.frontend.ir.ir import Block, Op, Region
from ownlog.frontend.ir.module import Module
from ownlog.frontend.syntax.scope import Deferred

_Trees: TypeAlias = dict[int, dict[Block, tuple[int, int]]]
"""By the identity of a region: which of its blocks dominate which (`dominance_spans`)."""


def check_dominance(module: Module, uses: Iterable[Deferred]) -> None:
    """InputError at the first use (in text order of their ops) that its definition does not dominate."""
    trees: _Trees = {}
    positions: dict[int, dict[Op, int]] = {}
    for use in uses:
        at = _ancestor(use)
        if at is not None and _dominates(use, at, trees, positions):
            continue
        number = next((i for i, operand in enumerate(use.op.operands) if operand is use.value), 0)
        where = "in a region that does not enclose this use" if at is None else "later, or not on every path to here"
        advice = f"{use.value.ref} is defined {where}"
        raise InputError(module.source.diagnostic(use.at, f"operand #{number} does not dominate this use", advice))


def _ancestor(use: Deferred) -> Op | None:
    """The op around the use (or the user itself) in the region of the definition; None if there is none."""
    region = use.value.block.parent
    op: Op | None = use.op
    while op is not None:
        assert op.parent is not None
        if op.parent.parent is region:
            return op
        above = op.parent_op
        if above is not None and registry.is_isolated(above.name):
            return None
        op = above
    return None


def _dominates(use: Deferred, at: Op, trees: _Trees, positions: dict[int, dict[Op, int]]) -> bool:
    home, block = use.value.block, at.parent
    assert block is not None
    region = home.parent
    if region is None or (region.parent is not None and registry.is_graph(region.parent.name)):
        return True
    if home is block:
        owner = use.value.owner
        if isinstance(owner, Block):
            return True
        order = positions.get(id(block))
        if order is None:
            order = positions[id(block)] = {op: i for i, op in enumerate(block.ops)}
        return order.get(owner, len(order)) < order[at] or block not in _tree(region, trees)
    tree = _tree(region, trees)
    if block not in tree:
        return True
    if home not in tree:
        return False
    first, last = tree[home]
    return first <= tree[block][0] <= last


def _tree(region: Region, trees: _Trees) -> dict[Block, tuple[int, int]]:
    if id(region) not in trees:
        trees[id(region)] = dominance_spans(immediate_dominators(region))
    return trees[id(region)]
