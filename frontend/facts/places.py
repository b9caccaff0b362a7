"""Facts that only the placement of buffers asks for: which block dominates another one at once, and what keeps outside things out."""

from __future__ import annotations

from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms import registry
from ownlog.frontend.ir.dominators import immediate_dominators
from ownlog.frontend.ir.ir import Module, Op

Row = tuple[str | int, ...]

RELATIONS = ("immediate_dominator", "isolated")


def place_facts(module: Module, naming: Naming) -> dict[str, list[Row]]:
    """The rows of all relations of this file."""
    facts: dict[str, list[Row]] = {name: [] for name in RELATIONS}
    for op in module.walk():
        if op.regions:
            _region_facts(op, naming, facts)
    return facts


def _region_facts(op: Op, naming: Naming, facts: dict[str, list[Row]]) -> None:
    if registry.is_isolated(op.name):
        facts["isolated"].append((naming.op(op),))
    for region in op.regions:
        if len(region.blocks) > 1:
            above = immediate_dominators(region)
            rows = ((naming.block(block), naming.block(over)) for block, over in above.items() if block is not over)
            facts["immediate_dominator"].extend(rows)
