"""The output of passes line by line: ops, arguments, results and operands, with the rows that they were made for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ownlog.frontend.ir.ir import Block, Op, Reason, Value
from ownlog.frontend.ir.module import Module


@dataclass(frozen=True)
class Made:
    """One thing at `line` of the output.

    `kind` is "op" for an op that a pass made, "operands" for one with other operands or results, "argument" and
    "result" for a value, "changed" for an op that changed without a reason, and "kept"; `input_line` is where it comes
    from, `op` a changed op. `uses` are the lines where the results are used (of a changed op: where its new operands
    were made), `text` is the op without its regions.
    """

    kind: str
    line: int
    last_line: int
    text: str
    reasons: tuple[Reason, ...] = ()
    input_line: int | None = None
    uses: tuple[int, ...] = ()
    op: Op | None = None


class Lines:
    """The output of passes as text, read again for the lines of the ops of `module`."""

    def __init__(self, module: Module) -> None:
        from ownlog.frontend import parse

        self.text = str(module)
        self._printed = parse(self.text, "<output>")
        self._pairs = list(zip(module.walk(), self._printed.walk(), strict=True))
        self._users: dict[Value, list[int]] = {}
        self._defined: dict[Value, int] = {}
        for op, printed in self._pairs:
            for value in op.results:
                self._defined[value] = self._line(printed.start)
            for region, shown in zip(op.regions, printed.regions, strict=True):
                for block, read in zip(region.blocks, shown.blocks, strict=True):
                    for value, argument in zip(block.arguments, read.arguments, strict=True):
                        self._defined[value] = self._line(argument.offset if argument.offset >= 0 else printed.start)
            for value in op.operands:
                self._users.setdefault(value, []).append(self._line(printed.start))

    def all(self) -> Iterator[Made]:
        """Everything, in text order."""
        for op, printed in self._pairs:
            yield from self._of_op(op, printed)

    def count(self) -> int:
        return len(self.text.splitlines())

    def _line(self, offset: int) -> int:
        return self._printed.source.position(max(offset, 0)).line

    def _of_op(self, op: Op, printed: Op) -> Iterator[Made]:
        if printed.start < 0:
            # A terminator that the text leaves out.
            return
        end = min((region.start for region in printed.regions if region.start >= 0), default=printed.end)
        text = " ".join(self.text[printed.start : end].split())
        first, last = self._line(printed.start), self._line(max(printed.start, end - 1))
        reasons: tuple[Reason, ...] = ()
        if op.source is None:
            uses = sorted({line for value in op.results for line in self._users.get(value, ())})
            yield Made("op", first, last, text, _reasons(op), uses=tuple(uses))
        elif reasons := op.because or (_handed_on(op) if self._is_changed(op, text) else ()):
            yield Made("operands", first, last, text, reasons, op.source.position(op.start).line)
        for value in op.results:
            if value.because is not None:
                yield Made("result", first, last, text, (value.because,))
        for region, shown in zip(op.regions, printed.regions, strict=True):
            for block, read in zip(region.blocks, shown.blocks, strict=True):
                yield from self._of_arguments(block, read, first)
        if op.source is not None and not reasons:
            line = op.source.position(op.start).line
            if not self._is_changed(op, text):
                yield Made("kept", first, last, text, (), line)
            elif not any(value.because is not None for value in _own_values(op)):
                yield Made("changed", first, last, text, (), line, self._new_lines(op), op)

    @staticmethod
    def _is_changed(op: Op, text: str) -> bool:
        """Does the op, without its regions, read differently from the input?"""
        assert op.source is not None
        if not op.changed:
            return False
        starts = (region.start for region in op.regions if region.start >= 0)
        return " ".join(op.source.text[op.start : min(starts, default=op.end)].split()) != text

    def _new_lines(self, op: Op) -> tuple[int, ...]:
        """The lines of the ops and values that passes made and the op uses."""
        new = [
            value
            for value in op.operands
            if value.because is not None or (isinstance(value.owner, Op) and value.owner.source is None)
        ]
        return tuple(sorted({self._defined[value] for value in new if value in self._defined}))

    def _of_arguments(self, block: Block, printed: Block, op_line: int) -> Iterator[Made]:
        for value, read in zip(block.arguments, printed.arguments, strict=True):
            if value.because is not None:
                line = self._line(read.offset) if read.offset >= 0 else op_line
                yield Made("argument", line, line, f"{read.ref}: {read.type}", (value.because,))


def _own_values(op: Op) -> list[Value]:
    """The results of an op and the arguments of its regions."""
    return [
        *op.results,
        *(argument for region in op.regions for block in region.blocks for argument in block.arguments),
    ]


def _handed_on(op: Op) -> tuple[Reason, ...]:
    """The reasons of the values that a branch or the end of a region hands its operands to."""
    taken = [argument for block in op.successors for argument in block.arguments]
    block = op.parent
    around = block.parent_op if block is not None and block.ops[-1] is op else None
    if around is not None and not op.successors:
        taken += around.results
    return tuple(dict.fromkeys(value.because for value in taken if value.because is not None))


def _reasons(op: Op | None) -> tuple[Reason, ...]:
    """Why an op was made; what is nested in it was made with it."""
    while op is not None and op.source is None and not op.because:
        op = op.parent_op
    return op.because if op is not None and op.source is None else ()
