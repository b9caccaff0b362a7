"""Where ops may stand: terminators at the end of their blocks, inside of the ops they belong to."""

from __future__ import annotations

from ownlog.frontend.forms import registry
from ownlog.frontend.ir import Block, Op
from ownlog.frontend.verify.refusal import bare, refuse

_PARENTS: dict[str, tuple[str, ...]] = {
    "func.return": ("func.func",),
    "scf.yield": ("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    "scf.condition": ("scf.while",),
    "scf.reduce": ("scf.parallel",),
    "scf.reduce.return": ("scf.reduce",),
    "scf.forall.in_parallel": ("scf.forall",),
    "memref.alloca_scope.return": ("memref.alloca_scope",),
    "bufferization.yield": (),
    "shape.assuming_yield": ("shape.assuming",),
    "affine.yield": ("affine.for", "affine.if", "affine.parallel"),
}
# Ops whose blocks must end in a terminator (most others may hold anything, or what they hold is not known here).
_TERMINATED = frozenset(
    "func.func scf.execute_region scf.for scf.forall scf.if scf.index_switch scf.parallel scf.while affine.for affine.if affine.parallel "
    "memref.alloca_scope linalg.generic linalg.map linalg.reduce tensor.generate tensor.pad".split()
)
_REGIONS = {"scf.if": 2, "scf.while": 2, "scf.for": 1, "scf.parallel": 1, "scf.forall": 1, "scf.execute_region": 1, "func.func": 1}
# Ops whose regions have one block at most, and the names of those regions that must have it.
_SINGLE: dict[str, tuple[str, ...]] = {
    "affine.for": ("region",),
    "affine.if": ("thenRegion",),
    "affine.parallel": ("region",),
    "builtin.module": (),
    "linalg.generic": (),
    "memref.alloca_scope": ("bodyRegion",),
    "scf.for": ("region",),
    "scf.forall": ("region",),
    "scf.if": ("thenRegion",),
    "scf.index_switch": ("defaultRegion",),
    "scf.parallel": ("region",),
    "scf.while": ("before", "after"),
    "tensor.generate": ("body",),
    "tensor.pad": ("region",),
}
_SUCCESSORS = {"cf.br": 1, "cf.cond_br": 2}


def check_parent(op: Op) -> None:
    """InputError for an op in an op that it does not belong to, or with another number of regions or successors than it has."""
    name = op.name
    parents = _PARENTS.get(name)
    if parents:
        above = op.parent.parent.parent if op.parent is not None and op.parent.parent is not None else None
        if above is None or (above.name not in parents):
            expected = f"to be one of '{', '.join(parents)}'" if len(parents) > 1 else f"'{parents[0]}'"
            refuse(op, f"expects parent op {expected}", f"it ends a region of {' or '.join(parents)}")
    if name in _REGIONS and len(op.regions) != _REGIONS[name]:
        count = _REGIONS[name]
        refuse(op, f"expected {count} regions" if count > 1 else "requires one region", f"it has {len(op.regions)}")
    if name in _SINGLE:
        _check_blocks(op, _SINGLE[name])
    if name in _SUCCESSORS and len(op.successors) != _SUCCESSORS[name]:
        count = _SUCCESSORS[name]
        message = f"requires {count} successor{'s' * (count > 1)} but found {len(op.successors)}"
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
    """InputError for a terminator before the end of its block, another op at the end, and an empty block in an op that needs one."""
    block = op.parent
    if block is not None and op is not block.ops[-1]:
        if op.name in _PARENTS or op.name in _SUCCESSORS:
            refuse(op, "must be the last operation in the parent block", "start a new block behind it, or remove what follows")
    elif not registry.is_terminator(op.name) and _needs_terminator(block) and registry.lookup(op.name) is not None:
        bare(op, f"block with no terminator, has '{op.name}'", "end the block with a branch, a return or a yield")
    if op.name in _TERMINATED and any(not inner.ops for region in op.regions for inner in region.blocks):
        bare(op, "empty block: expect at least a terminator", "end every block with a terminator of the op around it")


def _needs_terminator(block: Block | None) -> bool:
    above = block.parent.parent if block is not None and block.parent is not None else None
    return above is not None and above.name in _TERMINATED
