"""What copies cost: the bytes that are copied, then those that are allocated, then how many buffers there are."""

from __future__ import annotations

from typing import NamedTuple

from ownlog.backend.bufferize.aliasing.classes import Use
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.sizes import size_of
from ownlog.frontend.forms.language.memrefs import Buffer, of_tensor
from ownlog.frontend.ir.ir import Block
from ownlog.rules.relations import LoopBlock, PutBackThrough, Refilled, Repetitive, Rounds, SeenDefinition, SoleResult
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

DERIVED = relation_names(PutBackThrough, Refilled, Repetitive, Rounds, SeenDefinition, SoleResult)

OPEN = 64
"""How much a size counts that is known at run time only."""
ROUNDS = 10
"""How often a loop counts of which nobody knows how often it runs."""
_UNKNOWN = 8
"""The bytes of an element of which nobody knows the size."""


class Cost(NamedTuple):
    """Bytes copied, bytes allocated, and buffers, each as often as the program runs them, if known."""

    copied: int
    allocated: int
    buffers: int = 1


class Times:
    """How often blocks run. In: derived rows, the facts, the naming."""

    DERIVED = relation_names(Repetitive, Rounds)

    def __init__(self, found: Found, facts: Found, naming: Naming) -> None:
        rows, given = TypedRows(found), TypedRows(facts)
        self._naming = naming
        self._reruns = {naming.ops[row.op] for row in rows(Repetitive)}
        self._rounds = {naming.ops[row.op]: row.times for row in rows(Rounds) if row.op in naming.ops}
        self._looping: dict[str, int] = {}
        for row in given(LoopBlock):
            self._looping[row.block] = self._looping.get(row.block, 0) + 1
        self._times: dict[Block, int] = {}

    def at(self, block: Block | None) -> int:
        """How often a block runs, each time that the function does."""
        chain: list[Block] = []
        while block is not None and block not in self._times:
            chain.append(block)
            around = block.parent_op
            block = around.parent if around is not None else None
        times = self._times[block] if block is not None else 1
        for inner in reversed(chain):
            around = inner.parent_op
            if around in self._reruns:
                times *= self._rounds.get(around, ROUNDS)
            self._times[inner] = times = times * ROUNDS ** self._looping.get(self._naming.block(inner), 0)
        return times


class Weights:
    """What it costs that something is out of place. In: derived rows, the facts, the naming."""

    def __init__(self, found: Found, facts: Found, naming: Naming) -> None:
        rows = TypedRows(found)
        self._naming = naming
        # What can be made again is not copied.
        refilled = {(row.op, row.operand) for row in rows(Refilled)}
        self._copied = {(row.op, row.operand) for row in rows(SeenDefinition)} - refilled
        self._sole = {(row.op, row.operand): row.value for row in rows(SoleResult)}
        self._times = Times(found, facts, naming)

    def use(self, use: Use) -> Cost:
        """What it costs that a use is out of place."""
        op = self._naming.ops[use[0]]
        value = self._naming.values[self._sole[use]] if use in self._sole else op.operands[use[1]]
        size = bytes_of(of_tensor(value.type)) * self._times.at(op.parent)
        return Cost(size if use in self._copied else 0, size)

    def insertion(self, op: str) -> Cost:
        """What it costs that an insertion has to copy its source, its first operand."""
        inserting = self._naming.ops[op]
        return Cost(bytes_of(of_tensor(inserting.operands[0].type)) * self._times.at(inserting.parent), 0, 0)

    def handed(self, op: str, operand: int) -> Cost:
        """What it costs that the end of a loop's region hands over a copy."""
        end = self._naming.ops[op]
        size = bytes_of(of_tensor(end.operands[operand].type)) * self._times.at(end.parent)
        return Cost(size, size)


def bytes_of(buffer: Buffer) -> int:
    """The bytes of a buffer, as far as its type tells."""
    size = size_of(buffer.plain().type, 64) if buffer.sizes is not None else None
    times: int = OPEN ** len(buffer.dynamic)
    return (_UNKNOWN if size is None else size) * times
