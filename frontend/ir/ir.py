"""The IR: ops, regions, blocks and values, each tied to the text it was read from.

The tree is lossless. A node that was read remembers its span in the source; a node that a pass made or changed is
printed anew (`printer.py`), everything else is copied from the source text byte for byte. Layout of a block's text,
with every character in one place:

    <lead>^bb1(%a: i32):<lead>op one<lead>op two<tail>

`lead` is the white space and comments before a node and belongs to it (`lead_start` to `start`). What follows a
region's last op up to the closing brace is the region's tail.

Every change to a tree goes through the methods below, because they keep the `touched` marks that tell the printer where
to look.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ownlog.base.errors import Diagnostic, Position
from ownlog.base.source import Source
from ownlog.frontend.native import native_tree
from ownlog.frontend.text.types import Type

NEW = -1  # `start` of a node that no text was read for

Reason: TypeAlias = "tuple[str, tuple[Op | Block | Value | int | str | None, ...]]"
"""The derived row that a pass acted on: a relation and its cells, as IR, None for any."""


class Value:
    """An SSA value: result `index` of an op, or argument `index` of a block.

    `name` has the sigil. A result of a pack `%0:2` has the pack's name, and `pack` is its size; uses are written as
    `ref`.
    """

    __slots__ = ("attrs", "because", "index", "location", "name", "offset", "owner", "pack", "pack_index", "type")

    def __init__(self, name: str, type: Type, owner: Op | Block, index: int, offset: int = NEW) -> None:
        self.name = name
        self.type = type
        self.owner = owner
        self.index = index
        self.offset = offset
        self.pack = 1
        self.pack_index = 0
        self.attrs: str | None = None  # a function argument's attribute dictionary, as written
        self.location: str | None = None  # a block argument's trailing `loc(...)`, as written
        self.because: Reason | None = None  # of what a pass made

    @property
    def ref(self) -> str:
        return self.name if self.pack == 1 else f"{self.name}#{self.pack_index}"

    @property
    def is_block_argument(self) -> bool:
        return isinstance(self.owner, Block)

    @property
    def block(self) -> Block:
        """The block that defines the value: the block it is an argument of, or the block of its op."""
        if isinstance(self.owner, Block):
            return self.owner
        assert self.owner.parent is not None
        return self.owner.parent

    def __repr__(self) -> str:
        return f"<Value {self.ref} : {self.type}>"


class Op:
    """An operation.

    `attrs` maps attribute names to their text (None: unit attribute); inherent ones are in `properties`. `segments` has
    the sizes of the operand groups in order (None: one group); of cf.switch: flag, default operands, then one for each
    case. `form` is "generic" or "custom", as read. `because` has the reasons of a pass that made the op, or gave it
    operands.
    """

    __slots__ = (
        "attrs", "because", "changed", "end", "form", "lead_start", "location", "name", "operands", "parent",
        "properties", "regions", "results", "segments", "source", "start", "successors", "touched",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        operands: list[Value] | None = None,
        attrs: dict[str, str | None] | None = None,
        *,
        properties: dict[str, str | None] | None = None,
        regions: list[Region] | None = None,
        successors: list[Block] | None = None,
        segments: list[int] | None = None,
        form: str = "custom",
    ) -> None:
        self.name = name
        self.operands: list[Value] = operands if operands is not None else []
        self.results: list[Value] = []
        self.attrs: dict[str, str | None] = attrs if attrs is not None else {}
        self.properties: dict[str, str | None] = properties if properties is not None else {}
        self.regions: list[Region] = []
        self.successors: list[Block] = successors if successors is not None else []
        self.segments = segments
        self.form = form
        self.location: str | None = None
        self.parent: Block | None = None
        self.source: Source | None = None
        self.lead_start = self.start = self.end = NEW
        self.changed = False
        self.touched = False
        self.because: tuple[Reason, ...] = ()
        for region in regions or ():
            self.add_region(region)

    def add_region(self, region: Region) -> None:
        region.parent = self
        self.regions.append(region)

    @property
    def position(self) -> Position | None:
        """Where the op begins in the text that it was read from; None for one that was made."""
        return self.source.position(self.start) if self.source is not None and self.start >= 0 else None

    @property
    def line(self) -> int:
        """The line where the op begins in the text that it was read from; 0 for one that was made."""
        return position.line if (position := self.position) is not None else 0

    @property
    def parent_op(self) -> Op | None:
        """The op in a region of which this one stands; None at the top, and for an op that stands nowhere."""
        return self.parent.parent_op if self.parent is not None else None

    def mark_changed(self) -> None:
        """Say that the op's own text (outside its regions) is out of date."""
        self.changed = True
        self.touch()

    def touch(self) -> None:
        """Mark the op and all that encloses it as containing a change."""
        op: Op | None = self
        while op is not None and not op.touched:
            op.touched = True
            op = op.parent_op

    def add_result(self, name: str, type: Type, *, packed: bool = True) -> Value:
        """Append a result.

        If all results have this name, they are one pack: `%0` is printed `%0:2`, and still means `%0#0`. To append
        many, leave them un-`packed` and call `pack` afterwards.
        """
        value = Value(name, type, self, len(self.results))
        self.results.append(value)
        if packed:
            self.pack()
        self.mark_changed()
        return value

    def pack(self) -> None:
        """Make one pack of the results if all have one name: those of a name stand side by side."""
        results = self.results
        if results and results[0].name == results[-1].name:
            for result in results:
                result.pack, result.pack_index = len(results), result.index

    def set_operands(self, operands: list[Value], segments: list[int] | None = None) -> None:
        self.operands = operands
        self.segments = segments if segments is not None else self.segments
        self.mark_changed()

    def set_groups(self, groups: list[list[Value]]) -> None:
        """Give the op the operands in `groups`, as `groups()` cuts them."""
        self.set_operands(
            [value for group in groups for value in group], self.segments and [len(group) for group in groups]
        )

    def attribute(self, name: str) -> str | None:
        """The text of an attribute, inherent or not; "unit" for a unit attribute, None where there is none."""
        for attributes in (self.properties, self.attrs):
            if name in attributes:
                text = attributes[name]
                return "unit" if text is None else text
        return None

    def groups(self) -> list[list[Value]]:
        """The operands cut into their groups (see `segments`)."""
        if self.segments is None:
            return [self.operands]
        cut, at = [], 0
        for size in self.segments:
            cut.append(self.operands[at : at + size])
            at += size
        return cut

    def walk(self) -> Iterator[Op]:
        """The op, then all ops nested in it, in text order of the generic form."""
        stack = [self]
        while stack:
            op = stack.pop()
            yield op
            if op.regions:
                blocks = (block for region in reversed(op.regions) for block in reversed(region.blocks))
                stack.extend(nested for block in blocks for nested in reversed(block.ops))

    def diagnostic(self, message: str, advice: str | None = None, severity: str = "error") -> Diagnostic:
        """A diagnostic that points at the op's text (without position for an op that a pass made)."""
        if self.source is None:
            return Diagnostic(f"'{self.name}' op {message}", advice=advice, severity=severity)
        return self.source.diagnostic(self.start, message, advice, severity)

    def __repr__(self) -> str:
        return f"<Op {self.name} ({len(self.operands)} operands, {len(self.results)} results)>"


class Block:
    """A basic block. The entry block of a region has `label` None where the text gives none."""

    __slots__ = ("arguments", "changed", "head_end", "label", "lead_start", "named", "ops", "parent", "start")

    def __init__(self, label: str | None = None) -> None:
        self.label = label  # with the sigil: "^bb1"
        self.arguments: list[Value] = []
        self.ops: list[Op] = []
        self.parent: Region | None = None
        self.lead_start = self.start = self.head_end = NEW  # of the label line `^bb1(...):`; NEW where there is none
        self.changed = False
        self.named: tuple[int, list[str]] | None = None  # what printing/fresh_names.py has seen of an outermost block

    @property
    def parent_op(self) -> Op | None:
        """The op in a region of which the block lies; None for a block that lies in none."""
        return self.parent.parent if self.parent is not None else None

    @property
    def successors(self) -> list[Block]:
        """The blocks that control may go to from the end of this one, one for each way."""
        return self.ops[-1].successors if self.ops else []

    def is_inside(self, op: Op) -> bool:
        """Does the block lie in a region of `op`, at any depth?"""
        above = self.parent_op
        while above is not None and above is not op:
            above = above.parent_op
        return above is not None

    def append(self, op: Op) -> None:
        self.insert(len(self.ops), op)

    def insert(self, index: int, op: Op) -> None:
        op.parent = self
        self.ops.insert(index, op)
        self._touch()

    def insert_before(self, anchor: Op, ops: list[Op]) -> None:
        """Insert new ops before `anchor`, which is an op of this block."""
        at = next(i for i in range(len(self.ops) - 1, -1, -1) if self.ops[i] is anchor)
        for op in ops:
            op.parent = self
        self.ops[at:at] = ops
        self._touch()

    def set_ops(self, ops: list[Op]) -> None:
        """Let the block hold `ops`, which say already that they stand in it."""
        self.ops = ops
        self._touch()

    def replace_ops(self, ops: list[Op]) -> None:
        """Give the block these ops instead of those it has."""
        for op in ops:
            op.parent = self
        self.ops = ops
        self._touch()

    def remove(self, op: Op) -> None:
        self.ops.remove(op)
        op.parent = None
        self._touch()

    def add_argument(self, name: str, type: Type) -> Value:
        value = Value(name, type, self, len(self.arguments))
        self.arguments.append(value)
        self.changed = True
        self._touch()
        # The arguments of an entry block without a label line stand in the text of the enclosing op.
        if self.start == NEW and (above := self.parent_op) is not None:
            above.mark_changed()
        return value

    def keep_arguments(self, kept: list[bool]) -> None:
        """Drop the arguments whose mark in `kept` is False."""
        self.arguments = [argument for argument, keep in zip(self.arguments, kept, strict=True) if keep]
        for index, argument in enumerate(self.arguments):
            argument.index = index
        self.changed = True
        self._touch()
        if self.start == NEW and (above := self.parent_op) is not None:
            above.mark_changed()

    @property
    def terminator(self) -> Op | None:
        return self.ops[-1] if self.ops else None

    @property
    def is_entry(self) -> bool:
        return self.parent is not None and self.parent.blocks[0] is self

    def _touch(self) -> None:
        if (above := self.parent_op) is not None:
            above.touch()

    def __repr__(self) -> str:
        return f"<Block {self.label or 'entry'} ({len(self.ops)} ops)>"


class Region:
    """A region, from its `{` (`start`) to after its `}` (`end`), both NEW if the text omits it."""

    __slots__ = ("blocks", "end", "parent", "start", "tail_start")

    def __init__(self, blocks: list[Block] | None = None) -> None:
        self.blocks: list[Block] = []
        self.parent: Op | None = None
        self.start = self.tail_start = self.end = NEW
        for block in blocks or ():
            self.append(block)

    def append(self, block: Block) -> None:
        self.insert(len(self.blocks), block)

    def insert(self, index: int, block: Block) -> None:
        block.parent = self
        self.blocks.insert(index, block)

    def keep_blocks(self, kept: list[bool]) -> None:
        """Drop the blocks whose mark in `kept` is False; nothing leads to them."""
        self.blocks = [block for block, keep in zip(self.blocks, kept, strict=True) if keep]
        if self.parent is not None:
            self.parent.touch()


if (_native := native_tree()) is not None:
    _native.know((Op, Value, Region, Block))
