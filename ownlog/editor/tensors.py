"""What an editor shows of a tensor: what its buffer is shared with, and what was decided where it is used."""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.api.analysis import Analysis
from ownlog.frontend.ir.ir import Op, Value
from ownlog.query.reports.in_place import InPlace


class TensorNotes:
    """Markdown about a module's tensors, as one-shot-bufferize decides with bufferize-function-boundaries."""

    def __init__(self, analysis: Analysis) -> None:
        self._decided = InPlace(analysis.tensors)
        self._passes = analysis.tensors.passes

    def lines(self, value: Value, op: Op | None) -> list[str]:
        """About a tensor that stands in the text of an op (None: elsewhere, such as among the arguments of a block)."""
        told = [f"- {self._decided.about(value).text()}", *(self._uses(value, op) if op is not None else ())]
        return [*told, "", f"*{self._passes}*"]

    def _uses(self, value: Value, op: Op) -> Iterator[str]:
        for use in self._decided.operands(op, value):
            yield f"- operand {use.operand} of {op.name}: {use.verdict}{f', {use.meaning}' if use.meaning else ''}"
            yield from (f"  - {because.meaning}" for because in use.reasons)
