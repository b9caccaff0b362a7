"""Where ops may stand: terminators at the end of their blocks, inside of the ops they belong to."""

from __future__ import annotations

from functools import cache

from ownlog.frontend.forms import registry
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.syntax.structure import UNKNOWN, Structure
from ownlog.frontend.verify.refusal import bare, refuse


@cache
def is_free(name: str) -> bool:
    """May an op of this name stand in any op, and does it end no block?"""
    structure = _structure(name)
    return not structure.parents and structure.successors is None and not registry.is_terminator(name)


def is_last(op: Op) -> bool:
    """Is nothing behind the op in its block?"""
    return op.parent is None or op.parent.ops[-1] is op


def has_structure(name: str) -> bool:
    """Does an op of this name belong into another, or have a number of regions or successors?"""
    return _structure(name) != UNKNOWN


def check_parent(op: Op) -> None:
    """InputError for an op in a wrong parent, or with a wrong number of regions or successors."""
    structure = _structure(op.name)
    parents, regions, successors = structure.parents, structure.regions, structure.successors
    if parents:
        above = op.parent_op
        if above is None or (above.name not in parents):
            expected = f"to be one of '{', '.join(parents)}'" if len(parents) > 1 else f"'{parents[0]}'"
            refuse(op, f"expects parent op {expected}", f"it ends a region of {' or '.join(parents)}")
    if regions is not None and len(op.regions) != regions:
        refuse(op, f"expected {regions} regions" if regions > 1 else "requires one region", f"it has {len(op.regions)}")
    if structure.single is not None:
        _check_blocks(op, structure.single)
    if successors is not None and len(op.successors) != successors:
        message = f"requires {successors} successor{'s' * (successors > 1)} but found {len(op.successors)}"
        refuse(op, message, "successors follow the operands: `[^bb1]`")


def _check_blocks(op: Op, needed: tuple[str, ...]) -> None:
    for number, region in enumerate(op.regions):
        if len(region.blocks) > 1:
            advice = "put the blocks into an `scf.execute_region`, which may have several"
            refuse(op, f"expects region #{number} to have 0 or 1 blocks", advice)
    for number, name in enumerate(needed):
        if number >= len(op.regions) or not op.regions[number].blocks:
            message = f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks"
            refuse(op, message, "write its block between '{' and '}'")


def check_place(op: Op) -> None:
    """InputError for a terminator inside of a block, another op at its end, and an empty block."""
    block = op.parent
    if block is not None and op is not block.ops[-1]:
        structure = _structure(op.name)
        if structure.parents or structure.successors is not None or registry.is_terminator(op.name):
            refuse(
                op,
                "must be the last operation in the parent block",
                "start a new block behind it, or remove what follows",
            )
    elif not registry.is_terminator(op.name) and _needs_terminator(block) and registry.lookup(op.name) is not None:
        bare(op, f"block with no terminator, has '{op.name}'", "end the block with a branch, a return or a yield")
    if _structure(op.name).terminated and any(not inner.ops for region in op.regions for inner in region.blocks):
        bare(op, "empty block: expect at least a terminator", "end every block with a terminator of the op around it")


def _needs_terminator(block: Block | None) -> bool:
    above = block.parent_op if block is not None else None
    return above is not None and _structure(above.name).terminated


def _structure(name: str) -> Structure:
    form = registry.lookup(name)
    return UNKNOWN if form is None else form.structure
