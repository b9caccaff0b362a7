"""The loop nesting forest of Steensgaard: strongly connected components (Tarjan) without their headers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from ownlog.frontend.ir.graphs import Graph, of_graph
from ownlog.frontend.ir.ir import Block, Region

N = TypeVar("N", bound=Hashable)


def loops(region: Region) -> Iterator[tuple[Block, list[Block]]]:
    """Each loop among the blocks of `region`, outer ones first: its first header, and all its blocks.

    A loop is a component with a cycle. Its headers are entered from outside; inner loops are in the rest.
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
    return _goes_round(component, _successors)


def _goes_round(component: Sequence[N], successors: Callable[[N], Container[N]]) -> bool:
    return len(component) > 1 or component[0] in successors(component[0])


@of_graph
def on_cycles(graph: Graph) -> list[int]:
    """The blocks of a graph to which control may come back."""
    successors = graph.__getitem__
    found = _components(range(len(graph)), successors)
    return [node for component in found if _goes_round(component, successors) for node in component]


def components(blocks: Collection[Block]) -> Iterator[list[Block]]:
    """The strongly connected components of the graph of `blocks`, each after those that it leads to."""
    return _components(blocks, _successors)


def _successors(block: Block) -> Sequence[Block]:
    return block.successors


def _components(nodes: Collection[N], successors: Callable[[N], Iterable[N]]) -> Iterator[list[N]]:
    among = set(nodes)
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    open_: list[N] = []
    is_open: set[N] = set()
    for root in nodes:
        if root in number:
            continue
        stack = [(root, iter(successors(root)))]
        number[root] = low[root] = len(number)
        open_.append(root)
        is_open.add(root)
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target not in among:
                    continue
                if target not in number:
                    number[target] = low[target] = len(number)
                    open_.append(target)
                    is_open.add(target)
                    stack.append((target, iter(successors(target))))
                    break
                if target in is_open:
                    low[node] = min(low[node], number[target])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
                if low[node] == number[node]:
                    component = []
                    while True:
                        component.append(open_.pop())
                        is_open.discard(component[-1])
                        if component[-1] == node:
                            break
                    yield component
