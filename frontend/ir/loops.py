"""Loops of blocks: the loop nesting forest of Steensgaard, by strongly connected components (Tarjan's algorithm) without their headers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from ownlog.frontend.ir.ir import Block, Region


def loops(region: Region) -> Iterator[tuple[Block, list[Block]]]:
    """Each loop among the blocks of `region`, outer ones first: a header, and all blocks of the loop.

    A loop is a component that control can go round in. Its headers are where control can come in from outside; the loops in it are those
    of what is left without the headers. The first header, in the order of the region, is given.
    """
    place = {block: number for number, block in enumerate(region.blocks)}
    before: defaultdict[Block, list[Block]] = defaultdict(list)
    for block in region.blocks:
        for target in block.successors:
            before[target].append(block)
    waiting: list[list[Block]] = [region.blocks]
    while waiting:
        for component in components(waiting.pop()):
            inside = set(component)
            if not goes_round(component):
                continue
            ordered = sorted(component, key=lambda block: place[block])
            headers = [block for block in ordered if not inside.issuperset(before[block])] or ordered[:1]
            yield headers[0], ordered
            inside.difference_update(headers)
            waiting.append([block for block in ordered if block in inside])


def goes_round(component: Sequence[Block]) -> bool:
    """Can control go round in a strongly connected component: has it several blocks, or one that leads to itself?"""
    return len(component) > 1 or component[0] in component[0].successors


def components(blocks: Collection[Block]) -> Iterator[list[Block]]:
    """The strongly connected components of the graph of `blocks`, and of no others; each comes behind those that it leads to."""
    among = set(blocks)
    number: dict[Block, int] = {}
    low: dict[Block, int] = {}
    open_: list[Block] = []
    is_open: set[Block] = set()
    for root in blocks:
        if root in number:
            continue
        stack = [(root, iter(root.successors))]
        number[root] = low[root] = len(number)
        open_.append(root)
        is_open.add(root)
        while stack:
            block, rest = stack[-1]
            for target in rest:
                if target not in among:
                    continue
                if target not in number:
                    number[target] = low[target] = len(number)
                    open_.append(target)
                    is_open.add(target)
                    stack.append((target, iter(target.successors)))
                    break
                if target in is_open:
                    low[block] = min(low[block], number[target])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[block])
                if low[block] == number[block]:
                    component = []
                    while True:
                        component.append(open_.pop())
                        is_open.discard(component[-1])
                        if component[-1] is block:
                            break
                    yield component
