"""The decisions: use by use, in place if that changes nothing of what is read (One-Shot Bufferize's greedy analysis, LLVM 22).

The rules say of each use what it reads and writes and which tensors it would join, and of each pair of a read and a write whether the one
changes the other. What is picked here is only which uses get to be in place: each that can be, after those before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ownlog.backend.bufferize.deciding.classes import Clash, Classes, Read, Use, Write
from ownlog.rules.relations import (
    Bufferized,
    Excluded,
    Excused,
    Held,
    MadeAnew,
    MustBeInPlace,
    Op,
    OpOrder,
    Races,
    Reading,
    ReadOnly,
    ResultsShare,
    Shares,
    Tensor,
    TensorUse,
    Window,
    Writes,
)
from ownlog.rules.typed_rows import TypedRows, relation_names

if TYPE_CHECKING:
    from ownlog.rules.typed_rows import Found

DERIVED = relation_names(
    Bufferized, Excluded, Excused, Held, MadeAnew, MustBeInPlace, Races, ResultsShare, ReadOnly, Reading, Shares, Tensor, TensorUse, Window,
    Writes,
)  # fmt: skip


class Told(NamedTuple):
    """Why a use is not in place; and all that would be written to and may not, if that is why."""

    clash: Clash
    fixed: list[str]


@dataclass
class Decisions:
    """What was decided: the uses that are in place, why each of the others is not, and what already must be in place but must not."""

    in_place: set[Use] = field(default_factory=set)
    refused: dict[Use, Clash] = field(default_factory=dict)
    impossible: list[tuple[Use, Clash]] = field(default_factory=list)
    parted: set[Use] = field(default_factory=set)
    """The uses by ops of which nothing is known that must get a copy: what such an op gives may share memory with what it is given."""
    told: list[Told] = field(default_factory=list)
    """Why uses are not in place, in the order of the decisions, also those by ops that nothing is known of; only if it is to be told."""
    would_be: set[Use] = field(default_factory=set)
    """The uses by ops that nothing is known of which could be written to; only if it is to be told."""


class Decider:
    """Decides uses, each once. In: the rows that the rules derived, the facts, and whether to tell what mlir-opt's analysis prints."""

    def __init__(self, found: Found, facts: Found, *, tells: bool = False) -> None:
        self._tells = tells
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
        self.decisions = Decisions()
        excused = (((row.reader, row.read), (row.writer, row.written)) for row in rows(Excused))
        self.classes = Classes(len(self.numbers), excused)
        self._read(rows, {row.op: row.block for row in given(Op)})
        self._tie()
        self._forced(rows)

    def sources(self, value: str) -> list[str]:
        """The tensors whose buffers `value` may share, where it is defined, in the order of the uses."""
        return [self.values[use] for use in sorted(self._sources.get(value, ()), key=lambda use: (self.numbers[use[0]], use[1]))]

    def _read(self, rows: TypedRows, home: Mapping[str, str]) -> None:
        windows, held = _windows(rows, home)
        read_only = {row.value for row in rows(ReadOnly)}
        reads: defaultdict[str, list[Read]] = defaultdict(list)
        for row in sorted(rows(Reading), key=lambda row: (self.numbers[row.op], row.operand)):
            use = (row.op, row.operand)
            reads[row.value].append(Read(use, tuple(windows.get(use, ()))))
        self.held = {use: Read(use, tuple(held.get(use, ()))) for use in ((row.op, row.operand) for row in rows(Held))}
        for value in rows(Tensor):
            self.classes.add(value.value, reads[value.value], value.value in read_only)

    def _tie(self) -> None:
        """What may share the buffer of one use is one class, even if that is not in place: all share its copy then."""
        for together in self.shares.values():
            if len(together) > 1:
                self.classes.join(together, None, races=False, read=None)

    def _forced(self, rows: TypedRows) -> None:
        """What must be in place is, before anything is decided, and results of one call that may share memory are in one class."""
        for pair in rows(ResultsShare):
            self.classes.join([pair.value, pair.other], None, races=False, read=None)
        forced = sorted({(row.op, row.operand) for row in rows(MustBeInPlace)}, key=lambda use: (self.numbers[use[0]], use[1]))
        for use in forced:
            clash = self._clash(use)
            if clash is not None:
                self.decisions.impossible.append((use, clash))
            self._join(use)

    def _all(self, use: Use) -> list[str]:
        return [self.values[use], *self.shares.get(use, ())]

    def _write(self, use: Use) -> Write | None:
        return Write(self.numbers[use[0]], use) if use in self.writes else None

    def _clash(self, use: Use) -> Clash | None:
        return self.classes.clash(self._all(use), self._write(use), use in self.races, self.held.get(use))

    def _join(self, use: Use) -> None:
        self.classes.join(self._all(use), self._write(use), use in self.races, self.held.get(use))
        self.decisions.in_place.add(use)

    def decide(self, op: str, operands: Iterable[int]) -> None:
        """Decides the tensors among the `operands` of an op, in order. Ops that nothing is known of are given tensors, whatever is told."""
        known = op in self.known
        if not known and not self._tells:
            return
        for operand in operands:
            use = (op, operand)
            if use not in self.values or use in self.decisions.in_place:
                continue
            clash = self._clash(use)
            if clash is not None:
                self._refuse(use, clash, known)
            elif known:
                self._join(use)
            else:
                self.decisions.would_be.add(use)

    def part(self) -> None:
        """Finds the uses by ops of which nothing is known that must get a copy, once all others are decided.

        Such an op writes to no tensor, but what it gives may be what it was given. So they are put together, where nothing reads the one
        after a write to the other; else it is given a copy.
        """
        waiting = [use for use in self.values if use[0] not in self.known and use in self.shares]
        if not waiting:
            return
        classes = self.classes.writable()
        for use in sorted(waiting, key=lambda use: (self.numbers[use[0]], use[1])):
            if classes.clash(self._all(use), None, races=False, read=None) is None:
                classes.join(self._all(use), None, races=False, read=None)
            else:
                self.decisions.parted.add(use)

    def _refuse(self, use: Use, clash: Clash, known: bool) -> None:
        if known:
            self.decisions.refused[use] = clash
        if self._tells:
            fixed = [] if clash.read is not None else [member for value in self._all(use) for member in self.classes.fixed_in_order(value)]
            self.decisions.told.append(Told(clash, fixed))


def _windows(rows: TypedRows, home: Mapping[str, str]) -> tuple[Mapping[Use, list[tuple[int, int]]], Mapping[Use, list[tuple[int, int]]]]:
    """The windows of each use, and those of uses in place. What is excluded, or has the definition made anew, is not in those that go by
    the order of the program."""
    excluded: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for hole in rows(Excluded):
        excluded[hole.block].append((hole.first, hole.last))
    anew: defaultdict[Use, list[tuple[int, int]]] = defaultdict(list)
    for round_ in rows(MadeAnew):
        anew[round_.op, round_.operand].append((round_.first, round_.last))
    windows: defaultdict[Use, list[tuple[int, int]]] = defaultdict(list)
    held: defaultdict[Use, list[tuple[int, int]]] = defaultdict(list)
    for row in rows(Window):
        use, pieces = (row.op, row.operand), [(row.first, row.last)]
        if row.order != "any":
            for low, high in (*excluded.get(home.get(row.op, ""), ()), *(anew.get(use, ()) if row.order == "program" else ())):
                cut = [part for first, last in pieces for part in ((first, min(last, low - 1)), (max(first, high + 1), last))]
                pieces = [(first, last) for first, last in cut if first <= last]
        (held if row.order == "held" else windows)[use] += dict.fromkeys(pieces)
    return windows, held
