"""The reader as forms see it: the cursor, the names in scope, and the pieces that the forms of many ops share."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ownlog.base.source import Source
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.syntax.cursor import Attributes
from ownlog.frontend.syntax.scope import Scope
from ownlog.frontend.text import tokens as t
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import Type

Argument = tuple[str, Type, int, str | None, str | None]  # name, type, offset, attributes, location


class OpReader(Scope, ABC):
    """Reads what follows an op's name. Regions are read by `reading/blocks.py`, which knows the forms of all ops."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.labels: dict[str, Block] = {}
        self.forward_labels: dict[str, int] = {}
        self.llvm: int | None = None  # the version whose spelling was read, where it is not today's

    @abstractmethod
    def add_attributes(self, op: Op, entries: Attributes, inherent: frozenset[str]) -> None:
        """Give an op the entries of an attribute dictionary; `inherent` ones go to the properties."""

    @abstractmethod
    def groups(self, op: Op) -> None:
        """Read what newer versions of LLVM write of properties before the attribute dictionary."""

    def spelled_as(self, first: int | None, last: int | None) -> None:
        """Keep that a spelling was read that versions up to `last` have, or those from `first` on."""
        if last is not None:
            self.llvm = min(self.llvm or last, last)
        elif first is not None:
            self.llvm = max(self.llvm or first, first)

    @abstractmethod
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
        """Read `{...}` as a new region of `op`.

        `arguments` are those that the op's own syntax named for the entry block, `terminator` the op that the text may
        omit. `optional`: without a '{' the region stays empty.
        """

    @abstractmethod
    def wrapped_operation(self, op: Op) -> Region:
        """Read an op without braces as the first one of a new region of `op`, without named results."""

    def attr_dict(self, op: Op, inherent: frozenset[str] = frozenset(), keyword: bool = False) -> None:
        """An optional attribute dictionary (after `attributes` if `keyword`); inherent ones go to the properties."""
        self.groups(op)
        if self.accept("attributes") if keyword else self.peek("{"):
            self.add_attributes(op, self.dictionary(), inherent)

    def typed_operands(self, op: Op) -> list[Value]:
        """`%a, %b : t, t`, possibly nothing."""
        uses = self.operands()
        if not uses:
            return []
        self.expect(":", "operands are followed by their types: `%a, %b : t, t`")
        return self.resolve_all(uses, self.types())

    def successor(self) -> Block:
        """A block label; the block may come later."""
        found = t.LABEL.match(self.text, self.pos)
        if found is None:
            self.fail("expected block name", "successors look like ^bb1")
        self.pos = found.end()
        label = found[1]
        block = self.labels.get(label)
        if block is None:
            block = self.labels[label] = Block(label)
            self.forward_labels[label] = found.start(1)
        return block

    def successor_with_operands(self, op: Op) -> list[Value]:
        """`^bb1(%a : t)` or `^bb1`: adds the successor to the op, returns the operands."""
        op.successors.append(self.successor())
        if not self.accept("("):
            return []
        values = self.typed_operands(op)
        self.expect(")")
        return values

    def assignments(self) -> tuple[list[Use], list[Use]]:
        """`(%a = %b, ...)`: the names and what they stand for."""
        names: list[Use] = []
        uses: list[Use] = []
        self.expect("(")
        while not self.accept(")"):
            if names:
                self.expect(",")
            names.append(self.operand())
            self.expect("=")
            uses.append(self.operand())
        return names, uses

    def names(self, opening: str = "(", closing: str = ")") -> list[Use]:
        """`(%a, %b)`."""
        self.expect(opening)
        found = self.operands()
        self.expect(closing)
        return found

    @staticmethod
    def arguments(names: list[Use], types: list[Type]) -> list[Argument]:
        return [(use[1], type, use.start(1), None, None) for use, type in zip(names, types, strict=True)]

    def typed_argument(self, attributes: bool = True) -> Argument:
        """`%a : t {attrs} loc(...)`; only functions have `attributes`."""
        use = self.operand()
        if use[2] is not None:
            self.fail("result number not allowed in argument list", at=use.start(1))
        name = use[1]
        self.expect(":")
        type = self.type()
        attrs = self.optional_dictionary_text() if attributes else None
        return name, type, use.start(1), attrs, self.optional_location()
