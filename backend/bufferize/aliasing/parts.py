"""Parts of tensors, and questions about their overlap and distance, in SMT-LIB 2.

MLIR's guarantee is a premise: each element of a part lies in its tensor, and sizes of tensors are indices. So places
are plain numbers, which do not wrap around; the indices that define a part may (`indices.py`). Logic: QF_LIA.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from typing import NamedTuple, TypeAlias

from ownlog.backend.bufferize.aliasing.indices import BOTH, ONE, OTHER, Indices, Sum, joined
from ownlog.backend.proofs.emission import ProofFile
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import shape_of
from ownlog.frontend.ir.ir import Op, Value
from ownlog.rules.relations import SliceConstant, SliceValue
from ownlog.rules.typed_rows import Found, TypedRows

RULE, DISTANCE = "parts apart", "parts at a distance"
_OFFSET, _SIZE, _STRIDE = "offset", "size", "stride"

Says: TypeAlias = "int | Value"


class Part(NamedTuple):
    """A part of a tensor: offset, size and stride of each dimension, and the tensor's sizes, -1 if dynamic."""

    op: Op
    dimensions: tuple[tuple[Says, Says, Says], ...]
    whole: tuple[int, ...]


class Question(NamedTuple):
    """Do two parts overlap, or does one not begin at a given distance from the other? `unsat` means no.

    `leaves` are the values that define the parts.
    """

    rule: str
    one: Part
    other: Part
    script: str
    names: dict[str, str]
    leaves: tuple[Value, ...]

    def file(self) -> ProofFile:
        """What is written to disk."""
        one, other = (_named(part.op) for part in (self.one, self.other))
        meaning = {
            RULE: f"the parts that {one} and {other} take or change have no element in common",
            DISTANCE: f"the part that {other} changes begins so far behind the one that {one} takes, wherever that is",
        }[self.rule]
        return ProofFile(
            self.rule, str(self.one.op.position or "no place in the text"), meaning, self.names, self.script
        )


def _named(op: Op) -> str:
    return f"{op.name} at line {op.position.line}" if op.position is not None else op.name


class Parts:
    """The parts of tensors in a module. In: its naming, and the facts about it."""

    def __init__(self, naming: Naming, facts: Found) -> None:
        self._naming, rows = naming, TypedRows(facts)
        self._says: defaultdict[str, dict[tuple[str, int], Says]] = defaultdict(dict)
        for constant in rows(SliceConstant):
            self._says[constant.op][constant.part, constant.position] = constant.number
        for given in rows(SliceValue):
            self._says[given.op][given.part, given.position] = naming.values[given.value]

    def question(self, one: str, other: str, same: Container[Value]) -> Question | None:
        """Do the parts of two ops overlap, if the values `same` are equal for both? None if the parts are unknown."""
        first, second = self._part(one), self._part(other)
        if first is None or second is None or len(first.dimensions) != len(second.dimensions):
            return None
        indices = Indices(self._naming.traits, same)
        for number, dimensions in enumerate(zip(first.dimensions, second.dimensions, strict=True)):
            size = _whole(indices, number, first, second)
            place = indices.new(f"the place of an element in both parts, in dimension {number}")
            for said, side in zip(dimensions, (ONE, OTHER), strict=True):
                _lies_in(indices, place, size, said, side)
        return _question(RULE, indices, first, second)

    def distance(self, reader: str, version: str, distances: Sequence[int]) -> Question | None:
        """Does the part that one op changes not begin at these distances from the part that another takes?"""
        first, second = self._part(reader), self._part(version)
        if (
            first is None
            or second is None
            or len(first.dimensions) != len(second.dimensions)
            or len(distances) != len(first.dimensions)
        ):
            return None
        indices, elsewhere = Indices(self._naming.traits, _Everything()), list[str]()
        for number, (one, other, distance) in enumerate(
            zip(first.dimensions, second.dimensions, distances, strict=True)
        ):
            size = _whole(indices, number, first, second)
            begin, behind = (
                _in_bounds(indices, size, *(_sum(indices, each, BOTH) for each in said)) for said in (one, other)
            )
            elsewhere.append(f"(not (= {behind.text()} {begin.plus(Sum({}, distance)).text()}))")
        indices.premise(joined("or", elsewhere))
        return _question(DISTANCE, indices, first, second)

    def leaves(self, value: Value) -> tuple[Value, ...]:
        """The values that an index is computed of, at the end."""
        indices = Indices(self._naming.traits, ())
        indices.plain(value, BOTH)
        return tuple(indices.leaves) or (value,)

    def _part(self, name: str) -> Part | None:
        op, traits = self._naming.ops[name], self._naming.traits
        for row in traits.rows("takes_element", op.name):
            tensor, first = int(row[0]), int(row[1])
            whole = shape_of(op.operands[tensor].type.canonical)
            return None if whole is None else Part(op, tuple((index, 1, 1) for index in op.operands[first:]), whole)
        says = self._says.get(name)
        tensor = 1 if traits.says("inserts_slice", op.name) else 0
        whole = shape_of(op.operands[tensor].type.canonical) if says else None
        if says is None or whole is None:
            return None
        try:
            found = tuple((says[_OFFSET, i], says[_SIZE, i], says[_STRIDE, i]) for i in range(len(whole)))
        except KeyError:
            return None
        return Part(op, found, whole)


class _Everything(Container[Value]):
    """All values."""

    def __contains__(self, value: object) -> bool:
        return True


def _question(rule: str, indices: Indices, first: Part, second: Part) -> Question:
    limits = ["(declare-fun wide () Bool)", f"(define-fun limit () Int (ite wide {1 << 63} {1 << 31}))"]
    script = "\n".join(["(set-logic QF_LIA)", *limits, *indices.lines, "(check-sat)"]) + "\n"
    names = {"wide": "an index has 64 bits, and not 32", **{name: what for name, what in indices.names.items() if what}}
    return Question(rule, first, second, script, names, tuple(indices.leaves))


def _whole(indices: Indices, number: int, first: Part, second: Part) -> str:
    """The size of the tensor in a dimension, which is an index."""
    size = indices.new(f"the size of the tensor in dimension {number}")
    indices.premise(f"(and (<= 0 {size}) (< {size} limit))")
    for known in sorted({part.whole[number] for part in (first, second)} - {-1}):
        indices.premise(f"(= {size} {known})")
    return size


def _sum(indices: Indices, said: Says, side: str) -> Sum:
    return Sum({}, said) if isinstance(said, int) else indices.plain(said, side)


def _in_bounds(indices: Indices, whole: str, offset: Sum, size: Sum, stride: Sum) -> Sum:
    """The first and the last element of a part lie in the tensor, unless that is a product of values.

    Out: the offset.
    """
    indices.premise(_within(offset.text(), whole))
    if size != Sum({}, 1) and not stride.terms:
        indices.premise(_within(offset.plus(size, stride.constant).plus(stride, -1).text(), whole))
    return offset


def _lies_in(indices: Indices, place: str, whole: str, said: tuple[Says, Says, Says], side: str) -> None:
    """A place is that of an element of a part, each of whose elements lies in the tensor."""
    offset, size, stride = (_sum(indices, one, side) for one in said)
    _in_bounds(indices, whole, offset, size, stride)
    indices.premise(_within(place, whole))
    if size == Sum({}, 1):
        indices.premise(f"(= {place} {offset.text()})")
    elif not stride.terms:
        step = indices.new("the number of that element in the part")
        indices.premise(f"(and (<= 0 {step}) (< {step} {size.text()}))")
        indices.premise(f"(= {place} {offset.plus(Sum({step: stride.constant})).text()})")


def _within(place: str, whole: str) -> str:
    return f"(and (<= 0 {place}) (< {place} {whole}))"
