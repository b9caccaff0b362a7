"""What a format collects while it is compiled, and what one op fills in while it is read or written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ownlog.frontend.forms.language.form import segment_sizes
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.forms.language.typerules import Make
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer


class State:
    """What the text of one op says, by the names of its format; `*` is all operands or results."""

    __slots__ = ("regions", "successors", "types", "uses")

    def __init__(self) -> None:
        self.uses: dict[str, list[Use]] = {}
        self.types: dict[str, list[Type]] = {}
        self.regions: dict[str, list[Region]] = {}
        self.successors: dict[str, list[Block]] = {}


class Parts:
    """The operands, results, regions and successors of one op, by the names of its format."""

    __slots__ = ("op", "regions", "successors", "values")

    def __init__(self, format: Format, op: Op) -> None:
        self.op = op
        self.values: dict[str, list[Value]] = {}
        format.cut_operands(op, self.values)
        _cut(format.results, op.results, segment_sizes(op.properties.get("resultSegmentSizes")), self.values)
        self.regions: dict[str, list[Region]] = {}
        _cut(format.regions, op.regions, None, self.regions)
        self.successors: dict[str, list[Block]] = {}
        _cut(format.successors, op.successors, None, self.successors)


T = TypeVar("T")

Read = Callable[["OpReader", Op, State], None]
Write = Callable[["Writer", Op, Parts], None]
Peek = Callable[["OpReader"], bool]
Present = Callable[[Op, Parts], bool]
Groups = list[tuple[str, str]]  # name, and how many: "" one, "?" none or one, "..." any number


class Piece(NamedTuple):
    """One piece of a format:

    `peek` says whether it comes next in the text, `present` whether the op has what it shows.
    """

    read: Read
    write: Write
    peek: Peek | None = None
    present: Present | None = None
    anchor: bool = False


@dataclass(eq=False)
class Format:
    """What compiling collects: the groups of operands, results, regions and successors in order, the properties and the
    rules.
    """

    operands: Groups = field(default_factory=list)
    results: Groups = field(default_factory=list)
    regions: Groups = field(default_factory=list)
    successors: Groups = field(default_factory=list)
    fixed: set[str] = field(default_factory=set)  # which of the four a rule states
    shown: set[str] = field(default_factory=set)
    rules: list[tuple[str, Make, str | None]] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)  # properties whose types rules use
    inherent: frozenset[str] = frozenset()
    missing: dict[str, str | None] = field(default_factory=dict)  # what properties are where the text does not say it
    elided: dict[str, str] = field(default_factory=dict)  # and what they are where the text need not say it
    flags: set[str] = field(default_factory=set)
    terminator: str | None = None
    defaults: str | None = None
    uniform: bool = False

    def add(self, kind: str, name: str, many: str) -> None:
        """Note that a piece shows a group, unless a rule has the order of the groups."""
        groups: Groups = getattr(self, kind)
        if kind not in self.fixed and all(name != other for other, _ in groups):
            groups.append((name, many))

    def cut_operands(self, op: Op, into: dict[str, list[Value]]) -> None:
        """Cut the operands of `op` into the groups of the format."""
        _cut(self.operands, op.operands, op.segments if "segments" in self.flags else None, into)

    def is_default(self, op: Op, name: str) -> bool:
        """Has the property the value that it has where the text says nothing?"""
        default = self.elided.get(name)
        # What need not be said, but is (and has a spelling), is said again.
        if default is None or name not in op.properties or (name not in self.missing and default != "false"):
            return False
        text = op.properties[name]
        if text is None or text == default:
            return text == default
        from ownlog.frontend.text.attributetext import attribute_text

        return attribute_text(text) == default


def _cut(groups: Groups, items: list[T], sizes: list[int] | None, into: dict[str, list[T]]) -> None:
    """Give each group its items: as `sizes` says, else what the groups of one leave over, in equal shares."""
    if sizes is None or len(sizes) != len(groups):
        lists = sum(many != "" for _, many in groups)
        share = (len(items) - len(groups) + lists) // lists if lists else 0
        sizes = [share if many else 1 for _, many in groups]
    at = 0
    for (name, _), size in zip(groups, sizes, strict=True):
        into[name] = items[at : at + size]
        at += size
