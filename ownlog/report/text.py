"""The source as the page shows it: lines, and what the pieces of each line are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.text.tokens import STRING, SUFFIX_ID
from ownlog.report.page.model import COMMENT, DEFINITION, LABEL, OP_NAME, USE, Span

_COMMENT = re.compile(rf"{STRING}|(//[^\n]*+)")
_MENTION = re.compile(rf"{STRING}|//[^\n]*+|(%{SUFFIX_ID}(?:#[0-9]++)?)")


class Text:
    """The lines of a module's source, without line ends, and the numbers of lines from offsets."""

    def __init__(self, module: Module) -> None:
        self._source = module.source
        self.text = module.source.text
        self.lines = [line.rstrip("\r") for line in self.text.split("\n")]

    def place(self, offset: int) -> tuple[int, int]:
        """Line (from 1) and column (from 0) of an offset."""
        position = self._source.position(offset)
        return position.line - self._source.first_line + 1, position.column - 1

    def line(self, offset: int) -> int:
        """The line (from 1) of an offset."""
        return self.place(offset)[0]

    def spans(self, ops: Iterable[Op], numbers: Mapping[Value, int]) -> list[list[Span]]:
        """The pieces of each line, from left to right; `numbers` are those of the buffers."""
        found: dict[int, list[int]] = {}
        for match in _COMMENT.finditer(self.text):
            if match[1]:
                found[match.start(1)] = [len(match[1]), COMMENT]
        for offset, value in _definitions(numbers).items():
            found[offset] = [len(value.name), DEFINITION, numbers[value]]
        for op in ops:
            for region in op.regions:
                for block in region.blocks:
                    if block.start >= 0 and block.label:
                        found[block.start] = [len(block.label), LABEL]
            if op.start >= 0:
                self._op(op, numbers, found)
        spans: list[list[Span]] = [[] for _ in self.lines]
        for offset, span in sorted(found.items()):
            line, column = self.place(offset)
            spans[line - 1].append([column, *span])
        return spans

    def _op(self, op: Op, numbers: Mapping[Value, int], found: dict[int, list[int]]) -> None:
        first = next(_own_text(op))[1]
        for name in (op.name, op.name.rpartition(".")[2]):
            at = self.text.find(name, op.start, first)
            if at >= 0:
                found.setdefault(at, [len(name), OP_NAME])
                break
        operands = {name: value for value in op.operands if value in numbers for name in _spellings(value)}
        if not operands:
            return
        for start, end in _own_text(op):
            for match in _MENTION.finditer(self.text, start, end):
                value = operands.get(match[1])
                if value is not None:
                    found.setdefault(match.start(1), [len(match[1]), USE, numbers[value]])


def _spellings(value: Value) -> set[str]:
    """A pack's first result may be written without its number."""
    return {value.ref, value.name} if value.pack_index == 0 else {value.ref}


def _definitions(values: Mapping[Value, int]) -> dict[int, Value]:
    """The values by where their definitions stand; of a pack the first."""
    found: dict[int, Value] = {}
    for value in values:
        if value.offset >= 0 and value.name:
            found.setdefault(value.offset, value)
    return found


def _own_text(op: Op) -> Iterator[tuple[int, int]]:
    """The pieces of an op's text that lie in none of its regions."""
    at = op.start
    for region in sorted((region for region in op.regions if region.start >= 0), key=lambda region: region.start):
        yield at, region.start
        at = region.end
    yield at, op.end
