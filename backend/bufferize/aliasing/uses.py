"""The rules' rows about uses of tensors, in the form for decisions: once for each part of a module."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Mapping
from typing import TYPE_CHECKING, TypeAlias

from ownlog.backend.bufferize.aliasing.classes import Read, Use, Write
from ownlog.rules.relations import (
    Bufferized,
    CopiedFirst,
    Held,
    Intervening,
    Justified,
    JustifiedByPart,
    MustBeInPlace,
    MutuallyExclusive,
    Op,
    OpOrder,
    Races,
    Reading,
    ReadOnly,
    Redefined,
    ResultsShare,
    Shares,
    Tensor,
    TensorUse,
    ThereAt,
    Writes,
    WritesNew,
)
from ownlog.rules.typed_rows import TypedRows, relation_names

if TYPE_CHECKING:
    from ownlog.rules.typed_rows import Found

DERIVED = relation_names(
    Bufferized, CopiedFirst, Held, Intervening, Justified, JustifiedByPart, MustBeInPlace, MutuallyExclusive, Races,
    ReadOnly, Reading, Redefined, ResultsShare, Shares, Tensor, TensorUse, ThereAt, Writes, WritesNew,
)  # fmt: skip

Span: TypeAlias = tuple[int, int]
"""A range of op numbers, both ends included."""


class Uses:
    """The uses of tensors: reads, writes, aliases and conflicts. In: derived rows, and the facts."""

    def __init__(self, found: Found, facts: Found) -> None:
        rows, given = TypedRows(found), TypedRows(facts)
        self.values = {(row.op, row.operand): row.value for row in rows(TensorUse)}
        self.known = {row.op for row in rows(Bufferized)}
        self.numbers = {row.op: row.enter for row in given(OpOrder)}
        self.writes = {(row.op, row.operand) for row in rows(Writes)}
        self.races = {(row.op, row.operand) for row in rows(Races)}
        self.shares: defaultdict[Use, list[str]] = defaultdict(list)
        self._sources: defaultdict[str, list[Use]] = defaultdict(list)
        for row in rows(Shares):
            self.shares[row.op, row.operand].append(row.value)
            self._sources[row.value].append((row.op, row.operand))
        self.justified = frozenset(((row.reader, row.read), (row.writer, row.written)) for row in rows(Justified))
        self.justified_by_part = frozenset(
            ((row.reader, row.read), (row.writer, row.written)) for row in rows(JustifiedByPart)
        )
        """Pairs of which One-Shot Bufferize does not know that they are justified."""
        self.tensors = [row.value for row in rows(Tensor)]
        self.read_only = {row.value for row in rows(ReadOnly)}
        self.results_share = [(row.value, row.other) for row in rows(ResultsShare)]
        self.forced = sorted({(row.op, row.operand) for row in rows(MustBeInPlace)}, key=self.place)
        windows, held = _windows(rows, {row.op: row.block for row in given(Op)})
        self.reads: defaultdict[str, list[Read]] = defaultdict(list)
        """What reads each tensor."""
        for reading in sorted(rows(Reading), key=lambda row: (self.numbers[row.op], row.operand)):
            use = (reading.op, reading.operand)
            self.reads[reading.value].append(Read(use, tuple(windows.get(use, ()))))
        self.held = {use: Read(use, tuple(held.get(use, ()))) for use in ((row.op, row.operand) for row in rows(Held))}
        self.copied_first = {(row.op, row.operand): (row.first, row.last) for row in rows(CopiedFirst)}
        """The ops that run after a copy of an operand is made."""
        self.there = {row.value: (row.first, row.last) for row in rows(ThereAt)}
        self.new = {(row.op, row.operand): row.number for row in rows(WritesNew)}
        """The writes that go to a buffer which an op makes anew, with its number."""

    def place(self, use: Use) -> tuple[int, int]:
        """Where a use stands among all."""
        return self.numbers[use[0]], use[1]

    def sources(self, value: str) -> list[str]:
        """The tensors whose buffers `value` may share, where it is defined, in the order of the uses."""
        return [self.values[use] for use in sorted(self._sources.get(value, ()), key=self.place)]

    def together(self, use: Use) -> list[str]:
        """The tensors that share a buffer if a use is in place."""
        return [self.values[use], *self.shares.get(use, ())]

    def write(self, use: Use) -> Write | None:
        """What a use writes, in place."""
        return Write(self.numbers[use[0]], use) if use in self.writes else None

    def of_copy(self, read: Read) -> Read:
        """A read of a use that is copied: what is done after the copy it does not see."""
        after = self.copied_first.get(read.use)
        return read if after is None else Read(read.use, tuple(_without(read.windows, *after)))


class AllJustified(Container[tuple[Use, Use]]):
    """Pairs of a read and a harmless write: One-Shot Bufferize's, to other parts, and to older buffers."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses

    def __contains__(self, pair: object) -> bool:
        if pair in self._uses.justified or pair in self._uses.justified_by_part:
            return True
        assert isinstance(pair, tuple)
        made = self._uses.new.get(pair[1])
        if made is None:
            return False
        first, last = self._uses.there[self._uses.values[pair[0]]]
        return first <= made <= last


def _without(spans: tuple[Span, ...] | list[Span], low: int, high: int) -> list[Span]:
    """Ranges without what lies in one from `low` to `high`."""
    cut = [part for first, last in spans for part in ((first, min(last, low - 1)), (max(first, high + 1), last))]
    return [(first, last) for first, last in cut if first <= last]


def _windows(rows: TypedRows, home: Mapping[str, str]) -> tuple[Mapping[Use, list[Span]], Mapping[Use, list[Span]]]:
    """The windows of each use, and those of uses in place, without exclusive and recomputed ones."""
    excluded: defaultdict[str, list[Span]] = defaultdict(list)
    for hole in rows(MutuallyExclusive):
        excluded[hole.block].append((hole.first, hole.last))
    anew: defaultdict[Use, list[Span]] = defaultdict(list)
    for round_ in rows(Redefined):
        anew[round_.op, round_.operand].append((round_.first, round_.last))
    windows: defaultdict[Use, list[Span]] = defaultdict(list)
    held: defaultdict[Use, list[Span]] = defaultdict(list)
    for row in rows(Intervening):
        use, pieces = (row.op, row.operand), [(row.first, row.last)]
        if row.order != "any":
            for low, high in (
                *excluded.get(home.get(row.op, ""), ()),
                *(anew.get(use, ()) if row.order == "program" else ()),
            ):
                pieces = _without(pieces, low, high)
        (held if row.order == "held" else windows)[use] += dict.fromkeys(pieces)
    return windows, held
