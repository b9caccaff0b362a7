"""Skips blocks: from a block the search goes to the next one in which something may change.

Control that leaves a block in its region comes to the block's immediate postdominator. The blocks that may lie between
are those with the first block in their iterated postdominance frontier (Cytron et al., TOPLAS 1991). Postdominators are
facts; frontiers: `rules/checking/lasting.dl`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.backend.checking.edges import grouped
from ownlog.backend.checking.rows import Rows
from ownlog.rules import relations as rel

NOWHERE = ""
_FEW = 8
"""Among how many marked blocks the next one is looked for one by one."""


class Shortcuts:
    """The tree of postdominators of the blocks of a module, but for regions of one block, and their frontiers."""

    def __init__(self, rows: Rows) -> None:
        self.above = dict(rows.plain(rel.ImmediatePostdominator))
        spans = list(rows.plain(rel.Postdominance))
        self.first: dict[str, int] = {block: first for block, first, _ in spans}
        """The numbers of the blocks: a block has a greater one than its postdominators."""
        self._last: dict[str, int] = {block: last for block, _, last in spans}
        self.frontier = grouped((block, fork) for block, fork, _ in rows.plain(rel.HingesOn))
        self.marks: dict[tuple[str, str], Marks] = {}
        """What was asked about already."""

    def comes_to(self, block: str, other: str) -> bool:
        """Whether control comes from `block` to `other` in any case."""
        return self.first[other] <= self.first[block] <= self._last[other]

    def next_of(self, blocks: Iterable[str]) -> str:
        """The first to come of blocks that control comes to from one block in any case; "" stands for none."""
        return max(blocks, key=lambda block: self.first.get(block, -1), default=NOWHERE)


class Marks:
    """Some blocks, and all blocks from which control need not come to what follows without passing one of them."""

    def __init__(self, shortcuts: Shortcuts, blocks: Iterable[str]) -> None:
        """Blocks that are alone in their regions do not count."""
        self._shortcuts = shortcuts
        self.all = {block for block in blocks if block in shortcuts.first}
        work = [*self.all]
        while work:
            for block in shortcuts.frontier.get(work.pop(), ()):
                if block not in self.all:
                    self.all.add(block)
                    work.append(block)
        self._found: dict[str, str] = {}

    def next(self, block: str) -> str:
        """The block on all paths from `block` before any of the given ones but itself; "" if there is none."""
        shortcuts = self._shortcuts
        if block in self.all:
            return block
        if len(self.all) <= _FEW:
            return shortcuts.next_of(other for other in self.all if shortcuts.comes_to(block, other))
        on_way = []
        while block and block not in self.all and block not in self._found:
            on_way.append(block)
            block = shortcuts.above.get(block, NOWHERE)
        found = self._found.get(block, block)
        self._found.update(dict.fromkeys(on_way, found))
        return found
