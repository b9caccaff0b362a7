"""The definition of a conflict, asked of all reads and all writes of a class, one decision after the other.

A write changes what a read should see if control may come from the definition that the read sees to the write, and from
there to the read, without passing the definition again. Classes are made anew for each question, and all pairs are
looked at: nothing here is meant to be fast.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from ownlog.frontend.ir.ir import Block, Op, Value
from tests.bufferize.definition.meanings import (
    Meanings,
    Summary,
    Use,
    carried,
    element_by_element,
    is_tensor,
    must_be_in_place,
    rounds,
    slice_of,
    undefined,
    uses,
    value_of,
)
from tests.bufferize.definition.paths import Paths, Step, definition, whole

Place: TypeAlias = "tuple[Value, tuple[Op, ...]]"
"""A tensor that has its buffer from no other, and the ops that took a part, one after the other."""


_INSERTIONS = ("tensor.insert_slice", "tensor.parallel_insert_slice")


class Conflict(NamedTuple):
    """Why a use may not be in place. Without a read something would be written that nothing may be written to."""

    kind: str
    read: Use | None
    write: Use


class Judge:
    """Of one function. In: it, and what is known of those that it calls."""

    def __init__(self, function: Op, known: dict[str, Summary]) -> None:
        self.function, self.meanings = function, Meanings(known)
        self.ops = [op for op in function.walk() if op is not function]
        self.uses = [use for op in self.ops for use in uses(op)]
        self.paths = Paths(function)
        self.values = list(dict.fromkeys(v for op in function.walk() for v in _tensors(op)))
        self.passed = {use: self.meanings.passed(use) for use in self.uses}
        self.sources: defaultdict[Value, list[Use]] = defaultdict(list)
        for use, targets in self.passed.items():
            for target in targets:
                self.sources[target.value].append(use)
        self.writes = {use for use in self.uses if self.meanings.writes(use)}
        self.reads = self._reads()
        self.in_place = {use for use in self.uses if must_be_in_place(use)}
        self._defining: dict[Value, bool] = {}

    # What is read.

    def _reads(self) -> set[Use]:
        """The uses that are read, or whose buffer goes on, without a write, to where it is."""
        found: set[Use] = set()
        while True:
            values = {value_of(use) for use in found}
            more = {use for use in self.uses if self._is_read(use, values)}
            if more == found:
                return found
            found = more

    def _is_read(self, use: Use, values: set[Value]) -> bool:
        op, number = use[0], carried(use[0]).get(use[1])
        round_ = number is not None and any(argument in values for argument in self._arguments(op, number))
        if self.meanings.reads(use, round_):
            return True
        return use not in self.writes and any(target.value in values for target in self.passed[use])

    @staticmethod
    def _arguments(op: Op, number: int) -> Iterator[Value]:
        if op.name == "scf.forall":
            arguments = op.regions[0].blocks[0].arguments
            yield arguments[len(arguments) - len(op.results) + number]
        else:
            yield from (argument for argument, _ in rounds(op, number))

    # Definitions.

    def defines(self, value: Value) -> bool:
        """Are the contents of a tensor given to it where it is made?"""
        if value not in self._defining:
            self._defining[value] = False
            self._defining[value] = self._defines(value)
        return self._defining[value]

    def _defines(self, value: Value) -> bool:
        owner = value.owner
        if isinstance(owner, Block):
            return True
        sources = self.sources[value]
        if not sources:
            return not undefined(owner)
        if owner.name == "func.call" and not any(
            target.value is value and target.whole for use in sources for target in self.passed[use]
        ):
            return True
        return any(use in self.writes for use in sources) or any(
            self._written_inside(value_of(use), owner) for use in sources
        )

    def _written_inside(self, value: Value, around: Op) -> bool:
        """Does the way back from a tensor meet a definition in a region of an op?"""
        return any(self.defines(met) for met in self._back(value) if met.block.is_inside(around))

    def _back(self, value: Value) -> list[Value]:
        """All tensors on the ways back from one, itself among them, up to what is given contents where it is made."""
        found, waiting = [], [value]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.append(here)
                if not self.defines(here):
                    waiting += [value_of(use) for use in self.sources[here]]
        return found

    def definitions(self, use: Use) -> list[Value]:
        """The definitions that a use sees."""
        return [value for value in self._back(value_of(use)) if self.defines(value)]

    # Classes.

    def classes(self, in_place: set[Use]) -> dict[Value, set[Value]]:
        """The tensors that may share memory with each one."""
        found = {value: {value} for value in self.values}
        for use, targets in self.passed.items():
            # All that would have the buffer of one use has its copy, if it is not in place.
            together = [target.value for target in targets] + ([value_of(use)] if use in in_place else [])
            _join(found, together)
        for op in self.ops:
            callee = self.meanings.callee(op) if op.name == "func.call" else None
            for i, j in callee.together if callee is not None else ():
                _join(found, [op.results[i], op.results[j]])
        return found

    # Conflicts.

    def conflicts(self, use: Use) -> Iterator[Conflict]:
        """What keeps a use from being in place, beside those that are."""
        in_place = self.in_place | {use}
        members = self.classes(in_place)[value_of(use)]
        of_class = [other for other in self.uses if value_of(other) in members]
        reads = [other for other in of_class if other in self.reads]
        writes = [other for other in of_class if other in self.writes and other in in_place]
        for value in members:
            if self.meanings.fixed(value):
                yield from (Conflict("read-only", None, write) for write in writes)
        for write in writes:
            yield from (Conflict("overwritten", read, write) for read in reads if self.overwrites(read, write))
            if reads and self._races(write):
                yield Conflict("race", reads[0], write)
        for held in of_class:
            if held in in_place and (carried(held[0]) or (held[0].name == "func.call" and held in self.writes)):
                inside = (write for write in writes if write != held and write[0] in held[0].walk())
                yield from (Conflict("held", held, write) for write in inside if not self._excused(held, write, None))

    def overwrites(self, read: Use, write: Use) -> bool:
        """Does a write change what a read should see, if they have one buffer?"""
        return any(
            self._comes_between(read, write, seen) and not self._excused(read, write, seen)
            for seen in self.definitions(read)
        )

    def _comes_between(self, read: Use, write: Use, seen: Value) -> bool:
        start = definition(seen)
        if isinstance(start, Step) and start.op is write[0]:
            # The op writes something else, too.
            return [target.value for target in self.passed[write]] != [seen]
        points = whole(read[0]) if read in self.reads and self.meanings.reads(read, True) else [Step(read[0], False)]
        if write[0] is read[0]:
            return not self._at_once(read, write) or self.paths.leads(start, Step(write[0], True), points)
        return self.paths.leads(start, Step(write[0], False), points)

    def _at_once(self, read: Use, write: Use) -> bool:
        """Of one op: is read what is needed of each element before it is written?"""
        return read == write or (
            element_by_element(read[0], read[1], write[1]) and self._same_or_apart(value_of(read), value_of(write))
        )

    def _races(self, write: Use) -> bool:
        """Do other instances of a region see a write, because what is written has its buffer from outside?"""
        found, waiting = [], [value_of(write)]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.append(here)
                waiting += [value_of(use) for use in self.sources[here] if use not in self.writes]
        return any(_parallel(value.block) is not _parallel(write[0].parent) for value in found)

    # What changes nothing.

    def _excused(self, read: Use, write: Use, seen: Value | None) -> bool:
        op, into = read[0], write[0]
        if op.name in _INSERTIONS and read[1] == 1 and self._is_slice(value_of(write), op):
            return seen is None or not self._moves(op, write, seen)
        if into.name in (*_INSERTIONS, "linalg.copy") and write[1] == 1:
            return value_of(read) is into.operands[0] and self._is_slice(into.operands[0], into)
        return False

    def _is_slice(self, value: Value, insertion: Op, met: tuple[Value, ...] = ()) -> bool:
        """Do all ways back from a tensor lead to the part of the destination that an insertion overwrites?

        A copy overwrites all of it.
        """
        owner = value.owner
        if insertion.name == "linalg.copy" and value is insertion.operands[1]:
            return True
        takes = (
            isinstance(owner, Op)
            and owner.name == "tensor.extract_slice"
            and owner.operands[0] is insertion.operands[1]
        )
        if isinstance(owner, Op) and takes and slice_of(owner) == slice_of(insertion):
            return True
        sources = [value_of(use) for use in self.sources[value] if value_of(use) not in met]
        return bool(sources) and all(self._is_slice(source, insertion, (*met, value)) for source in sources)

    def _moves(self, insertion: Op, write: Use, seen: Value) -> bool:
        """May control come from a write to an insertion so that this overwrites another part than was written to?"""
        start, end = Step(write[0], True), [Step(insertion, False)]
        said = [value for part in slice_of(insertion) for value in part if isinstance(value, Value)]
        return any(
            definition(value) in self.paths.after(start, definition(seen))
            and not self.paths.after(definition(value), definition(seen)).isdisjoint(end)
            for value in said
        )

    def _same_or_apart(self, one: Value, other: Value) -> bool:
        """Have two tensors each element at the same place, if they share any memory?"""
        if str(one.type) != str(other.type):
            return False
        return one is other or all(
            (mine[0] is not theirs[0] and not self._siblings(mine[0], theirs[0])) or mine == theirs
            for mine in self._places(one)
            for theirs in self._places(other)
        )

    def _siblings(self, one: Value, other: Value) -> bool:
        """Are both results of one call, which may share memory?"""
        owner = one.owner
        callee = (
            self.meanings.callee(owner)
            if isinstance(owner, Op) and owner is other.owner and owner.name == "func.call"
            else None
        )
        return callee is not None and bool({(one.index, other.index), (other.index, one.index)} & callee.together)

    def _places(self, value: Value, met: tuple[Value, ...] = ()) -> set[Place]:
        sources = [use for use in self.sources[value] if value_of(use) not in met]
        found: set[Place] = set()
        for use in sources:
            part = next(not target.whole for target in self.passed[use] if target.value is value)
            steps = (use[0],) if part else ()
            found |= {(root, (*before, *steps)) for root, before in self._places(value_of(use), (*met, value))}
        return found if self.sources[value] else {(value, ())}

    # Decisions.

    def decide(self, order: Iterable[Op]) -> None:
        """Decides all uses in an order of ops, each so that it is in place if it may be."""
        for op in order:
            for use in uses(op):
                if use not in self.in_place and next(self.conflicts(use), None) is None:
                    self.in_place.add(use)

    def summary(self) -> Summary:
        """What the function does, after all is decided."""
        entry = self.function.regions[0].blocks[0]
        classes, found = self.classes(self.in_place), Summary()
        arguments = [value for value in entry.arguments if is_tensor(value)]
        read = {value_of(use) for use in self.reads}
        written = {value_of(use) for use in self.writes & self.in_place}
        found.reads = {value.index for value in arguments if value in read}
        found.writes = {value.index for value in arguments if not written.isdisjoint(classes[value])}
        ends = [op for op in self.ops if op.name == "func.return"]
        for i, value in enumerate(ends[0].operands if ends else ()):
            if is_tensor(value):
                root = self._root(value)
                if root in arguments:
                    found.whole[i] = root.index
                found.parts |= {(i, argument.index) for argument in arguments if argument in classes[value]}
                found.together |= {
                    (i, j)
                    for j, other in enumerate(ends[0].operands[:i])
                    if is_tensor(other) and other in classes[value]
                }
                if any(self.meanings.fixed(member) for member in classes[value] if member not in arguments):
                    found.fixed.add(i)
        return found

    def _root(self, value: Value, met: tuple[Value, ...] = ()) -> Value:
        """The tensor furthest back that has just the buffer of this one, always."""
        sources = [use for use in self.sources[value] if use in self.in_place and self._whole(use, value)]
        if value in met or not sources or not isinstance(value.owner, Op):
            return value
        roots = {self._root(value_of(use), (*met, value)) for use in sources}
        if len(self.sources[value]) == 1 or (len(sources) == len(self.sources[value]) and len(roots) == 1):
            return roots.pop()
        return value

    def _whole(self, use: Use, value: Value) -> bool:
        if use[1] in carried(use[0]):
            return all(self._root(now) is self._root(then) for now, then in rounds(use[0], carried(use[0])[use[1]]))
        return next(target.whole for target in self.passed[use] if target.value is value)


def _tensors(op: Op) -> Iterator[Value]:
    yield from filter(is_tensor, op.results)
    for region in op.regions:
        for block in region.blocks:
            yield from filter(is_tensor, block.arguments)


def _join(classes: dict[Value, set[Value]], values: list[Value]) -> None:
    merged = set[Value]().union(*(classes[value] for value in values))
    for value in merged:
        classes[value] = merged


def _parallel(block: Block | None) -> Op | None:
    """The innermost parallel op around a block."""
    op = block.parent_op if block is not None else None
    while op is not None and op.name != "scf.forall":
        op = op.parent_op
    return op
