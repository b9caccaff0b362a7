"""Where ops stand: lines of the input, or of the output for what passes made."""

from __future__ import annotations

from functools import cached_property

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module


class Places:
    """The lines of the ops of `module`, as it is when it is asked."""

    def __init__(self, module: Module) -> None:
        self._module = module

    def text(self, op: Op) -> str:
        """`line 3`, or `line 3 of the output`."""
        return f"line {op.line}" if op.position is not None else f"line {self._printed.get(op, 0)} of the output"

    @cached_property
    def _printed(self) -> dict[Op, int]:
        from ownlog.frontend import parse

        printed = parse(str(self._module), "<output>")
        pairs = zip(self._module.walk(), printed.walk(), strict=True)
        return {op: read.position.line for op, read in pairs if read.position is not None}
