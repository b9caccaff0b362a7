"""Directives of the vector dialect: types that follow from a mask or a shape."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ownlog.frontend.forms.directives import Directive, Names
from ownlog.frontend.forms.language.attributes import array_numbers
from ownlog.frontend.forms.language.state import Parts, State
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_DIMENSION = re.compile(r"(\[?\d+\]?)x")


def _nothing(w: Writer, op: Op, parts: Parts, names: Names) -> None:
    """The types are not written."""


def _shuffled(p: OpReader, op: Op, s: State, names: Names) -> None:
    """The first vector with as many rows as the mask has numbers."""
    first = s.types["%*"][0]
    dims = _DIMENSION.findall(first.canonical)
    rows = len(array_numbers(op.properties[names[1]]))
    shape = [str(rows), *dims[1:]]
    s.types[names[0]] = [Type.get(f"vector<{'x'.join([*shape, str(element(first))])}>")]


def _elements(p: OpReader, op: Op, s: State, names: Names) -> None:
    """One result for each element of a vector."""
    type = s.types[names[1]][0]
    s.types[names[0]] = [element(type)] * math.prod(int(dim.strip("[]")) for dim in _DIMENSION.findall(type.canonical))


DIRECTIVES: dict[str, Directive] = {
    "shuffled": Directive(_shuffled, _nothing),
    "elements": Directive(_elements, _nothing),
}
