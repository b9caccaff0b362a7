"""Classes of tensors that share memory, and whether two may become one.

A class has the reads and the writes of its tensors. A read has windows, ranges of op numbers, and a write is a point:
it changes what the read should see if it lies in a window and has no justification
(rules/bufferize/intervening_writes.dl, justified.dl). Classes only grow, so a class without a conflict is kept free of
them by asking, before two are joined, for the windows of the one that have a write of the other in them.

Windows are kept in the nodes of a segment tree over all numbers (Bentley 1977), of which only those exist that have
some; writes in order. The smaller class is asked about the greater one and is moved into it, so each window and write
moves at most log n times: with n windows and writes, all joins together take O(n log^2 n), beside the pairs that are
justified.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

Use: TypeAlias = tuple[str, int]
"""An op and the number of an operand."""


Rope: TypeAlias = "str | tuple[Rope, Rope]"
"""Names in an order, as a tree, so that two are put behind each other in one step."""


class Read(NamedTuple):
    """A use that reads, and where writes change what it should see: ranges of op numbers, both ends included."""

    use: Use
    windows: tuple[tuple[int, int], ...]


class Write(NamedTuple):
    """A use that writes, at the number of its op."""

    number: int
    use: Use


class Clash(NamedTuple):
    """Why two classes must not merge: a write changes what a read should see, or `races` with it.

    Without a read, `read_only` may not be written to.
    """

    read: Use | None
    write: Use | None
    read_only: str | None = None
    races: bool = False


@dataclass(eq=False)
class Class:
    """Tensors that share memory.

    `races` are writes that other instances of a parallel region see; `fixed`, one of the tensors, is read-only.
    """

    writes: list[Write] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    nodes: dict[int, list[Use]] = field(default_factory=dict)
    fixed: str | None = None
    races: list[Use] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    order: Rope = ""

    def copied(self) -> Class:
        """The same tensors, reads and writes; nothing is read-only."""
        nodes = {number: [*reads] for number, reads in self.nodes.items()}
        return Class([*self.writes], [*self.reads], nodes, None, [*self.races], [*self.members], self.order)

    def size(self) -> int:
        """How much it takes to move the class."""
        return len(self.writes) + len(self.reads) + len(self.members)


class Classes:
    """All classes of a function or module, which begin with one tensor each.

    In: how many op numbers there are; the pairs of read and write that are justified.
    """

    def __init__(self, numbers: int, justified: Container[tuple[Use, Use]]) -> None:
        self._leaves = 1 << max(numbers, 1).bit_length()
        self._justified = justified
        self._of: dict[str, Class] = {}
        self._fixed: set[str] = set()

    def justify(self, justified: Container[tuple[Use, Use]]) -> None:
        """Goes by other pairs that are justified from now on, all of the former ones among them."""
        self._justified = justified

    def add(self, value: str, reads: Iterable[Read], read_only: bool) -> None:
        """A class of one tensor."""
        made = self._of[value] = Class(members=[value], order=value, fixed=value if read_only else None)
        if read_only:
            self._fixed.add(value)
        for read in reads:
            self._place(made, read)

    def writable(self) -> Classes:
        """The same classes, to be joined on their own, as if all tensors could be written to."""
        made = Classes(0, ())
        made._leaves, made._justified = self._leaves, self._justified
        copies = {whole: whole.copied() for whole in self._of.values()}
        made._of = {value: copies[whole] for value, whole in self._of.items()}
        return made

    def values(self) -> Iterable[str]:
        """The tensors that are in them."""
        return self._of

    def of(self, value: str) -> Class:
        return self._of[value]

    def fixed(self, value: str) -> list[str]:
        """The tensors in the class of `value` that nothing may be written to."""
        whole = self._of[value]
        return [] if whole.fixed is None else [member for member in whole.members if member in self._fixed]

    def fixed_in_order(self, value: str) -> list[str]:
        """The same, in the order of LLVM's sets."""
        return (
            [] if self._of[value].fixed is None else [member for member in self.ordered(value) if member in self._fixed]
        )

    def all(self) -> Iterable[Class]:
        """The classes, some of them several times."""
        return self._of.values()

    def clash(self, values: Iterable[str], write: Write | None, races: bool, read: Read | None) -> Clash | None:
        """What keeps the classes of `values` from merging, with `write` and `read` as such; None if nothing does.

        Read-only tensors come first, then races, as in LLVM's analysis.
        """
        values = list(values)
        classes = list(dict.fromkeys(self._of[value] for value in values))
        found = next((write.use for other in classes for write in other.writes), None if write is None else write.use)
        fixed = next((other.fixed for other in classes if other.fixed is not None), None)
        if found is not None and fixed is not None:
            return Clash(None, found, next((value for value in values if value in self._fixed), fixed))
        racing = next(
            (use for other in classes for use in other.races), write.use if write is not None and races else None
        )
        reading = next((other.reads[0].use for other in classes if other.reads), None)
        if racing is not None and reading is not None:
            return Clash(reading, racing, races=True)
        return self._overwritten(classes, write, read)

    def _overwritten(self, classes: Sequence[Class], write: Write | None, read: Read | None) -> Clash | None:
        """A read of what would be one class that a write of it changes."""
        if write is not None:
            for other in classes:
                hit = self._hit(other, write)
                if hit is not None:
                    return Clash(hit, write.use)
        for first, last in read.windows if read is not None else ():
            for changing in (changing for other in classes for changing in self._written(other, first, last)):
                if read is not None and (read.use, changing.use) not in self._justified:
                    return Clash(read.use, changing.use)
        for i, one in enumerate(classes):
            for other in classes[:i]:
                clash = self._between(one, other) if one.size() <= other.size() else self._between(other, one)
                if clash is not None:
                    return clash
        return None

    def ordered(self, value: str) -> list[str]:
        """The members of the class of `value`, in the order of LLVM's sets: the joining class comes first."""
        found: list[str] = []
        waiting: list[Rope] = [self._of[value].order]
        while waiting:
            rope = waiting.pop()
            if isinstance(rope, str):
                found.append(rope)
            else:
                waiting += rope[::-1]
        return found

    def join(self, values: Sequence[str], write: Write | None, races: bool, read: Read | None) -> None:
        """Merge the classes of `values` into the first, with `write` as a write and `read` as a read."""
        joined = list(dict.fromkeys(self._of[value] for value in values))
        order = joined[0].order
        for other in joined[1:]:
            order = (other.order, order)
        classes = sorted(dict.fromkeys(self._of[value] for value in values), key=Class.size)
        into = classes.pop()
        for other in classes:
            for moving in other.reads:
                self._place(into, moving)
            for moved in other.writes:
                insort(into.writes, moved)
            into.races += other.races
            into.fixed = other.fixed if into.fixed is None else into.fixed
            into.members += other.members
            for member in other.members:
                self._of[member] = into
        into.order = order
        if write is not None:
            insort(into.writes, write)
            if races:
                into.races.append(write.use)
        if read is not None:
            self._place(into, read)

    def _place(self, into: Class, read: Read) -> None:
        into.reads.append(read)
        for first, last in read.windows:
            for node in self._cover(first, last):
                into.nodes.setdefault(node, []).append(read.use)

    def _cover(self, first: int, last: int) -> Iterator[int]:
        """The nodes of the tree that make up a range."""
        low, high = first + self._leaves, last + self._leaves + 1
        while low < high:
            if low & 1:
                yield low
                low += 1
            if high & 1:
                high -= 1
                yield high
            low >>= 1
            high >>= 1

    def _hit(self, reads: Class, write: Write) -> Use | None:
        """A read of the class that the write changes."""
        node = write.number + self._leaves
        while node:
            for read in reads.nodes.get(node, ()):
                if (read, write.use) not in self._justified:
                    return read
            node >>= 1
        return None

    def _between(self, small: Class, large: Class) -> Clash | None:
        for write in small.writes:
            read = self._hit(large, write)
            if read is not None:
                return Clash(read, write.use)
        if large.writes:
            for reading in small.reads:
                for first, last in reading.windows:
                    for write in self._written(large, first, last):
                        if (reading.use, write.use) not in self._justified:
                            return Clash(reading.use, write.use)
        return None

    def _written(self, written: Class, first: int, last: int) -> Iterator[Write]:
        """The writes of the class in a range of numbers."""
        writes = written.writes
        for at in range(bisect_left(writes, (first,)), len(writes)):
            if writes[at].number > last:
                return
            yield writes[at]
