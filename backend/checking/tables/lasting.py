"""From where control can still come to what needs a value: liveness of one value at a time, and only at the blocks that matter for it.

Liveness of all values at all blocks has as many rows as values times blocks. What is asked here is about few blocks of each: those that
need the value, its home, and those where ways to these part, which is what the iterated postdominance frontier says. From any other block
control comes to one of them whatever way it takes (as with sparse evaluation graphs: Choi, Cytron and Ferrante, POPL 1991).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from ownlog.backend.checking.tables.shortcuts import Marks
from ownlog.backend.checking.tables.ways import grouped

Edges = Mapping[str, Sequence[str]]
"""The blocks of a region that control comes to from each, or from which it comes there."""


class Lasting:
    """The blocks of a region from whose start control can come to a block of `needing` and not pass `home`, where the value is made anew.

    `marks` are those two kinds of blocks, with where ways to them part; None in a region that may keep control: there all are looked at.
    """

    def __init__(self, after: Edges, before: Edges, needing: Set[str], home: str, marks: Marks | None) -> None:
        """`after` has the blocks that follow on each block of the region, `before` those that each one follows on."""
        self._after = after
        self._marks = marks
        if marks is not None:
            before = grouped((marks.next(other), block) for block in marks.all for other in after[block])
        self._found = set(needing) - {home}
        work = [*self._found]
        while work:
            for block in before.get(work.pop(), ()):
                if block != home and block not in self._found:
                    self._found.add(block)
                    work.append(block)

    def _next(self, block: str) -> str:
        return block if self._marks is None else self._marks.next(block)

    def behind(self, block: str) -> bool:
        """Whether control can come there from the end of `block`."""
        return any(self._next(other) in self._found for other in self._after[block])
