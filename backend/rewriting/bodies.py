"""Copies of ops together with what stands in their regions."""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.printing.fresh_names import Names


def copied(ops: Iterable[Op], values: dict[Value, Value], names: Names) -> list[Op]:
    """Copies of `ops`, with operands mapped by `values`, which gets their results, too."""
    made = [_copied(op, values, {}, names) for op in ops]
    # Blocks may stand in another order than control takes them: a use may come before what it uses.
    for copy in made:
        for op in copy.walk():
            if any(value in values for value in op.operands):
                op.set_operands([values.get(value, value) for value in op.operands], op.segments)
    return made


def _copied(op: Op, values: dict[Value, Value], blocks: dict[Block, Block], names: Names) -> Op:
    made = build.again(op, [values.get(value, value) for value in op.operands])
    made.form, made.location = op.form, op.location
    made.successors = [blocks[block] for block in op.successors]
    for region in op.regions:
        made.add_region(_copied_region(region, values, names))
    if op.results and op.results[0].pack > 1:
        results = build.pack(made, names.again(op.results[0].name), [result.type for result in op.results])
    else:
        results = [made.add_result(names.again(result.name), result.type) for result in op.results]
    values.update(zip(op.results, results, strict=True))
    return made


def _copied_region(region: Region, values: dict[Value, Value], names: Names) -> Region:
    blocks = {block: Block(block.label) for block in region.blocks}
    for block, made in blocks.items():
        for argument in block.arguments:
            values[argument] = made.add_argument(names.again(argument.name), argument.type)
    for block, made in blocks.items():
        for op in block.ops:
            made.append(_copied(op, values, blocks, names))
    return Region([*blocks.values()])
