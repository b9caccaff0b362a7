"""Regions and blocks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NoReturn

from ownlog.base.source import Source
from ownlog.frontend.forms import registry
from ownlog.frontend.forms.language.kinds import is_taken
from ownlog.frontend.forms.versions import groups_of
from ownlog.frontend.ir.ir import Block, Op, Region
from ownlog.frontend.ir.traits import own_traits
from ownlog.frontend.syntax.cursor import Attributes
from ownlog.frontend.syntax.op_reader import Argument, OpReader
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.depth import MAX_DEPTH


class Blocks(OpReader, ABC):
    """What reads regions. How an operation is read is the business of `Parser`."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.depth = 0
        self.block = Block()
        self.branches: list[Op] = []  # of the current region, to be compared with their successors' arguments
        self.defaults: str | None = "builtin"  # the dialect whose name may be dropped here

    @abstractmethod
    def operation(self, lead_start: int) -> None:
        """Read one op and append it to the current block."""

    @abstractmethod
    def known_operations(self) -> None:
        """Append the next ops to the current block, as far as they equal earlier ones."""

    @abstractmethod
    def no_operation(self, at: int) -> NoReturn:
        """Say that no op starts at offset `at`."""

    def add_attributes(self, op: Op, entries: Attributes, inherent: frozenset[str]) -> None:
        if not inherent:
            op.attrs.update(entries)
            return
        for key, text in entries.items():
            if key not in inherent:
                op.attrs[key] = text
            elif is_taken(op.name, key, text, registry.all_dialects()):
                op.properties[key] = text

    def groups(self, op: Op) -> None:
        for group in groups_of(op.name):
            group.read(self, op)

    # Regions and blocks

    def region(
        self,
        op: Op,
        arguments: list[Argument] | None = None,
        *,
        isolated: bool = False,
        defaults: str | None = None,
        terminator: str | None = None,
        optional: bool = False,
    ) -> Region:
        region = Region()
        op.add_region(region)
        start = self.next()
        if optional and not self.text.startswith("{", start):
            return region
        self.expect("{")
        region.start = start
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.fail(f"regions are nested more than {MAX_DEPTH:,} deep", at=start)
        saved = self.block, self.labels, self.forward_labels, self.defaults, self.branches
        mark, early = len(self.defined), self.early
        self.labels, self.forward_labels, self.branches = {}, {}, []
        self.defaults = defaults
        if isolated:
            self.distant.update(self.defined)
            self.early = {}
        self._blocks(region, arguments)
        if isolated:
            self.check_undeclared()
            self.early = early
        self.forget(mark)
        self.block, self.labels, self.forward_labels, self.defaults, self.branches = saved
        self.op = op
        self.depth -= 1
        region.end = self.pos
        if terminator is not None:
            self.ensure_terminator(region, terminator)
        return region

    def wrapped_operation(self, op: Op) -> Region:
        region = Region([Block()])
        op.add_region(region)
        block, self.block = self.block, region.blocks[0]
        self.operation(self.pos)
        self.block = block
        self.op = op
        return region

    def ensure_terminator(self, region: Region, name: str) -> None:
        """Add the op that the text omits at the end of a region of one block."""
        if not region.blocks:
            region.append(Block())
        last = region.blocks[-1]
        if not last.ops or (last.ops[-1].name != name and not registry.is_terminator(last.ops[-1].name)):
            op = Op(name)
            form = registry.lookup(name)
            for _ in range((form.structure.regions or 0) if form is not None else 0):
                op.add_region(Region([Block()]))
            op.parent = last
            last.ops.append(op)

    def _blocks(self, region: Region, arguments: list[Argument] | None) -> None:
        text = self.text
        first = self.next()
        if (
            arguments
            or not text.startswith(("}", "^"), first)
            or (arguments is not None and text.startswith("}", first))
        ):
            block = Block()
            region.append(block)
            self.block = block
            for name, type, at, attrs, location in arguments or ():
                block.arguments += self.define(name, [type], block, len(block.arguments), at)
                block.arguments[-1].attrs, block.arguments[-1].location = attrs, location
            self._ops()
        while True:
            at = self.next()
            if text.startswith("^", at):
                if region.blocks and arguments and len(region.blocks) == 1 and not region.blocks[0].ops:
                    self.fail(
                        "invalid block name in region with named arguments",
                        "the arguments are named before the region",
                        at=at,
                    )
                self._block(region)
            elif text.startswith("}", at):
                break
            else:
                self.no_operation(at)
        region.tail_start = self.pos
        self.pos = at + 1
        self._check_labels()

    def _ops(self) -> None:
        text = self.text
        skip = t.SKIP.match
        while True:
            self.known_operations()
            start = self.pos
            found = skip(text, start)
            assert found is not None
            if text[found.end() : found.end() + 1] in ("}", "^", ""):
                if found.end() >= len(text):
                    self.fail("expected '}' at the end of a region", "the text ends inside of a '{'", at=found.end())
                return
            self.operation(start)

    def _block(self, region: Region) -> None:
        if region.blocks:
            # What the earlier blocks define is visible, but may not dominate.
            self.distant.update(value.name for op in region.blocks[-1].ops for value in op.results)
            self.distant.update(value.name for value in region.blocks[-1].arguments)
        lead_start = self.pos
        found = t.LABEL.match(self.text, self.pos)
        if found is None:
            self.fail("expected block name")
        label, at = found[1], found.start(1)
        self.pos = found.end()
        block = self.labels.get(label)
        if block is None:
            block = self.labels[label] = Block(label)
        elif self.forward_labels.pop(label, None) is None:
            self.fail(
                f"redefinition of block '{label}'",
                "each block of a region has a label of its own",
                at=at,
                first=block.start,
            )
        region.append(block)
        block.lead_start, block.start = lead_start, at
        if self.accept("(") and not self.accept(")"):
            self._block_arguments(block)
            self.expect(")")
        self.expect(":", "a block label ends with ':'")
        block.head_end = self.pos
        self.block = block
        self._ops()

    def _block_arguments(self, block: Block) -> None:
        while True:
            name, type, at, _, location = self.typed_argument(attributes=False)
            block.arguments += self.define(name, [type], block, len(block.arguments), at)
            block.arguments[-1].location = location
            if not self.accept(","):
                return

    def _check_labels(self) -> None:
        for label, at in self.forward_labels.items():
            self.fail(
                f"reference to an undefined block '{label}'", "a branch can only go to a block of its own region", at=at
            )
        for op in self.branches:
            self._check_branch(op)

    def _check_branch(self, op: Op) -> None:
        groups = own_traits().successor_operands(op)
        if groups is None:
            return
        for number, (block, values) in enumerate(zip(op.successors, groups, strict=True)):
            if len(values) != len(block.arguments):
                message = (
                    f"branch has {len(values)} operands for successor #{number}, but target block has"
                    f" {len(block.arguments)}"
                )
                self.fail(message, f"'{block.label}' takes {len(block.arguments)} arguments", at=op.start)
            for i, (value, argument) in enumerate(zip(values, block.arguments, strict=True)):
                if value.type.canonical != argument.type.canonical:
                    message = (
                        f"type mismatch for bb argument #{i} of successor #{number}: '{value.type}' vs"
                        f" '{argument.type}'"
                    )
                    self.fail(message, f"'{block.label}' takes a {argument.type} there", at=op.start)
