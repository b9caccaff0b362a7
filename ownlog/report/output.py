"""What the passes print, row by row, and which row of the source each one comes from."""

from __future__ import annotations

from collections.abc import Iterator

from ownlog.frontend import parse
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.report.page.model import OutputRow
from ownlog.report.rows import Rows
from ownlog.report.text import Text

_NEAR = 50
"""Rows after the last one that is known to be copied, among which a comment or an empty row is looked for."""


def gather_output(copy: Module, rows: Rows) -> list[OutputRow]:
    """The output of passes. In: a copy of the module after them, and the rows that name its buffers."""
    printed = parse(str(copy), "<output>")
    source, text = rows.text, Text(printed)
    pairs = list(zip(copy.walk(), printed.walk(), strict=True))
    origins = _Origins(source, text)
    for op, read in pairs:
        origins.add(op, read)
    numbers = {_place(rows.value(name)): number for name, number in rows.buffer_numbers.items()}
    values = (pair for op, read in pairs for pair in _values(op, read))
    buffers = {read: numbers[_place(value)] for value, read in values if value.offset >= 0 and _place(value) in numbers}
    spans = text.spans(printed.walk(), buffers)
    found: list[OutputRow] = []
    for line, sign, origin in origins.all():
        shown_line = text.lines[line - 1]
        found.append(origin if sign == " " else (sign, origin, shown_line, spans[line - 1]))
    return found


def _place(value: Value) -> tuple[int, str]:
    """Where the source defines a value: the same in all copies of a module."""
    return value.offset, value.ref


def _values(op: Op, read: Op) -> Iterator[tuple[Value, Value]]:
    """The values that an op defines, each with the one that it is read as again."""
    yield from zip(op.results, read.results, strict=True)
    for region, shown in zip(op.regions, read.regions, strict=True):
        for block, again in zip(region.blocks, shown.blocks, strict=True):
            yield from zip(block.arguments, again.arguments, strict=True)


class _Origins:
    """Rows of the output by what begins or ends on them."""

    def __init__(self, source: Text, text: Text) -> None:
        self.source = source
        self.text = text
        self._rows: dict[int, int] = {}

    def add(self, op: Op, read: Op) -> None:
        """An op of the output, and the same op as its text is read again. What is around it comes before it."""
        if read.start < 0:
            return
        first, last = self.text.line(read.start), self.text.line(read.end - 1)
        if op.start < 0:
            self._rows.update((line, 0) for line in range(first, last + 1))
            return
        self._copied(first, op.start)
        if last > first:
            self._copied(last, op.end - 1)
        for region, shown in zip(op.regions, read.regions, strict=True):
            for block, again in zip(region.blocks, shown.blocks, strict=True):
                if again.start >= 0 and not block.is_entry:
                    self._rows[self.text.line(again.start)] = self.source.line(block.start) if block.start >= 0 else 0

    def all(self) -> Iterator[tuple[int, str, int]]:
        """Each row, its sign, and the row of the source that it comes from; the sign of a copy is a space."""
        before = 0
        for line, shown in enumerate(self.text.lines, 1):
            origin = self._rows.get(line)
            if origin is None:
                near = range(before, min(before + _NEAR, len(self.source.lines)))
                origin = next((i + 1 for i in near if self.source.lines[i] == shown), 0)
            before = origin or before
            yield line, "+" if not origin else " " if self.source.lines[origin - 1] == shown else "~", origin

    def _copied(self, line: int, offset: int) -> None:
        self._rows[line] = self._rows.get(line) or self.source.line(offset)
