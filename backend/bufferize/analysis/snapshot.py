"""What ops a module has, in which order, with which operands, attributes and names: to undo what was tried."""

from __future__ import annotations

from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module


class Snapshot:
    """The ops of a module as they are now. In: the module, each op of which may then be moved, be left out, get other
    operands, attributes or names."""

    def __init__(self, module: Module) -> None:
        self._blocks: dict[Block, list[Op]] = {module.top: [*module.top.ops]}
        self._operands: dict[Op, list[Value]] = {}
        self._names: dict[Value, str] = {}
        self._attributes: dict[Op, tuple[dict[str, str | None], dict[str, str | None]]] = {}
        for op in module.walk():
            self._operands[op] = [*op.operands]
            self._attributes[op] = {**op.properties}, {**op.attrs}
            self._names.update((value, value.name) for value in op.results)
            self._blocks.update((block, [*block.ops]) for region in op.regions for block in region.blocks)

    def restore(self) -> None:
        """Lets the module be as it was."""
        for value, name in self._names.items():
            value.name = name
        for op, (properties, attributes) in self._attributes.items():
            if (op.properties, op.attrs) != (properties, attributes):
                op.properties, op.attrs = properties, attributes
                op.mark_changed()
        for op, operands in self._operands.items():
            if op.operands != operands:
                op.set_operands(operands)
        for block, ops in self._blocks.items():
            if block.ops != ops:
                block.replace_ops(ops)
