"""The ways that control may take through a function, op by op."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, TypeAlias

from ownlog.frontend.ir.ir import Block, Op, Region, Value


class Step(NamedTuple):
    """Where an op begins, or, if it is `done`, ends."""

    op: Op
    done: bool


Point: TypeAlias = "Step | Block"
"""A step, or the beginning of a block, where its arguments get their contents."""

_REPEATED = ("scf.for", "scf.forall", "linalg.generic", "linalg.map")


class Paths:
    """In: a function."""

    def __init__(self, function: Op) -> None:
        self._next: defaultdict[Point, list[Point]] = defaultdict(list)
        self._region(function.regions[0])
        self.after = cache(self._after)

    def _region(self, region: Region) -> None:
        for block in region.blocks:
            before: Point = block
            for op in block.ops:
                self._next[before].append(Step(op, False))
                self._through(op)
                before = Step(op, True)
            self._next[before] += block.ops[-1].successors

    def _through(self, op: Op) -> None:
        start, end = Step(op, False), Step(op, True)
        regions = [region for region in op.regions if region.blocks]
        for region in regions:
            self._region(region)
        entries = [region.blocks[0] for region in regions]
        ends = [[Step(block.ops[-1], True) for block in region.blocks if not block.successors] for region in regions]
        if op.name == "scf.while":
            self._next[start].append(entries[0])
            for last in ends[0]:
                self._next[last] += [entries[1], end]
            for last in ends[1]:
                self._next[last].append(entries[0])
            return
        self._next[start] += entries
        if op.name in _REPEATED or len(regions) < len(op.regions) or not regions:
            self._next[start].append(end)
        for entry, lasts in zip(entries, ends, strict=True):
            for last in lasts:
                self._next[last] += [end, entry] if op.name in _REPEATED else [end]

    def _after(self, point: Point, without: Point | None) -> frozenset[Point]:
        """Where control may come from a point, in one step or more, without passing another one."""
        found: set[Point] = set()
        waiting = list(self._next[point])
        while waiting:
            here = waiting.pop()
            if here != without and here not in found:
                found.add(here)
                waiting += self._next[here]
        return frozenset(found)

    def leads(self, definition: Point, write: Point, reads: Iterable[Point]) -> bool:
        """Is there a way from a definition to a read on which a write lies, and the definition but at the start of
        it?
        """
        return write in self.after(definition, definition) and not self.after(write, definition).isdisjoint(reads)


def definition(value: Value) -> Point:
    """Where a value gets its contents."""
    return value.owner if isinstance(value.owner, Block) else Step(value.owner, True)


def whole(op: Op) -> list[Point]:
    """All of an op, from its beginning to its end."""
    return [Step(inner, done) for inner in op.walk() for done in (False, True)]
