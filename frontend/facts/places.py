"""Facts for the placement of buffers: immediate dominators, isolated regions, sizes of buffers."""

from __future__ import annotations

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.sizes import index_bits, size_of, special_space
from ownlog.frontend.forms import registry
from ownlog.frontend.ir.dominators import immediate_dominators
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.types import Type

Row = tuple[str | int, ...]

RELATIONS = ("flat_memref", "immediate_dominator", "isolated", "memory_space", "memref_rank", "static_size")
_MOST = 2**31 - 1
"""What engines with numbers of 32 bits can still tell."""


def place_facts(module: Module, naming: Naming) -> dict[str, list[Row]]:
    """The rows of all relations of this file."""
    facts: dict[str, list[Row]] = {name: [] for name in RELATIONS}
    types: dict[str, Type] = {}
    for op in module.walk():
        if op.regions:
            _region_facts(op, naming, facts)
        for value in op.results:
            if value.type.is_memref:
                types[value.type.canonical] = value.type
                _size_facts(value, op, naming, facts)
    for text, type in types.items():
        if (space := special_space(type)) is not None:
            facts["memory_space"].append((text, space))
        if not type.is_unranked_memref:
            facts["memref_rank"].append((text, type.rank))
            if type.layout is None and "?" not in type.memref_parts[0]:
                facts["flat_memref"].append((text, type.memref_parts[1]))
    return facts


def _size_facts(value: Value, op: Op, naming: Naming, facts: dict[str, list[Row]]) -> None:
    if not value.type.is_unranked_memref and (size := size_of(value.type, index_bits(op))) is not None:
        facts["static_size"].append((naming.value(value), min(size, _MOST)))


def _region_facts(op: Op, naming: Naming, facts: dict[str, list[Row]]) -> None:
    if registry.is_isolated(op.name):
        facts["isolated"].append((naming.op(op),))
    for region in op.regions:
        if len(region.blocks) > 1:
            above = immediate_dominators(region)
            rows = ((naming.block(block), naming.block(over)) for block, over in above.items() if block is not over)
            facts["immediate_dominator"].extend(rows)
