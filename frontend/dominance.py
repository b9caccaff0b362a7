"""Is every use dominated by its definition?

The parser only hands over the uses where that is not plain from the nesting: uses before the definition, uses of a value of another block,
and uses inside of an op that must not see values from outside.
"""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.errors import InputError
from ownlog.frontend.forms import registry
from ownlog.frontend.ir import Block, Module, Op, Region
from ownlog.frontend.scope import Deferred


def check_dominance(module: Module, uses: Iterable[Deferred]) -> None:
    """InputError at the first use (in text order of their ops) that its definition does not dominate."""
    trees: dict[int, dict[Block, Block]] = {}
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
    """The op around the use (or the user itself) that stands in the region of the definition; None where there is none."""
    region = use.value.block.parent
    op: Op | None = use.op
    while op is not None:
        assert op.parent is not None
        if op.parent.parent is region:
            return op
        above = op.parent.parent.parent if op.parent.parent is not None else None
        if above is not None and registry.is_isolated(above.name):
            return None
        op = above
    return None


def _dominates(use: Deferred, at: Op, trees: dict[int, dict[Block, Block]], positions: dict[int, dict[Op, int]]) -> bool:
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
        return order[owner] < order[at] or block not in _tree(region, trees)
    tree = _tree(region, trees)
    if block not in tree:
        return True
    while block is not region.blocks[0]:
        block = tree[block]
        if block is home:
            return True
    return False


def _tree(region: Region, trees: dict[int, dict[Block, Block]]) -> dict[Block, Block]:
    if id(region) not in trees:
        trees[id(region)] = immediate_dominators(region)
    return trees[id(region)]


def immediate_dominators(region: Region) -> dict[Block, Block]:
    """The immediate dominator of every reachable block of a region (the entry block is its own), after Cooper, Harvey and Kennedy."""
    order = _postorder(region.blocks[0])
    number = {block: i for i, block in enumerate(order)}
    predecessors: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in _successors(block):
            predecessors[successor].append(block)
    entry = region.blocks[0]
    found = {entry: entry}
    changed = True
    while changed:
        changed = False
        for block in reversed(order[:-1]):
            best: Block | None = None
            for other in predecessors[block]:
                if other in found:
                    best = other if best is None else _meet(other, best, found, number)
            assert best is not None
            if found.get(block) is not best:
                found[block] = best
                changed = True
    return found


def _meet(a: Block, b: Block, found: dict[Block, Block], number: dict[Block, int]) -> Block:
    while a is not b:
        while number[a] < number[b]:
            a = found[a]
        while number[b] < number[a]:
            b = found[b]
    return a


def _postorder(entry: Block) -> list[Block]:
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(_successors(entry)))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(_successors(successor))))
                break
        else:
            order.append(block)
            stack.pop()
    return order


def _successors(block: Block) -> list[Block]:
    return block.ops[-1].successors if block.ops else []
