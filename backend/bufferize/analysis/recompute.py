"""Changes are replayed on the part of a tensor that is read, taken from the tensor before them.

`rules/bufferize/recompute.dl` says which: those of tensors that nothing else uses then, so that the changes go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ownlog.backend.bufferize.analysis.forward_reads import drop_unused, replace
from ownlog.backend.bufferize.analysis.moved import ANEW, Moved
from ownlog.backend.bufferize.minimize_copies.weights import Times, bytes_of
from ownlog.backend.bufferize.ops.state import Scopes
from ownlog.backend.rewriting import build
from ownlog.backend.rewriting.slices import numbers
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.forms.language.memrefs import of_tensor, resized
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.rules.relations import KnownApart, LoopBlock, MayRecompute, PlacesMet, VersionInConflict
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

DERIVED = relation_names(MayRecompute)
WEIGHED_BY = (*relation_names(KnownApart, LoopBlock, PlacesMet, VersionInConflict), *Times.DERIVED)
_READ, _CHANGED = {build.EXTRACT, build.EXTRACT_SLICE}, {build.INSERT, build.INSERT_SLICE}


class _Met(NamedTuple):
    """In one dimension, the overlap of part and change: from place `first` of the part, `behind` of the change."""

    first: int
    behind: int
    size: int


class _Change(NamedTuple):
    """A change of the tensor that is read, the tensor before, and the overlap with the part: none if `met` is empty."""

    op: Op
    before: Value
    met: tuple[_Met, ...]


@dataclass
class _Reading:
    """`reader` reads a part of a tensor behind `changes`, the last one first; `ops` compute `result`."""

    reader: Op
    changes: Sequence[_Change]
    ops: list[Op] = field(default_factory=list)
    result: Value | None = None

    def sizes(self) -> list[int]:
        """The sizes of the part, all of them known; 1 for an element."""
        if self.reader.name == build.EXTRACT:
            return [1] * (len(self.reader.operands) - 1)
        return [size for size in numbers(self.reader, "static_sizes") if size is not None]


def recompute(module: Module, naming: Naming, found: Found) -> list[Moved]:
    """Replay changes of `module` on parts, in place. In: rows of `DERIVED` and `WEIGHED_BY`. Out: the rewrites."""
    readings = _gone(
        module, [reading for reading in _readings(naming, TypedRows(found)) if _Replay(reading, None).run()]
    )
    scopes, times, told, versions = (
        Scopes(module, naming.traits),
        Times(found, found, naming),
        list[Moved](),
        dict[Op, None](),
    )
    for reading in readings:
        reader, changes = reading.reader, reading.changes
        made = _Replay(_Reading(reader, changes), scopes.names(reader))
        made.run()
        _place(module, made.reading)
        versions.update((change.op, None) for change in changes)
        inserted = sum(
            bytes_of(of_tensor(op.operands[0].type)) for op in made.reading.ops if op.name == build.INSERT_SLICE
        )
        told.append(Moved(reader, ANEW, changes[-1].op, inserted * times.at(reader.parent)))
    drop_unused(module, [*versions, *(reading.reader for reading in readings)])
    return told


def _readings(naming: Naming, rows: TypedRows) -> list[_Reading]:
    """What may be read with all changes made anew, from the first one that is at odds on."""
    met: defaultdict[tuple[str, str], dict[int, _Met]] = defaultdict(dict)
    for place in rows(PlacesMet):
        met[place.reader, place.version][place.position] = _Met(place.first, place.behind, place.size)
    apart = {(row.one, row.other) for row in rows(KnownApart)}
    odd = {row.version for row in rows(VersionInConflict)}
    chains: defaultdict[str, list[MayRecompute]] = defaultdict(list)
    for row in sorted(rows(MayRecompute), key=lambda row: (row.reader, row.later)):
        chains[row.reader].append(row)
    found = []
    for reader, chain in sorted(chains.items(), key=lambda item: naming.ops[item[0]].start):
        last = max((row.later for row in chain if row.version in odd), default=-1)
        changes = [
            _change(naming, row, {} if (reader, row.version) in apart else met[reader, row.version])
            for row in chain[: last + 1]
        ]
        if changes:
            found.append(_Reading(naming.ops[reader], changes))
    return found


def _change(naming: Naming, row: MayRecompute, met: Mapping[int, _Met]) -> _Change:
    return _Change(naming.ops[row.version], naming.values[row.value], tuple(met[position] for position in sorted(met)))


def _gone(module: Module, readings: Sequence[_Reading]) -> Sequence[_Reading]:
    """Those after which nobody asks any more for what is at odds: no other op uses a change that they look through."""
    users: defaultdict[Value, list[Op]] = defaultdict(list)
    for op in module.walk():
        for value in op.operands:
            users[value].append(op)
    while True:
        readers = {reading.reader for reading in readings}
        going = {change.op for reading in readings for change in reading.changes}
        while kept := {
            op for op in going if any(user not in readers and user not in going for user in users[op.results[0]])
        }:
            going -= kept
        left = [reading for reading in readings if reading.changes[-1].op in going]
        if len(left) == len(readings):
            return left
        readings = left


@dataclass
class _Replay:
    """Makes the ops of a reading. Without names it only says whether that is possible."""

    reading: _Reading
    names: Names | None

    def run(self) -> bool:
        """Is it possible? Then the ops are made."""
        reading = self.reading
        sizes = reading.sizes()
        element = reading.reader.name == build.EXTRACT
        kept = range(0) if element else _kept(sizes, len(of_tensor(reading.reader.results[0].type).sizes or ()))
        if kept is None or not sizes or (not element and None in numbers(reading.reader, "static_sizes")):
            return False
        met = [number for number, change in enumerate(reading.changes) if change.met]
        if {reading.reader.name} - _READ or {reading.changes[number].op.name for number in met} - _CHANGED:
            return False
        given = next((number for number in met if self._given(reading.changes[number], sizes, kept)), None)
        later = [number for number in met if given is None or number < given]
        if (element and later) or any(self._source(reading.changes[number]) is None for number in later):
            return False
        if self.names is None:
            return True
        if given is not None:
            change = reading.changes[given]
            reading.result = self._indexed(change, self.names) if element else self._piece(change, kept, self.names)
        for number in reversed(later):
            before = reading.result or reading.reader.results[0]
            reading.result = self._again(before, reading.changes[number], kept, self.names)
        return True

    def _source(self, change: _Change) -> Collection[int] | None:
        """The dimensions of the tensor that the one has which a change inserts; None if nobody knows which."""
        if change.op.name == build.INSERT:
            return ()
        sizes = numbers(change.op, "static_sizes")
        rank = len(of_tensor(change.op.operands[0].type).sizes or ())
        return None if None in sizes else _kept([size or 0 for size in sizes], rank)

    def _given(self, change: _Change, sizes: Sequence[int], kept: Collection[int]) -> bool:
        """Is all that is read a part of what the change inserts?"""
        source = self._source(change) if change.op.name == build.INSERT_SLICE else None
        whole = all(met.first == 0 and met.size == size for met, size in zip(change.met, sizes, strict=True))
        return whole and source is not None and all(number in source for number in kept)

    def _piece(self, change: _Change, kept: Collection[int], names: Names) -> Value:
        """What the change inserts of the places that are read."""
        inserted, source = change.op.operands[0], self._source(change)
        assert source is not None
        there = [change.met[number] for number in source]
        shape = [change.met[number].size for number in source if number in kept]
        if tuple(shape) == of_tensor(inserted.type).sizes:
            return inserted
        type = resized(inserted.type, shape)
        return self._add(
            build.extract_slice(inserted, [met.behind for met in there], [met.size for met in there], type, names)
        )

    def _indexed(self, change: _Change, names: Names) -> Value:
        """The element that the change inserts of the one place that is read."""
        inserted, source = change.op.operands[0], self._source(change)
        indices = [self._add(build.index(change.met[number].behind, names)) for number in source or ()]
        return self._add(build.extract(inserted, indices, self.reading.reader.results[0].type, names))

    def _again(self, tensor: Value, change: _Change, kept: Collection[int], names: Names) -> Value:
        """The part with a change made anew."""
        there = [change.met[number] for number in kept]
        if change.op.name == build.INSERT:
            indices = [self._add(build.index(met.first, names)) for met in there]
            return self._add(build.insert(change.op.operands[0], tensor, indices, names))
        piece = self._piece(change, kept, names)
        return self._add(
            build.insert_slice(piece, tensor, [met.first for met in there], [met.size for met in there], names)
        )

    def _add(self, op: Op) -> Value:
        self.reading.ops.append(op)
        return op.results[0]


def _kept(sizes: Sequence[int], rank: int) -> Collection[int] | None:
    """The dimensions of a part in a tensor of lower rank, without some of size 1; None if unknown."""
    if rank == len(sizes):
        return range(len(sizes))
    long = [number for number, size in enumerate(sizes) if size != 1]
    return long if len(long) == rank else None


def _place(module: Module, reading: _Reading) -> None:
    """Put the ops of a reading behind its reader, which now reads the tensor before the changes."""
    reader, block = reading.reader, reading.reader.parent
    assert block is not None
    old = reader.results[0]
    if reading.result is not None:
        for user in [op for op in module.walk() if old in op.operands]:
            replace(user, old, reading.result)
    replace(reader, reading.changes[0].op.results[0], reading.changes[-1].before)
    at = block.ops.index(reader) + 1
    block.replace_ops([*block.ops[:at], *reading.ops, *block.ops[at:]])
