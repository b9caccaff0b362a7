"""The blocks of a region as a graph of numbers; many regions share one, and results about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from ownlog.frontend.ir.ir import Region

T = TypeVar("T")

Graph: TypeAlias = "tuple[tuple[int, ...], ...]"
"""The blocks that each block of a region leads to, one for each way, by their numbers in the region."""

_NODES, _EDGES = 32, 64
"""What is found out about larger graphs is not kept: few are the same, and each takes room."""


def graph_of(region: Region) -> Graph:
    """The graph of a region."""
    number = {block: at for at, block in enumerate(region.blocks)}
    return tuple([tuple([number[successor] for successor in block.successors]) for block in region.blocks])


def of_graph(find: Callable[[Graph], T]) -> Callable[[Graph], T]:
    """`find`, which keeps what it has found out about small graphs."""
    known = lru_cache(256)(find)

    def found(graph: Graph) -> T:
        return known(graph) if len(graph) <= _NODES and sum(map(len, graph)) <= _EDGES else find(graph)

    return found
