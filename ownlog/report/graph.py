"""Draws a directed graph in layers.

Source: Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system structures" (1981): break
cycles, layer by longest path, order layers by barycenters, then place. Edges that go back or pass many layers run in
lanes at the right, which keeps the work near-linear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter

GAP_X, GAP_Y, LANE, MARGIN = 28, 46, 12, 16
_FAR = 4  # layers that an edge may pass before it runs in a lane
_SWEEPS = 8


@dataclass
class Drawing:
    """Upper left corners of the boxes, in the order of the nodes; edges as points; the whole size."""

    boxes: list[tuple[int, int]]
    edges: list[list[tuple[int, int]]]
    backward: list[bool]
    width: int = 0
    height: int = 0


@dataclass
class _Node:
    width: int
    rank: int = 0
    x: float = 0.0
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)


def draw(widths: Sequence[int], height: int, edges: Sequence[tuple[int, int]]) -> Drawing:
    """Places nodes of the given widths and one height; node 0 is the entry. Boxes never overlap."""
    backward = _backward(len(widths), edges)
    ranks = _ranks(len(widths), [edge for edge, back in zip(edges, backward, strict=True) if not back])
    nodes = [_Node(width, rank) for width, rank in zip(widths, ranks, strict=True)]
    chains: list[list[int] | None] = []
    for (source, target), back in zip(edges, backward, strict=True):
        span = ranks[target] - ranks[source]
        chains.append(None if back or span > _FAR else _chain(nodes, source, target))
    layers: list[list[int]] = [[] for _ in range(1 + max(ranks, default=0))]
    for number, node in enumerate(nodes):
        layers[node.rank].append(number)
    _order(nodes, layers)
    _place(nodes, layers)
    return _finish(nodes, len(widths), height, edges, backward, chains)


def _backward(count: int, edges: Sequence[tuple[int, int]]) -> list[bool]:
    """Which edges close a cycle: those that a depth-first search finds leading to a node it has not left."""
    successors: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for number, (source, target) in enumerate(edges):
        successors[source].append((number, target))
    back = [False] * len(edges)
    state = [0] * count
    for root in range(count):
        if state[root]:
            continue
        state[root] = 1
        stack = [(root, iter(successors[root]))]
        while stack:
            node, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                state[node] = 2
                stack.pop()
                continue
            number, target = step
            if state[target] == 1:
                back[number] = True
            elif state[target] == 0:
                state[target] = 1
                stack.append((target, iter(successors[target])))
    return back


def _ranks(count: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """The length of the longest path to each node; the edges have no cycle."""
    successors: list[list[int]] = [[] for _ in range(count)]
    missing = [0] * count
    for source, target in edges:
        successors[source].append(target)
        missing[target] += 1
    ranks = [0] * count
    ready = [node for node in range(count) if not missing[node]]
    for node in ready:
        for target in successors[node]:
            ranks[target] = max(ranks[target], ranks[node] + 1)
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    return ranks


def _chain(nodes: list[_Node], source: int, target: int) -> list[int]:
    """The nodes that an edge passes: its ends, and an empty node in each layer between them."""
    chain = [source]
    for rank in range(nodes[source].rank + 1, nodes[target].rank):
        nodes.append(_Node(0, rank))
        chain.append(len(nodes) - 1)
    chain.append(target)
    for upper, lower in pairwise(chain):
        nodes[upper].below.append(lower)
        nodes[lower].above.append(upper)
    return chain


def _order(nodes: list[_Node], layers: list[list[int]]) -> None:
    """Sorts each layer by the mean place of its neighbours, downwards and upwards in turn."""
    place = {number: float(i) for layer in layers for i, number in enumerate(layer)}
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for layer in layers[1:] if down else layers[-2::-1]:
            keys = {}
            for number in layer:
                near = nodes[number].above if down else nodes[number].below
                keys[number] = sum(place[other] for other in near) / len(near) if near else place[number]
            layer.sort(key=keys.__getitem__)
            for i, number in enumerate(layer):
                place[number] = float(i)


def _place(nodes: list[_Node], layers: list[list[int]]) -> None:
    """Moves the centers of nodes towards those of their neighbours, as near as the order of the layer lets them."""
    for layer in layers:
        _spread(nodes, layer, [0.0] * len(layer))
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for layer in layers[1:] if down else layers[-2::-1]:
            wanted = []
            for number in layer:
                near = nodes[number].above if down else nodes[number].below
                wanted.append(sum(nodes[other].x for other in near) / len(near) if near else nodes[number].x)
            _spread(nodes, layer, wanted)


def _spread(nodes: list[_Node], layer: list[int], wanted: list[float]) -> None:
    """Centers in the given order, without overlaps, at the least squared distance to the wanted ones.

    Pool adjacent violators: without the room that boxes need, the centers must only rise.
    """
    room, offset = [], 0.0
    for i, number in enumerate(layer):
        if i:
            offset += (nodes[layer[i - 1]].width + nodes[number].width) / 2 + GAP_X
        room.append(offset)
    pools: list[tuple[float, int]] = []  # mean, size
    for i in range(len(layer)):
        mean, size = wanted[i] - room[i], 1
        while pools and pools[-1][0] > mean:
            other, more = pools.pop()
            mean, size = (mean * size + other * more) / (size + more), size + more
        pools.append((mean, size))
    means = [mean for mean, size in pools for _ in range(size)]
    for number, mean, offset in zip(layer, means, room, strict=True):
        nodes[number].x = mean + offset


def _finish(
    nodes: list[_Node],
    count: int,
    height: int,
    edges: Sequence[tuple[int, int]],
    backward: list[bool],
    chains: list[list[int] | None],
) -> Drawing:
    left = min((node.x - node.width / 2 for node in nodes), default=0.0) - MARGIN
    right = round(max((node.x + node.width / 2 for node in nodes), default=0.0) - left)

    def center(number: int) -> int:
        return round(nodes[number].x - left)

    def top(number: int) -> int:
        return MARGIN + nodes[number].rank * (height + GAP_Y)

    lanes = _lanes(
        [_spanned(nodes, edge) if chain is None else None for edge, chain in zip(edges, chains, strict=True)]
    )
    toward = [center(chain[1]) if chain else right for chain in chains]
    leaves = _ports([source for source, _ in edges], toward)
    enters = _ports([target for _, target in edges], [center(chain[-2]) if chain else right for chain in chains])
    drawn: list[list[tuple[int, int]]] = []
    for i, ((source, target), chain, lane) in enumerate(zip(edges, chains, lanes, strict=True)):
        first = (center(source) + leaves[i], top(source) + height)
        last = (center(target) + enters[i], top(target))
        if chain is not None:
            inner = [point for n in chain[1:-1] for point in ((center(n), top(n)), (center(n), top(n) + height))]
        else:
            x, step = right + LANE * (lane + 1), 8 + 5 * (lane % 4)
            below, above = first[1] + step, last[1] - step
            inner = [(first[0], below), (x, below), (x, above), (last[0], above)]
        drawn.append([first, *inner, last])
    boxes = [(center(i) - nodes[i].width // 2, top(i)) for i in range(count)]
    bottom = max((y for _, y in boxes), default=0) + height + MARGIN
    return Drawing(boxes, drawn, backward, right + LANE * (1 + max(lanes, default=-1)) + MARGIN, bottom)


def _ports(ends: Sequence[int], toward: Sequence[int]) -> list[int]:
    """How far from the center of its node each edge ends, in the order of where the edges lead."""
    of_node: dict[int, list[int]] = {}
    for edge, node in enumerate(ends):
        of_node.setdefault(node, []).append(edge)
    ports = [0] * len(ends)
    for group in of_node.values():
        group.sort(key=lambda edge: toward[edge])
        for i, edge in enumerate(group):
            ports[edge] = round((i - (len(group) - 1) / 2) * min(20, 90 / len(group)))
    return ports


def _spanned(nodes: list[_Node], edge: tuple[int, int]) -> tuple[int, int]:
    low, high = sorted((nodes[edge[0]].rank, nodes[edge[1]].rank))
    return low, high


def _lanes(spans: Sequence[tuple[int, int] | None]) -> list[int]:
    """A lane for each edge with a span of layers (-1 for others): spans in one lane are disjoint, short ones come
    first.
    """
    lanes = [-1] * len(spans)
    taken: list[list[tuple[int, int]]] = []
    known = [(span[1] - span[0], i, span) for i, span in enumerate(spans) if span is not None]
    for _, i, (low, high) in sorted(known, key=itemgetter(0)):
        free = next((n for n, used in enumerate(taken) if all(high < a or b < low for a, b in used)), len(taken))
        if free == len(taken):
            taken.append([])
        taken[free].append((low, high))
        lanes[i] = free
    return lanes
