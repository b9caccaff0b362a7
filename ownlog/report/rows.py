"""The rows of an analysis and the numbers that the page gives to functions, blocks and buffers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.derived.explanations import Explanations, explanations_of
from ownlog.derived.results import Results
from ownlog.frontend.facts.extract import Facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.query import Questions
from ownlog.report.text import Text
from ownlog.rules.explain.notation import Pattern
from ownlog.rules.explain.store import Store

if TYPE_CHECKING:
    from ownlog.rules.engine.program.engine import Engine


@dataclass(frozen=True)
class FunctionParts:
    """A function that has a body: its name, op, blocks and buffers, in text order."""

    name: str
    op: Op
    blocks: list[str] = field(default_factory=list)
    buffers: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Decided:
    """The facts and names of the last decision of passes, with the module as it was read."""

    module: Module
    naming: Naming
    facts: Facts
    models: tuple[Path, ...]
    engine: Engine | None

    @cached_property
    def explanations(self) -> Explanations:
        return explanations_of(self.facts, self.models, self.engine)


class Rows:
    """Looks up rows by some of their cells, and things by name. All relations are derived when it is made."""

    def __init__(self, subject: Results | Decided) -> None:
        self.subject = subject
        self.naming = subject.naming
        self.store = subject.explanations.explainer.store
        self.relations = subject.explanations.program.relations
        self.text = Text(subject.module)
        self._ready: dict[str, Store] = {}

    def find(self, relation: str, *cells: str | int | None) -> Sequence[Pattern]:
        """The rows of a relation that have the given cells; None is any cell."""
        return self.store.matching(relation, cells)

    def ready(self, file: str, relation: str, *cells: str | int | None) -> Sequence[Pattern]:
        """As `find`, in a relation that a file of `rules/questions` derives."""
        if relation not in self._ready:
            self._ready[relation] = Store(self.questions.derive(file, (relation,)))
        return self._ready[relation].matching(relation, cells)

    @cached_property
    def questions(self) -> Questions:
        """What answers queries about the same rows."""
        return Questions(self.subject.facts, self.subject.models, derived=self.subject.explanations.derived)

    def cells(self, relation: str, *cells: str | int | None) -> list[str]:
        """The last cell of each row found."""
        return [str(row[-1]) for row in self.find(relation, *cells)]

    def holds(self, relation: str, *cells: str | int | None) -> bool:
        return bool(self.find(relation, *cells))

    @cached_property
    def functions(self) -> list[FunctionParts]:
        """All functions with a body, in text order."""
        parts = {
            function: FunctionParts(str(function), self.naming.ops[str(function)])
            for _, function in self.store.rows("in_function")
        }
        home = {str(block): function for block, function in self.store.rows("in_function")}
        for block in self.naming.blocks:
            if block in home:
                parts[home[block]].blocks.append(block)
        where = {str(value): str(block) for value, block in self.store.rows("defining_block")}
        for name in sorted(where, key=self.order.__getitem__):
            if where[name] in home:
                parts[home[where[name]]].buffers.append(name)
        for part in parts.values():
            part.blocks.sort(key=self.block_line)
        return sorted(parts.values(), key=lambda part: part.op.start)

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each value in text order."""
        return {str(value): int(order or 0) for value, order in self.store.rows("value_order")}

    @cached_property
    def buffer_numbers(self) -> dict[str, int]:
        """The page's number of each buffer."""
        return {name: i for i, name in enumerate(name for part in self.functions for name in part.buffers)}

    @cached_property
    def block_numbers(self) -> dict[str, int]:
        """The page's number of each block."""
        return {name: i for i, name in enumerate(name for part in self.functions for name in part.blocks)}

    def value(self, name: str) -> Value:
        return self.naming.values[name]

    def short(self, value: str) -> str:
        """A value's name as the source writes it."""
        return self.value(value).ref or "(no name)"

    def op_line(self, op: Op) -> int:
        """The first line of an op."""
        return self.text.line(max(op.start, 0))

    def op_end(self, op: Op) -> int:
        """The last line of an op; of one that the text leaves out, that of its region's brace."""
        if op.start >= 0:
            return self.text.line(op.end - 1)
        region = op.parent.parent if op.parent is not None else None
        return self.text.line(region.end - 1) if region is not None and region.end > 0 else 1

    def block_line(self, name: str) -> int:
        """The line of a block's label; where it has none, that of the op around it."""
        block = self.naming.blocks[name]
        if block.start >= 0:
            return self.text.line(block.start)
        return self.op_line(around(block))

    def block_end(self, name: str) -> int:
        """The last line of a block."""
        block = self.naming.blocks[name]
        return self.op_end(block.ops[-1]) if block.ops else self.block_line(name)

    def last_line(self, name: str) -> int:
        """The line of a block's terminator; where the text leaves that out, the block's last line."""
        terminator = self.naming.blocks[name].terminator
        return self.op_line(terminator) if terminator is not None and terminator.start >= 0 else self.block_end(name)

    def block_name(self, name: str) -> str:
        """What the page calls a block: its label, or what it is the body of."""
        block = self.naming.blocks[name]
        if block.label is not None:
            return block.label
        op = around(block)
        if self.holds("function_entry", name, None):
            return "entry"
        assert block.parent is not None
        which = f" region {op.regions.index(block.parent)}" if len(op.regions) > 1 else ""
        return f"{op.name}{which} (line {self.op_line(op)})"


def around(block: Block) -> Op:
    """The op in whose region a block lies."""
    op = block.parent_op
    assert op is not None
    return op
