"""What was moved or rewritten so that less is copied, in words."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.base.errors import Diagnostic
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module

BEFORE, ONCE, AROUND, EITHER, ANEW = "before", "once", "around", "either", "anew"
SAID = {
    BEFORE: "{op} runs before {other}, which would overwrite what it reads",
    ONCE: "{op} runs once, in front of {other}",
    AROUND: "{op} reads what was there before {other}, which leaves that alone",
    ANEW: "{op} takes its part of what was there before {other}, which is made anew on that part",
    EITHER: "{op} reads the element that {other} puts there, or the one that was there before",
}
"""What it means, by how an op was moved or rewritten."""


class Moved(NamedTuple):
    """`op` was moved or rewritten because of `other`; `how` is in `SAID`, `bytes` are copied by new insertions."""

    op: Op
    how: str
    other: Op
    copied: int = 0

    def remark(self, more: str = "") -> Diagnostic:
        """What was done, for who asks, with something more to say."""
        said = SAID[self.how].format(op=self.op.name, other=f"{self.other.name} at line {self.other.line}")
        return self.op.diagnostic(said + more, severity="remark")


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
