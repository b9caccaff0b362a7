"""What a form is: how an op is read, written, and what its shape promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ownlog.frontend.ir.ir import Op
from ownlog.frontend.syntax.structure import UNKNOWN, Structure
from ownlog.frontend.text.literals import integer_elements

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer
    from ownlog.frontend.text.types import Type


class Form(NamedTuple):
    """How an op is read and written.

    `parse` starts after the op's name, fills the op, and returns the result types. `write` writes what follows the op's
    name. `inherent` are the attributes that are properties in the generic form. `terminator` is the op that regions of
    this one may omit. `isolated`: its regions see no values from outside. `defaults`: the dialect whose name its
    regions may drop. `graph`: their ops stand in no order. `ends`: it is a terminator. `missing`: what properties are
    where the text does not say it. `structure`: what makes it well formed. `plain`: what the op is, its text alone
    says, and it has neither regions nor successors. `closed`: what the op and those in its regions are, its text alone
    says, if these are plain or closed; and which successors it has, if it `ends` a block. `grouped`: it may cut its
    operands or results into groups though no inherent attribute is named for that.
    """

    parse: Callable[[OpReader, Op], list[Type]]
    write: Callable[[Writer, Op], None]
    inherent: frozenset[str] = frozenset()
    terminator: str | None = None
    isolated: bool = False
    defaults: str | None = None
    graph: bool = False
    ends: bool = False
    missing: Mapping[str, str | None] = MappingProxyType({})
    name: str = ""
    structure: Structure = UNKNOWN
    plain: bool = False
    closed: bool = False
    grouped: bool = True


SEGMENT_NAMES = frozenset(
    {"operandSegmentSizes", "resultSegmentSizes", "operand_segment_sizes", "result_segment_sizes"}
)


def segment_sizes(text: str | None) -> list[int] | None:
    """The numbers of `array<i32: 1, 2>` or `dense<[1, 2]> : vector<2xi32>`."""
    elements = integer_elements(text)
    if elements is None:
        return None
    # Of a splat that stands for more groups than there are operands of any op, one is enough to tell that.
    return elements.all() if elements.count <= _MOST_GROUPS else [*elements.values, -1]


_MOST_GROUPS = 1 << 20
